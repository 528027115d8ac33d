/** Holds the thread up, so it is for the engine's own, where nothing can be awaited. */
export function waitSync(delayMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs)
}
