import type { ImportKind } from '../../../src-main/engine/contract.ts'
import { kindWords } from '../../words/kind-words.ts'

/** The departments that a recipe of this kind can be about: groups are texted from those for group messaging alone. */
export function departmentsFor<D extends { isSmsGroup: boolean }>(kind: ImportKind, departments: readonly D[]): D[] {
  return departments.filter(({ isSmsGroup }) => kindWords[kind].isOfGroups !== true || isSmsGroup)
}
