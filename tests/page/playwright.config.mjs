/**
 * The page in Chromium: built files, served with the strict content security policy. A test tagged @window needs what the
 * Chromium without a window does not have; `npm run test:full` has one for all.
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
  // they only end what hangs: a machine with other work takes its time
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'page', testMatch: '*.spec.mjs', testIgnore: 'gpu*.spec.mjs', grepInvert: window },
    { name: 'window', testMatch: '*.spec.mjs', grep: window, use: { launchOptions: launch() } },
    {
      // Chromium's own software GPU; all other tests run without any, as most visitors of a locked-down machine do.
      name: 'gpu',
      testMatch: 'gpu*.spec.mjs',
      // The second line: a canvas is shown by the same Vulkan, without which WebGPU cannot paint on it.
      // The last two: Chromium gives up, and blocks the page, after a few deaths of its GPU process.
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
    serviceWorkers: 'block', // but where they are what is tested
    launchOptions: { ...launch(), executablePath: headless },
  },
});
