/**
 * For the thread of `worker.ts`. Left to itself, V8 lets short-lived rows pile up to some hundred megabytes before it clears
 * them away; a small young generation holds planning a million rows below 350 MB at hardly any cost of time.
 */
export const engineResourceLimits = { maxYoungGenerationSizeMb: 30 }
