/**
 * For the thread of `worker.ts`. Left to itself, V8 lets short-lived rows pile up to some hundred megabytes before it clears
 * them away; a small young generation holds planning a million rows below 350 MB at hardly any cost of time. It is three semi-spaces of
 * 8 MB: V8 rounds them up to a power of two.
 */
export const engineResourceLimits = { maxYoungGenerationSizeMb: 24 }

/**
 * For the engine's whole process, before its thread starts. V8 watches how long the objects of each place in the code last. The first
 * rows of a file are looked at for long: then it may put all rows among its old objects, where a million of them wait to be cleared
 * away, at a third more memory and a tenth more time. Whether it does changes from one run to the next.
 */
export const engineV8Flags = ['--no-allocation-site-pretenuring']
