/** The GPU of one instance: a device that passed the probe. It is replaced at most once per call when it fails. */
import type { Backend } from '../methods/calls.js';
import { Device, openDevice } from './device.js';
import { GpuFailure } from './failure.js';
import { probe } from './probe.js';

/** Consecutive failures, excluding lost devices, after which this instance stops using a GPU. */
const mostFailures = 4;

export class DeviceHost {
  #opening: Promise<Device> | undefined;
  #given: GPUDevice | undefined;
  #failures = 0;
  #disposed = false;
  readonly #probed = new WeakMap<GPUDevice, Promise<{ device: Device; proven: boolean }>>();

  /** @param given the caller's device, used first */
  constructor(
    readonly inner: Backend,
    given: GPUDevice | undefined,
  ) {
    this.#given = given;
  }

  /** Runs `work` on a device; after a failure, once more on a new one. */
  async onFreshDevice<T>(work: (device: Device) => Promise<T>): Promise<T> {
    const first = await this.#attempt(work);
    if ('value' in first) return first.value;
    if (first.failure.kind === 'unavailable') throw first.failure;
    const second = await this.#attempt(work);
    if ('value' in second) return second.value;
    throw second.failure;
  }

  /** The caller's device for calls that require it, with the result of its probe. */
  async foreign(gpu: GPUDevice): Promise<{ device: Device; proven: boolean }> {
    let probed = this.#probed.get(gpu);
    if (!probed) {
      const device = new Device(gpu, false);
      probed = probe(device, this.inner).then(
        () => ({ device, proven: true }),
        (thrown: unknown) => {
          if (thrown instanceof GpuFailure && thrown.kind !== 'lost') return { device, proven: false };
          this.#probed.delete(gpu);
          throw thrown;
        },
      );
      this.#probed.set(gpu, probed);
    }
    return probed;
  }

  dispose(): void {
    this.#disposed = true;
    this.#retire(this.#opening);
  }

  async #attempt<T>(work: (device: Device) => Promise<T>): Promise<{ value: T } | { failure: GpuFailure }> {
    let opening = this.#device();
    try {
      let device = await opening;
      if (!device.alive) {
        // lost since the last call, which does not count as a failure of this call
        this.#retire(opening);
        device = await (opening = this.#device());
      }
      const value = await work(device);
      this.#failures = 0;
      return { value };
    } catch (failure) {
      if (!(failure instanceof GpuFailure)) throw failure;
      if (failure.kind !== 'lost') this.#failures++;
      this.#retire(opening);
      return { failure };
    }
  }

  #device(): Promise<Device> {
    if (this.#failures < mostFailures) return (this.#opening ??= this.#open());
    return Promise.reject(new GpuFailure('unavailable', 'the GPU failed too often'));
  }

  async #open(): Promise<Device> {
    if (this.#disposed) throw new GpuFailure('unavailable', 'disposed');
    const given = this.#given;
    this.#given = undefined; // new devices are our own
    return this.#prove(given ? new Device(given, false) : await openDevice());
  }

  async #prove(device: Device): Promise<Device> {
    try {
      await probe(device, this.inner);
      return device;
    } catch (thrown) {
      device.dispose();
      throw thrown;
    }
  }

  #retire(opening: Promise<Device> | undefined): void {
    if (opening === this.#opening) this.#opening = undefined;
    opening?.then((device) => device.dispose()).catch(() => undefined);
  }
}
