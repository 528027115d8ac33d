import { encodingLabel } from '../../source/encoding/encoding-names.ts'
import type { ColumnTally } from '../column-tally.ts'
import type { Finding } from '../damage-schema.ts'
import type { Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'
import { cellFinding, columnsWith, counted, repairableFinding } from './make-finding.ts'
import { withoutEntities } from './html-entities.ts'

/** Letters that are garbled, lost, cut off or hidden. */
export function findLetters(evidence: Evidence): Finding[] {
  return [
    ...lostCharacters(evidence),
    ...garbledLetters(evidence),
    ...cutTexts(evidence),
    ...htmlEntities(evidence),
    ...invisibleCharacters(evidence),
  ]
}

function lostCharacters(evidence: Evidence): Finding[] {
  return cellFinding(
    evidence,
    columnsWith(evidence, (tally) => tally.seen.lostCharacter),
    (count, where) => ({
      code: 'lost_characters',
      severity: 'serious',
      title: 'Letters that were lost',
      message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'has' : 'have'} a mark (\uFFFD or ?) where a letter should be.`,
      hint: 'Try another encoding for the file. If none shows the letters, they were lost when the file was made: export it again, as Unicode (UTF-8).',
    }),
  )
}

function garbledLetters(evidence: Evidence): Finding[] {
  const misread = wholeFileMisread(evidence)
  return repairableFinding(
    evidence,
    'mojibake',
    columnsWith(evidence, (tally) => tally.seen.mojibake),
    (count, where) =>
      misread
        ? {
            code: 'mojibake',
            severity: 'serious',
            title: 'The file is read in the wrong encoding',
            message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'shows' : 'show'} garbled letters such as Ã©, and hardly any shows right ones: the file is Unicode, but is read as ${encodingLabel(evidence.dialect.encoding)}.`,
            hint: 'Choose the encoding "Unicode (UTF-8)" for the file. That is better than repairing cell by cell.',
          }
        : {
            code: 'mojibake',
            severity: 'warning',
            title: 'Garbled letters',
            message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'has' : 'have'} letters that were read in a wrong encoding somewhere, such as Ã© for é.`,
            hint: 'Repairing reads them back. The other letters stay as they are.',
          },
  ).map((finding) => (misread ? { ...finding, isAutomatic: false } : finding))
}

function cutTexts(evidence: Evidence): Finding[] {
  return cellFinding(evidence, columnsWith(evidence, cutCells), (count, where) => ({
    code: 'cut_cells',
    severity: 'warning',
    title: 'Texts that were cut off',
    message: `${counted(count, 'text')} ${where} ${count === 1 ? 'ends' : 'end'} at exactly the length at which programs cut (${lengths(evidence)} characters), and no text is longer.`,
    hint: 'The rest is not in this file. Look into the other program whether the texts are longer there, and for an export that keeps long texts.',
  }))
}

function htmlEntities(evidence: Evidence): Finding[] {
  const entities = columnsWith(evidence, (tally) => tally.seen.entity)
  return cellFinding(
    evidence,
    entities,
    (count, where) => ({
      code: 'html_entities',
      severity: 'harmless',
      title: 'Signs written as on web pages',
      message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'has' : 'have'} codes such as &amp; in place of the sign.`,
      hint: 'Repairing writes the sign.',
    }),
    {
      // The sign & itself last, or it would make new codes out of old ones.
      corrections: entities.flatMap(({ index, tally }) =>
        [...tally.entities.keys()]
          .sort((a, b) => Number(withoutEntities(a) === '&') - Number(withoutEntities(b) === '&'))
          .map((find) => ({
            kind: 'replace' as const,
            column: index,
            find,
            replaceWith: withoutEntities(find),
            matchCase: true,
            wholeCell: false,
          })),
      ),
      after: withoutEntities,
    },
  )
}

function invisibleCharacters(evidence: Evidence): Finding[] {
  return repairableFinding(
    evidence,
    'invisible',
    columnsWith(evidence, (tally) => tally.seen.invisible),
    (count, where) => ({
      code: 'invisible',
      severity: 'harmless',
      title: 'Invisible characters',
      message: `${counted(count, 'cell')} ${where} ${count === 1 ? 'has' : 'have'} characters that nobody sees: marks without width, spaces that do not break, control characters.`,
      hint: 'Phone numbers, addresses and yes/no are read right all the same. Repairing takes the characters out of names and texts too.',
    }),
  )
}

/** Whether nearly all letters beyond ASCII are garbled just as they are when UTF-8 is read as what this file is read as. */
function wholeFileMisread({ tallies, dialect }: Evidence): boolean {
  if (dialect.encoding.startsWith('utf-') || dialect.format !== undefined) return false
  const sum = (of: (tally: ColumnTally) => number) => tallies.reduce((all, tally) => all + of(tally), 0)
  const misread = sum((tally) => tally.pages.get(dialect.encoding) ?? 0)
  return misread >= 3 && misread >= sum((tally) => tally.nonAscii) * 0.8
}

/** Lengths at which known programs cut; how many cells it takes to believe it. */
const cuts = new Map([[255, 1], [32_767, 1], [32_766, 2], [254, 3], [256, 3], [500, 3], [512, 3], [1000, 2], [1024, 2], [2000, 2], [4000, 2], [4096, 2], [65_535, 1], [65_536, 1]]) // prettier-ignore

function cutCells(tally: ColumnTally): Occurrences | undefined {
  const { longest, atLongest, filled } = tally
  const fewest = cuts.get(longest)
  if (fewest === undefined || atLongest.count < fewest) return undefined
  // A column of keys has one length by nature.
  if (filled > 5 && atLongest.count >= filled * 0.9) return undefined
  const isEnded = atLongest.count === 1 && longest < 1000 && /[.!?)"”»]$/.test(atLongest.examples[0]?.text ?? '')
  return isEnded ? undefined : atLongest
}

function lengths(evidence: Evidence): string {
  const found = new Set(evidence.tallies.filter((tally) => cutCells(tally) !== undefined).map(({ longest }) => longest))
  return [...found]
    .sort((a, b) => a - b)
    .map((length) => length.toLocaleString('en-US'))
    .join(', ')
}
