import type { RowOutcome, RunFigures, RunSummary } from '../../../src-main/engine/contract.ts'
import { outcomeWord, runStateWords } from '../class-words.ts'
import { count, counted, dateText } from '../format.ts'
import { importedWords, nothingDoneWords } from '../result-words.ts'
import { isOver } from '../../wizard/run/run-figures.ts'

export interface Headline {
  tone: 'good' | 'warn' | 'info'
  title: string
  waiting: Waiting[]
}

/** What waits for somebody, in a sentence or two, and which rows it is about; null where these are not one group of the results. */
export interface Waiting {
  message: string
  rows: RowOutcome | null
}

/** What was imported where, when and by whom: "clients.xlsx into Main office · Nov 22, 2026, 9:35 AM · by Dana". */
export function whenceText(
  run: Pick<RunSummary, 'fileName' | 'finishedAtSeconds' | 'startedAtSeconds' | 'operator'>,
  account: string,
): string {
  const { fileName, finishedAtSeconds, startedAtSeconds, operator } = run
  const when = finishedAtSeconds === null ? `started ${dateText(startedAtSeconds)}` : dateText(finishedAtSeconds)
  return `${fileName} into ${account} · ${when} · by ${operator || 'an unnamed person'}`
}

/** How a run ended, in a line. Green only where nothing of it waits for anybody. `figures`: null while they are counted. */
export function headlineOf(run: RunSummary, figures: Pick<RunFigures, 'whispers'> | null = null): Headline {
  const { undo, state, done, failed, unknown, pending } = run
  if (!isOver(state)) return plain('info', `${runStateWords[state].title}. ${runStateWords[state].meaning}`)
  const left = pending > 0 ? ` Canceled: ${counted(pending, 'row')} ${outcomeWord('pending', run.kind).title.toLowerCase()}.` : ''
  const waiting = run.attention
    .filter(({ code }) => code !== 'rows.failed' && code !== 'rows.unknown')
    .map(({ code, message }) => ({ message, rows: rowsBehind(code) }))
  if (undo) {
    const unfinished = failed + unknown > 0 ? `; ${counted(failed + unknown, 'row')} could not be finished` : ''
    const stays = [
      undo.held > 0 ? `; ${counted(undo.held, 'field')} ${undo.held === 1 ? 'needs' : 'need'} your OK` : '',
      undo.kept > 0 ? `; ${counted(undo.kept, 'field')} kept as somebody edited ${undo.kept === 1 ? 'it' : 'them'} since` : '',
    ]
    return {
      tone: failed + unknown + pending + undo.held + undo.kept > 0 ? 'warn' : 'good',
      title: `${counted(undo.restored, 'field')} taken back${stays.join('')}${unfinished}.${left}`,
      waiting,
    }
  }
  const all = done + failed + unknown + pending
  const isIn = done === 0 ? nothingDoneWords(run.kind) : importedWords(run.kind, done, all, figures?.whispers ?? 0)
  if (unknown > 0) {
    const open = `of ${counted(unknown, 'row')} nobody knows whether ${unknown === 1 ? 'it' : 'they'} arrived`
    return { tone: 'warn', title: `${isIn}, ${count(failed)} failed; ${open}.${left}`, waiting }
  }
  if (failed > 0) return { tone: 'warn', title: `${isIn}; ${counted(failed, 'row')} could not be finished.${left}`, waiting }
  if (waiting.length > 0) return { tone: 'warn', title: `${isIn}; ${waitingWords(run)}.${left}`, waiting }
  if (left) return plain('warn', `${isIn}.${left}`)
  return plain('good', done === 0 ? nothingChanged(run) : `${isIn}.`)
}

function rowsBehind(code: string): RowOutcome | null {
  if (code === 'rows.invalid') return 'invalid'
  return code.startsWith('held.') ? 'held' : null
}

function plain(tone: Headline['tone'], title: string): Headline {
  return { tone, title, waiting: [] }
}

function waitingWords({ attention, held, rows }: RunSummary): string {
  const parts = attention.flatMap(({ code, rows: own }) => {
    if (code === 'rows.invalid') return [`${count(own)} of ${counted(rows, 'row')} cannot be used`]
    if (code === 'rows.refusal_only') return [`${counted(own, 'row')} used for ${own === 1 ? 'its' : 'their'} refusal only`]
    if (code === 'rows.filtered') return ['the filter leaves out every row']
    if (code === 'rows.unmapped') return ['no column is mapped to a field']
    if (code === 'refusals.filtered') return [`${counted(own, 'row')} left out by the filter ${own === 1 ? 'refuses' : 'refuse'} texts`]
    if (code === 'refusals.unreached')
      return [`${counted(own, 'row')} ${own === 1 ? 'refuses' : 'refuse'} texts for somebody who could not be found`]
    if (code === 'rows.unheard') return [`of ${counted(own, 'row')} another column may tell a refusal`]
    if (code === 'rows.contradict')
      return [`${counted(own, 'row')} ${own === 1 ? 'contradicts itself' : 'contradict themselves'} about texts`]
    if (code === 'rows.not_found') return [`${count(own)} of ${counted(rows, 'row')} are about contacts that are not in this account`]
    return []
  })
  if (attention.some(({ code }) => code.startsWith('held.')))
    parts.unshift(`${counted(held, 'row')} ${held === 1 ? 'needs' : 'need'} your OK`)
  return parts.join(', and ')
}

function nothingChanged({ rows, unchanged, skipped, invalid }: RunSummary): string {
  if (unchanged === rows) return 'Nothing had to change: your account said all of this already.'
  const parts = [
    unchanged > 0 ? `your account said ${counted(unchanged, 'row')} already` : '',
    skipped > 0 ? `${counted(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} left out, as you chose` : '',
    invalid > 0 ? `${counted(invalid, 'row')} could not be used` : '',
  ]
  return `Nothing had to change: ${parts.filter((part) => part !== '').join(', ')}.`
}
