/** Calls of the encoder's kernels since the last `take`. */
export interface KernelCalls {
  take(): { passes: number; tokens: number };
}

/** Counts every call of an encoder kernel in this process. Must be called before a kernel is instantiated. */
export function countedKernels(): KernelCalls {
  let passes = 0;
  let tokens = 0;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, [module]: [WebAssembly.Module]) {
      const { exports } = new target(module);
      const { encode } = exports as { encode?: (tokens: number, ...more: number[]) => void };
      if (encode === undefined) return { exports };
      const counted = (count: number, ...more: number[]): void => {
        passes += 1;
        tokens += count;
        encode(count, ...more);
      };
      return { exports: { ...exports, encode: counted } };
    },
  });
  return {
    take() {
      const taken = { passes, tokens };
      passes = 0;
      tokens = 0;
      return taken;
    },
  };
}
