import type { SourceColumn } from '../../../../src-main/engine/contract.ts'

const pixelsAChar = 7.5
const padding = 40

/** How wide a column of the file is shown: its values and its name in sight where they are of usual length. */
export function columnWidth({ name, samples }: Pick<SourceColumn, 'name' | 'samples'>): number {
  const longest = Math.max(Math.min(name.length, 22), ...samples.map((sample) => sample.length))
  return Math.round(Math.min(280, Math.max(84, longest * pixelsAChar + padding)))
}
