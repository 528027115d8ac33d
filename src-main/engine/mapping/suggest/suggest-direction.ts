import { wordKey } from '../../text/cell-text.ts'
import { directionHeader, directionReader, isDirectionColumn } from '../compile/direction-column.ts'
import { directionKey } from '../compile/direction-words.ts'
import type { Recipe, WhisperRows } from '../../model/recipes/recipe-schema.ts'
import { eitherOf } from '../compile/row-filter.ts'
import type { OfficeNumbers } from './office-number-collector.ts'

/** What was made of the column that tells who wrote each message; `only` is null where none of its words says that the contact wrote it. */
export interface DirectionSuggestion {
  column: string
  only: NonNullable<Recipe['only']> | null
  /** Which rows the office wrote; null where none of them is known. */
  whispers: WhisperRows | null
  confidence: 'sure' | 'likely' | 'guess'
  reason: string
}

interface WordColumn {
  name: string
  /** Its distinct cells, blank ones left out. */
  words: readonly string[]
}

/** Folders of what was written and never left. */
const neverSent = new Set(['draft', 'drafts', 'failed', 'queued', 'scheduled'])

/**
 * Messages of the office must not become the customer's words: where a column tells who wrote each message, only the words
 * for those of the contact are imported as messages, and what the office sent becomes whispers (`canWhisper`: where the contact's number is
 * known in those rows). Null where no column tells.
 */
export function suggestDirection(columns: readonly WordColumn[], canWhisper = true): DirectionSuggestion | null {
  const telling = columns.filter(({ name, words }) => isDirectionColumn(name, words))
  const knows = ({ name, words }: WordColumn) => words.some((word) => directionReader(name, words)(word) !== null)
  const column = telling.find((one) => directionHeader(one.name) === 'clear' && knows(one)) ?? telling.find(knows) ?? telling[0]
  if (column === undefined) return null
  const words = distinctWords(column.words)
  const read = directionReader(column.name, words)
  const said = (direction: 'inbound' | 'outbound') => words.filter((word) => read(word)?.direction === direction)
  const [inbound, outbound] = [said('inbound'), said('outbound')]
  const unknown = words.filter((word) => read(word) === null)
  if (inbound.length === 0)
    return outbound.length === 0 || unknown.length > 0 ? unknownWords(column.name, unknown) : nothingInbound(column.name, words)
  const sent = canWhisper ? outbound.filter((word) => !neverSent.has(directionKey(word))) : []
  const ofContact = `ows whose "${column.name}" is ${eitherOf(inbound.map(quoted))} are imported`
  const parts = [sent.length > 0 ? `R${ofContact} as messages: the contact wrote those.` : `Only r${ofContact}: the contact wrote those.`]
  if (sent.length > 0) parts.push(`Written as whispers, which only your office sees: ${sent.slice(0, 5).map(quoted).join(', ')}.`)
  const left = outbound.filter((word) => !sent.includes(word))
  if (left.length > 0) parts.push(`Left out: ${left.slice(0, 5).map(quoted).join(', ')}, written by your office.`)
  if (unknown.length > 0) parts.push(`Left out too, because the word is not known: ${unknown.slice(0, 5).map(quoted).join(', ')}.`)
  const isSure = directionHeader(column.name) === 'clear' && unknown.length === 0
  return {
    column: column.name,
    only: { column: column.name, is: inbound },
    whispers: sent.length > 0 ? { column: column.name, is: sent } : null,
    confidence: isSure ? 'sure' : 'likely',
    reason: parts.join(' '),
  }
}

/** Where both numbers stand in each row, the contacts wrote what went to the office's. Null where the file does not tell which those are. */
export function suggestByNumbers(office: OfficeNumbers | null): DirectionSuggestion | null {
  if (office === null || office.written.length === 0) return null
  const { from, to, written, sent, isOfAccount } = office
  const is = eitherOf(written.map(quoted))
  const why = isOfAccount ? "a number of your account's departments" : 'the only number that is in every row, so it seems to be your office'
  const ofContact = `ows whose "${to}" is ${is} are imported`
  const wrote = `that is ${why}, and the contact in "${from}" wrote those.`
  const reason =
    sent.length > 0
      ? `R${ofContact} as messages: ${wrote} What your office wrote becomes whispers, which only your office sees.`
      : `Only r${ofContact}: ${wrote} Left out: what your office wrote.`
  const whispers = sent.length > 0 ? { column: from, is: sent, phone: to } : null
  return { column: to, only: { column: to, is: written }, whispers, confidence: isOfAccount ? 'sure' : 'likely', reason }
}

/** A filter for a word that is not in the file would leave out all of it, and say nothing. */
function nothingInbound(column: string, words: readonly string[]): DirectionSuggestion {
  const said = words.slice(0, 5).map(quoted).join(', ')
  const reason = `By "${column}" (${said}) your office wrote all of these messages, and none of them can be imported as the contact's words. Is there another column that tells who wrote them?`
  return { column, only: null, whispers: null, confidence: 'guess', reason }
}

function unknownWords(column: string, words: readonly string[]): DirectionSuggestion {
  const but =
    words.length === 0
      ? ', but it is blank in the first rows'
      : `, but its words (${words.slice(0, 5).map(quoted).join(', ')}) are not known`
  const reason = `The header says that it tells who wrote each message${but}. Choose which rows are imported: each of them becomes the contact's words. Until you say so, its rows are held.`
  return { column, only: null, whispers: null, confidence: 'guess', reason }
}

/** Each word once, whatever its case, as it is first written. */
function distinctWords(words: readonly string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [wordKey(word), word])).values()].toReversed()
}

function quoted(word: string): string {
  return `"${word.length > 40 ? `${word.slice(0, 40).toWellFormed()}…` : word}"`
}
