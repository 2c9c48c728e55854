/** The one place where a text becomes the address of code: a worker, or the service worker, of this page's own origin. */
interface Types {
  readonly defaultPolicy?: unknown;
  createPolicy(name: string, rules: object): unknown;
}

/** To be called before the first of them is made; again, it does nothing. */
export function trustOwnAddresses(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Types };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createScriptURL(address: string): string {
      if (new URL(address, location.href).origin === location.origin) return address;
      throw new TypeError(`scripts come from ${location.origin}, not from ${address}`);
    },
  });
}
