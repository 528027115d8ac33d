import type { SourceColumn, SourceRow } from '../model/files/source-schema.ts'

/** What was corrected in a row, as `Mobile: "x" → "y"`; empty where nothing was. */
export function rowCorrectionsText({ corrected }: SourceRow, columns: readonly SourceColumn[]): string {
  if (corrected === undefined) return ''
  return corrected.corrections
    .map(({ column, before, after, kind }) =>
      column === null
        ? kind === 'apart'
          ? 'A contact of its own by hand'
          : 'Left out by hand'
        : `${columns[column]?.name ?? `Cell ${column + 1}`}: "${before ?? ''}" → "${after ?? ''}"`,
    )
    .join('; ')
}
