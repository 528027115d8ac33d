import { type GramQuery, gramQuery, type SearchFlag, searchFlags } from '../../store/contacts/search-grams.ts'
import type { SearchIndex } from '../../store/contacts/search-index.ts'
import { tagSign, type SearchRow } from '../../store/contacts/search-row.ts'
import { bytesText, searchText } from '../../store/contacts/search-text.ts'

/** What a contact has to be: by the index one of `queries`, and where that does not tell for certain, also `fits`. */
export interface SearchCondition {
  queries: GramQuery[]
  isExact: boolean
  /** Pieces of text, as `bytesText`, of which one has to stand in the contact's; `isAll`: nothing else is asked. Absent where that cannot be said. */
  pieces?: { some: readonly string[]; isAll: boolean }
  /** Of a contact that is looked at by itself. `text`: as `createSearchRowReader` has it, its bytes. */
  fits(text: string, row: () => SearchRow | undefined): boolean
}

type Reader = Pick<SearchIndex, 'flagsOf' | 'fieldsOf'>

/** Each word stands somewhere in the contact's text; what reads like a piece of a number may be a piece of it, too. */
export function textConditions(search: string): SearchCondition[] {
  const whole = search.trim()
  const words = looksLikeNumber(whole) ? [whole] : whole.split(/\s+/)
  return words.flatMap((word) => {
    const wanted = [...new Set([searchText(word), ...(looksLikeNumber(word) ? digitsOf(word) : [])])].filter((text) => text !== '')
    return wanted.length === 0 ? [] : [standing(wanted)]
  })
}

/** One of these flags. */
export function flagCondition(flags: readonly SearchFlag[], { flagsOf }: Reader): SearchCondition {
  return {
    queries: flags.map((flag) => ({ isExact: true, all: [searchFlags[flag]] })),
    isExact: true,
    fits(_text, row) {
      const found = row()
      return found !== undefined && flagsOf(found).some((flag) => flags.includes(flag))
    },
  }
}

/** One of these tags, but for case and accents, and for underscores, which stand for spaces where tags are written. */
export function tagCondition(tags: readonly string[]): SearchCondition {
  const spellings = [...new Set(tags.flatMap(tagSpellings))]
  return { ...standing(spellings.map((tag) => `${tagSign}${tag}\n`)), isExact: false }
}

/** The ways in which the service may show a tag. */
export function tagSpellings(tag: string): string[] {
  const text = searchText(tag.trim())
  return [text, text.replaceAll('_', ' '), text.replace(/\s+/g, '_')]
}

/** The custom field says just this, but for case and accents. */
export function fieldCondition({ uuid, value }: { uuid: string; value: string }, { fieldsOf }: Reader): SearchCondition {
  const wanted = searchText(value)
  return {
    queries: [gramQuery(wanted)],
    isExact: false,
    pieces: { some: [bytesText(wanted)], isAll: false },
    fits(text, row) {
      const found = text.includes(bytesText(wanted)) ? row() : undefined
      return found !== undefined && searchText(fieldsOf(found)[uuid] ?? '') === wanted
    },
  }
}

/** One of these texts stands in the contact's. */
function standing(wanted: string[]): SearchCondition {
  const queries = wanted.map((text) => gramQuery(text.trim()))
  const bytes = wanted.map(bytesText)
  return {
    queries,
    isExact: queries.every(({ isExact }) => isExact),
    pieces: { some: bytes, isAll: true },
    fits: (text) => bytes.some((one) => text.includes(one)),
  }
}

const looksLikeNumber = (text: string): boolean => /^\+?[\d\s().\-/]+$/.test(text) && /\d/.test(text)

/** As typed, and without the zeros that stand for the country's or the world's code. */
function digitsOf(text: string): string[] {
  const digits = text.replace(/\D/g, '')
  const short = digits.replace(/^00?/, '')
  return digits.length > 4 && !text.trim().startsWith('+') && short !== digits ? [digits, short] : [digits]
}
