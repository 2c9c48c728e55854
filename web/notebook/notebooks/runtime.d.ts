/** The part of @observablehq/runtime 6 that is used; the package has no types. */
declare module '@observablehq/runtime' {
  export interface Observer {
    pending?(): void;
    fulfilled?(value: unknown): void;
    rejected?(error: unknown): void;
  }
  export interface Variable {
    readonly _version: number;
    define(name: string | undefined, inputs: readonly string[], definition: (...values: never[]) => unknown): Variable;
    delete(): void;
  }
  export interface Module {
    variable(observer?: Observer | boolean): Variable;
  }
  export class Runtime {
    constructor(builtins?: Readonly<Record<string, () => unknown>>);
    module(): Module;
  }
  export class RuntimeError extends Error {
    readonly input?: string;
  }
}
