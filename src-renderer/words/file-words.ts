import type { ColumnGuess, ImportKind, Inspection } from '../../src-main/engine/contract.ts'
import { delimiterWord, encodingWord } from './dialect-words.ts'

const things: Partial<Record<string, string>> = {
  name: 'names',
  email: 'e-mail addresses',
  tags: 'tags',
  notes: 'notes',
  consent: 'who agreed to texts',
  body: 'message texts',
  sentAt: 'dates',
  disposition: 'dispositions',
}

/** What of its columns tells what a file is: "It has phone numbers, names and e-mail addresses." Null where nothing does. */
export function kindEvidence(kind: ImportKind, guesses: readonly ColumnGuess[]): string | null {
  const targets = new Set(guesses.map(({ target }) => target))
  const wanted =
    kind === 'contacts'
      ? ['name', 'email', 'tags', 'notes']
      : kind === 'consent'
        ? ['consent']
        : kind === 'resolve'
          ? ['disposition']
          : ['body', 'sentAt']
  const found = [
    ...(targets.has('match') ? ['phone numbers'] : []),
    ...wanted.flatMap((target) => (targets.has(target) ? (things[target] ?? []) : [])),
  ]
  const [last, ...others] = found.slice(0, 3).toReversed()
  if (last === undefined) return null
  return `It has ${others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`}.`
}

/** How a file is read, in a few words: "Excel workbook, sheet “Clients”, titles in row 3". */
export function readingText({ dialect, packed }: Inspection): string {
  const { format, sheet, header, skipLines, encoding, delimiter } = dialect
  const titles = header ? `titles in row ${skipLines + 1}` : 'no titles'
  const inside = packed ? `${packed.name} inside it, ` : ''
  if (format === 'vcard') return `${inside}contact cards, ${encodingWord(encoding)}`
  if (format === 'xlsx') return `${inside}Excel workbook${sheet === undefined ? '' : `, sheet “${sheet}”`}, ${titles}`
  return `${inside}text with ${delimiterWord(delimiter)} between cells, ${encodingWord(encoding)}, ${titles}`
}
