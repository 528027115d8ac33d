import type { RunSummary } from '../../../src-main/engine/contract.ts'
import { runStateWords } from '../../words/class-words.ts'
import { count, counted } from '../../words/format.ts'
import { isOver } from '../run/run-figures.ts'

export interface Headline {
  tone: 'good' | 'warn' | 'info'
  title: string
  /** What waits for somebody, each in a sentence or two. */
  waiting: string[]
}

/** How a run ended, in a line. Green only where nothing of it waits for anybody. */
export function headlineOf(run: RunSummary): Headline {
  const { undo, state, done, failed, unknown, pending } = run
  if (!isOver(state)) return plain('info', `${runStateWords[state].title}. ${runStateWords[state].meaning}`)
  const left = pending > 0 ? ` Cancelled: ${counted(pending, 'row')} not sent.` : ''
  if (undo) {
    const unfinished = failed + unknown > 0 ? `; ${counted(failed + unknown, 'row')} could not be finished` : ''
    return plain(
      failed + unknown + pending > 0 ? 'warn' : 'good',
      `${counted(undo.restored, 'field')} restored in ${counted(done, 'row')}${unfinished}.${left}`,
    )
  }
  const waiting = run.attention.filter(({ code }) => code !== 'rows.failed' && code !== 'rows.unknown').map(({ message }) => message)
  if (unknown > 0) {
    const open = `of ${counted(unknown, 'row')} nobody knows whether ${unknown === 1 ? 'it' : 'they'} arrived`
    return { tone: 'warn', title: `${counted(done, 'row')} done, ${count(failed)} failed; ${open}.${left}`, waiting }
  }
  if (failed > 0)
    return { tone: 'warn', title: `${counted(done, 'row')} done; ${counted(failed, 'row')} could not be finished.${left}`, waiting }
  const sent = done === 0 ? 'Nothing was sent' : `${counted(done, 'row')} done`
  if (waiting.length > 0) return { tone: 'warn', title: `${sent}; ${waitingWords(run)}.${left}`, waiting }
  if (left) return plain('warn', `${counted(done, 'row')} done.${left}`)
  return plain('good', done === 0 ? nothingSent(run) : `All ${counted(done, 'row')} that were sent are done.`)
}

function plain(tone: Headline['tone'], title: string): Headline {
  return { tone, title, waiting: [] }
}

function waitingWords({ attention, held, rows }: RunSummary): string {
  const parts = attention.flatMap(({ code, rows: own }) => {
    if (code === 'rows.invalid') return [`${count(own)} of ${counted(rows, 'row')} cannot be used`]
    if (code === 'rows.not_found') return [`${count(own)} of ${counted(rows, 'row')} are about contacts that are not in this account`]
    return []
  })
  if (attention.some(({ code }) => code.startsWith('held.')))
    parts.unshift(`${counted(held, 'row')} ${held === 1 ? 'needs' : 'need'} your OK`)
  return parts.join(', and ')
}

function nothingSent({ rows, unchanged, skipped, invalid }: RunSummary): string {
  if (unchanged === rows) return 'Nothing had to be sent: the service said all of this already.'
  const parts = [
    unchanged > 0 ? `the service said ${counted(unchanged, 'row')} already` : '',
    skipped > 0 ? `${counted(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} left out, as you chose` : '',
    invalid > 0 ? `${counted(invalid, 'row')} could not be used` : '',
  ]
  return `Nothing had to be sent: ${parts.filter((part) => part !== '').join(', ')}.`
}
