import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { type RowIssue, unheardCode, unheardElsewhereCode } from '../../model/plans/row-issue.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { isOptOutKeyword, readFlag, readYesNo } from '../../text/boolean-words.ts'
import { wantsNoTexts } from '../../text/wants-no-texts.ts'
import { bareText } from '../../text/cell-text.ts'
import { isAboutOtherChannel, mayHoldRefusals, namesTexts } from '../../text/headers/header-role.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import { columnUses } from '../recipe/recipe-columns.ts'
import { lacksRefusals, unheardColumns } from '../recipe/refusing-columns.ts'

interface UnheardColumn {
  name: string
  index: number
  /** Whatever but a no stands there may be a refusal; else only what says so itself. */
  isTold: boolean
  /** The header names permission to text: a no there may be a refusal. */
  isPermission: boolean
}

/** Where a recipe puts texts in which somebody may have written down a refusal. */
const remarks = /^(?:tags|notes|custom:.*)$/

/**
 * Looks at the columns that a recipe does not read: what stands there may refuse what a row says, or another row about its contact. A
 * consent that the row or another one about its contact gives then counts as one that nobody has confirmed, and the row says which column it
 * is. Null where the recipe gives none.
 */
export function createUnheardCheck(recipe: Recipe, columns: readonly SourceColumn[]): ((row: SourceRow, out: MappedRow) => void) | null {
  const { textsPeople } = importDescriptors[recipe.kind]
  if (!textsPeople && !recipe.fields.some(({ to }) => to === 'consent')) return null
  const unread = unheardColumns(recipe, columns)
    .map(({ name, index }): UnheardColumn => ({ name, index, isTold: mayHoldRefusals(name), isPermission: namesTexts(name) }))
    .filter(({ name, isTold }) => isTold || !isAboutOtherChannel(name))
  const unheard = [...unread, ...remarkColumns(recipe, columns)]
  // Of a consent that such a recipe gives, `consentStep` says the same.
  const isColumnGone = textsPeople && lacksRefusals(recipe)
  if (unheard.length === 0 && !isColumnGone) return null
  return (row, out) => {
    if (out.consent === false) return
    if (isColumnGone) {
      out.isUnheard = true
      if (out.consent !== undefined) out.isUnconfirmed = true
      out.issues.push(columnGoneIssue(row.line, recipe.lacks ?? []))
      return
    }
    const column = unheard.find((one) => mayRefuse(bareText(row.cells[one.index] ?? ''), one))
    if (column === undefined) return
    out.isUnheard = true
    const givesConsent = out.consent !== undefined
    if (givesConsent) out.isUnconfirmed = true
    const waits = givesConsent ? '' : ' Permission in other rows about the contact waits for that.'
    out.issues.push({
      code: givesConsent ? unheardCode : unheardElsewhereCode,
      severity: 'warning',
      line: row.line,
      column: column.name,
      value: null,
      message: `"${column.name}" may tell that the contact refused texts, and nobody has said what it means.${waits}`,
      hint: 'Map the column to consent, or leave it out in the mapping if it refuses nobody.',
    })
  }
}

function columnGoneIssue(line: number, columns: readonly string[]): RowIssue {
  return {
    code: unheardElsewhereCode,
    severity: 'warning',
    line,
    column: null,
    value: null,
    message: `The list no longer has ${columns.map((name) => `"${name}"`).join(' and ')}, which told who refused texts.`,
    hint: 'Adapt the recipe with the column that tells it now. Only if nobody in this list has refused, remove "lacks" from the recipe.',
  }
}

/** Columns that the recipe reads as something else than permission, such as tags: "unsubscribed" stands there, too. */
function remarkColumns(recipe: Recipe, columns: readonly SourceColumn[]): UnheardColumn[] {
  const leftOut = new Set((recipe.leftOut ?? []).map(nameKey))
  const names = new Set(columnUses(recipe).flatMap(({ name, uses }) => (uses.every((use) => remarks.test(use)) ? [nameKey(name)] : [])))
  return columns
    .filter(({ name }) => names.has(nameKey(name)) && !leftOut.has(nameKey(name)) && !isAboutOtherChannel(name))
    .map(({ name, index }) => ({ name, index, isTold: false, isPermission: false }))
}

function mayRefuse(text: string, { isTold, isPermission }: UnheardColumn): boolean {
  if (text === '') return false
  if (isTold) return readYesNo(text) !== false
  if (isPermission && readFlag('consent', text) === false) return true
  return (
    saysRefusal(text) ||
    (separators.test(text) && text.length < longestList && text.split(separators).some((item) => saysRefusal(item.trim())))
  )
}

const separators = /[,;|]/
const longestList = 500

function saysRefusal(text: string): boolean {
  return isOptOutKeyword(text) || wantsNoTexts(text)
}
