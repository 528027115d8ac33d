import { tableFormatOf } from './table-format.ts'
import type { PreparingOptions } from './preparing-progress.ts'
import { detectFormat } from './detect-format.ts'
import type { DialectChoice, Inspection } from '../../model/files/source-schema.ts'
import { withMisreadLetters } from '../table/misread-table.ts'
import { unpackedFile } from './unpacked-file.ts'

/**
 * Finds out how a file is to be read and shows its beginning; what the choice leaves open is detected. A packed file is
 * unpacked beside itself, once. Throws `file.not_found`, `file.unreadable`, `file.empty`, `file.header_only`, `file.binary`
 * (naming the format), `recipe.invalid` for an impossible choice, `recipe.misfit` for a sheet that is not there, `store.full`,
 * and the signal's reason.
 */
export async function inspectFile(path: string, choice: DialectChoice, options: PreparingOptions = {}): Promise<Inspection> {
  const { path: inner, packed } = await unpackedFile(path, options)
  const inspection = withMisreadLetters(await tableFormatOf({ format: await detectFormat(inner) }).inspect(inner, choice, options))
  return packed === null ? inspection : { ...inspection, packed }
}
