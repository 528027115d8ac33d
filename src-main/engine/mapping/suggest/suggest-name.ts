import { readCell } from '../../text/cell-text.ts'
import { compactKey } from '../../text/headers/name-key.ts'
import { type Column, decide, type RecipeDraft, free, ranked, take } from './recipe-draft.ts'

/** Headers that mean the whole name when they stand alone, and the other part beside a first or last name. */
const wholeOrPart = ['name', 'nom', 'nombre', 'nome', 'naam']

/** Headers that say who somebody is to the office: the column may hold the name, a number, or whether they are one at all. */
const persons = new Set(['client', 'clients', 'customer', 'patient', 'kunde', 'kundin', 'patientin', 'cliente', 'paciente', 'klant'])

const filling = { overwrite: 'ifEmpty' as const }
const whyFilling = 'A part of a name does not overwrite a whole one: it fills names that are empty.'

/**
 * The name in one column, or put together of its parts. A first name alone fills only what is empty, and a last name alone is left to the
 * person: they would overwrite whole names.
 */
export function suggestName(draft: RecipeDraft): void {
  const firsts = ranked(draft, 'firstName').toSorted(filledFirst)
  const lasts = ranked(draft, 'lastName').toSorted(filledFirst)
  const called = (...names: string[]) => free(draft).find((column) => names.includes(compactKey(column.name)))
  const whole = called(...wholeOrPart)
  const first = firsts[0] ?? (lasts.length > 0 ? partBeside(draft, whole, lasts[0]) : called('last') && called('first'))
  const last = lasts[0] ?? (firsts.length > 0 ? partBeside(draft, whole, firsts[0]) : called('first') && called('last'))
  const parts = [first, last]
  const full = ranked(draft, 'fullName').find((column) => !parts.includes(column)) ?? (parts.includes(whole) ? undefined : whole)
  if (full !== undefined && (full.values.filled > 0 || (first === undefined && last === undefined))) {
    if (isPartOnly(full))
      take(
        draft,
        [full],
        { to: 'name', from: [full.name], ...filling },
        'likely',
        `It has single words, perhaps last or first names. ${whyFilling}`,
      )
    else
      take(draft, [full], { to: 'name', from: [full.name] }, full.values.filled > 0 ? 'sure' : 'likely', 'The header says it is the name.')
  } else if (first !== undefined && last !== undefined) {
    const columns = [first, ...ranked(draft, 'nameParticle').slice(0, 1), last, ...ranked(draft, 'secondLastName').slice(0, 1)]
    take(draft, columns, { to: 'name', from: columns.map(({ name }) => name), join: ' ' }, 'sure', 'First and last name make the name.')
  } else if (first !== undefined) {
    take(
      draft,
      [first],
      { to: 'name', from: [first.name], ...filling },
      'likely',
      `It is the only part of the name in the file. ${whyFilling}`,
    )
  } else if (last !== undefined) {
    decide(draft, last, null, 'guess', 'It is a last name, and there is no first name: alone it would overwrite whole names.')
  } else {
    suggestPerson(draft)
  }
}

/** A column such as "Client" where no other tells a name. It never overwrites: its values only look like names. */
function suggestPerson(draft: RecipeDraft): void {
  const person = free(draft).find((column) => persons.has(compactKey(column.name)) && looksLikeNames(column))
  if (person === undefined) return
  const why = 'It is the only column that looks like names. It does not overwrite names: it fills those that are empty.'
  take(draft, [person], { to: 'name', from: [person.name], ...filling }, 'likely', why)
}

/** No value has a digit or a sign of an address, and at least half have several words. */
function looksLikeNames({ values }: Column): boolean {
  const several = values.distinct.filter((text) => /\p{L}[\s,]+\p{L}/u.test(text))
  return several.length > 0 && several.length * 2 >= values.distinct.length && values.distinct.every((text) => !/[\d@/_=]/.test(text))
}

/** The column when it is the other part of the name: not where it holds the given part, too. */
function partBeside(draft: RecipeDraft, column: Column | undefined, part: Column | undefined): Column | undefined {
  if (column === undefined || part === undefined) return undefined
  const cells = draft.rows.map((row) => [column, part].map(({ index }) => readCell(row.cells[index] ?? '').toLowerCase()))
  const both = cells.filter(([whole, own]) => whole !== '' && own !== '')
  const holding = both.filter(([whole = '', own = '']) => whole.length > own.length && whole.includes(own))
  return both.length > 0 && holding.length * 2 >= both.length ? undefined : column
}

/** Whether a column of names has nothing but single words, in a script that parts words: perhaps last names, or first ones. */
function isPartOnly({ values }: Column): boolean {
  return values.distinct.length > 0 && values.distinct.every((text) => !/[\s,]/.test(text.trim()) && !unparted.test(text))
}

/** Whole names are written without a space. */
const unparted =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function filledFirst(a: Column, b: Column): number {
  return Number(b.values.filled > 0) - Number(a.values.filled > 0)
}
