/** The only place that turns a string into a script URL, for workers and the service worker of this origin. */
interface Types {
  readonly defaultPolicy?: unknown;
  createPolicy(name: string, rules: object): unknown;
}

/** Must be called before the first of them is created; further calls do nothing. */
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
