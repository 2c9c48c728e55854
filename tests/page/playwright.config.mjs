/**
 * The page in Chromium: built files, served with the strict content security policy. Tests tagged @window need features
 * that headless Chromium lacks; `npm run test:full` uses a window for all.
 */
import { defineConfig } from '@playwright/test';
import { findChromium, findHeadless } from '../../web/tools/chromium.mjs';

const executablePath = await findChromium();
if (!executablePath)
  throw new Error(
    'no Chromium found. Type: npx playwright install --with-deps chromium, or name one in POSENC_CHROMIUM',
  );

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const launch = (more = []) => ({ executablePath, args: [...flags, ...more] });
const headless = process.env.POSENC_FULL === '1' ? executablePath : await findHeadless();
const window = /@window/;

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './server.mjs',
  fullyParallel: true,
  workers: 2,
  // only for tests that hang: a busy machine may take long
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'page', testMatch: '*.spec.mjs', testIgnore: 'gpu*.spec.mjs', grepInvert: window },
    { name: 'window', testMatch: '*.spec.mjs', grep: window, use: { launchOptions: launch() } },
    {
      // Chromium's software GPU; all other tests run without a GPU, as on most locked-down machines.
      name: 'gpu',
      testMatch: 'gpu*.spec.mjs',
      // The second line: canvases use the same Vulkan, without which WebGPU cannot paint on them. The last two:
      // otherwise Chromium blocks the page after a few crashes of its GPU process.
      use: {
        launchOptions: launch([
          '--enable-unsafe-webgpu',
          '--use-webgpu-adapter=swiftshader',
          ...['--enable-features=Vulkan', '--use-vulkan=swiftshader', '--use-angle=swiftshader'],
          '--disable-gpu-process-crash-limit',
          '--disable-domain-blocking-for-3d-apis',
        ]),
      },
    },
  ],
  use: {
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block', // except in the tests of service workers
    launchOptions: { ...launch(), executablePath: headless },
  },
});
