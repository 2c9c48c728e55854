/** WebGPU for Node (Dawn): a real adapter if the machine has one, else Chromium's software adapter. */
import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { join } from 'node:path';
import { chromiumFolder } from './chromium.mjs';

/** { gpu, name } or { reason } */
async function find() {
  const { create } = await import('webgpu');
  const attempt = async () => {
    const gpu = create(['backend=vulkan']);
    const adapter = await gpu.requestAdapter();
    if (!adapter) return undefined;
    const { vendor, architecture, description } = adapter.info;
    return { gpu, name: [vendor, architecture, description].filter(Boolean).join(' ') };
  };
  const own = await attempt();
  if (own) return own;
  const folder = chromiumFolder();
  if (!folder) return { reason: 'no Vulkan driver, and no Chromium that brings one (sudo apt-get install chromium)' };
  // Dawn loads libvulkan.so.1 by that name only; it finds the library loaded here.
  try {
    const nodelete = 0x1000;
    process.dlopen({ exports: {} }, join(folder, 'libvulkan.so.1'), constants.dlopen.RTLD_LAZY | nodelete);
  } catch {
    // it is not a module of Node, but stays loaded
  }
  process.env.VK_ICD_FILENAMES = join(folder, 'vk_swiftshader_icd.json');
  return (await attempt()) ?? { reason: `the driver of ${folder} gives no adapter` };
}

/**
 * While a GPU works, Dawn asks it in every turn of the event loop whether it is done. It asks by a native function, and
 * here once in a millisecond: SwiftShader needs the processor.
 */
function askSeldom() {
  const { setImmediate: own } = globalThis;
  const native = (work) => Object.hasOwn(work, 'prototype') && /\{ \[native code\] \}$/.test(String(work));
  globalThis.setImmediate = Object.assign(
    (work, ...args) => (native(work) ? setTimeout(work, 1) : own(work, ...args)),
    own, // util.promisify reads a property
  );
}
askSeldom();

export const webgpu = await find();
console.log(`WebGPU: ${webgpu.name ?? `none (${webgpu.reason})`}`);
/** The reason to skip tests that need an adapter, or false. */
export const skip = webgpu.gpu ? false : `no WebGPU adapter: ${webgpu.reason}`;

/** Sets `navigator.gpu` during `body`; undefined removes it. */
export async function withNavigator(gpu, body) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  try {
    return await body();
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else delete globalThis.navigator;
  }
}

/** A device of the caller, if there is an adapter. */
export const newDevice = async () => (await webgpu.gpu?.requestAdapter())?.requestDevice();

/** Makes the device compile `change(code)` instead of its shaders; `shaders` counts the changed ones. */
export function changeShaders(device, change) {
  const { createShaderModule } = Object.getPrototypeOf(device);
  const changed = { shaders: 0 };
  device.createShaderModule = ({ code }) => {
    const other = change(code);
    if (other !== code) changed.shaders++;
    return createShaderModule.call(device, { code: other });
  };
  return changed;
}

/** A `navigator.gpu` whose devices pass through `change(device, number)`, which may replace their methods. */
export function changed(change) {
  let made = 0;
  return {
    async requestAdapter(options) {
      const adapter = await webgpu.gpu.requestAdapter(options);
      return {
        limits: adapter.limits,
        info: adapter.info,
        async requestDevice(descriptor) {
          const device = await adapter.requestDevice(descriptor);
          change(device, made++);
          return device;
        },
      };
    },
  };
}

/** The numbers of a matrix on a device. */
export async function numbersOf({ buffer, device, rows, cols }) {
  const size = 4 * rows * cols;
  const staging = device.createBuffer({ size, usage: 1 | 8 });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(1);
  const data = new Float32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return data;
}

/** Runs `body` on an instance with device 'webgpu' and this navigator.gpu. */
export const on = (gpu, body, options = {}) =>
  withNavigator(gpu, async () => {
    const { create } = await import('./posenc.mjs'); // the package, which the benchmark builds first
    const pe = await create({ device: 'webgpu', ...options });
    try {
      return await body(pe);
    } finally {
      pe.dispose();
    }
  });

/** Largest difference of two lists of equal length. */
export const largest = (a, b) => {
  assert.equal(a.length, b.length);
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const off = Math.abs(a[i] - b[i]);
    if (!(off <= most)) most = off; // true for NaN as well
  }
  return most;
};
