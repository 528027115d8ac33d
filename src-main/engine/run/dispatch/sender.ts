import { mayRepeat } from '../../kinds/calls/all-calls.ts'
import { asAppError } from '../../model/errors.ts'
import type { Service } from '../../service/service.ts'
import type { Answer } from '../answer/answer-meaning.ts'
import { echoOf, noEcho } from '../answer/canary.ts'
import type { createItemReads } from '../answer/item-reads.ts'
import type { Leaving } from './dispatcher.ts'

interface SenderOptions {
  service: Service
  read: ReturnType<typeof createItemReads>
  onAnswer: (answer: Answer) => void
  /** Called when a call ended without any answer, which should not happen. */
  onBreakdown: (error: unknown) => void
}

/** Sends calls and the reads that they need, and reports every answer, missing ones too. */
export function createSender({ service, read, onAnswer, onBreakdown }: SenderOptions) {
  const breaker = new AbortController()
  const { signal } = breaker
  return {
    send({ item, ready }: Leaving, sentAtMs: number): void {
      if (ready.kind !== 'ready') {
        read(item, ready, signal).then(
          (answer) => onAnswer({ kind: 'read', item, answer, sentAtMs }),
          (error: unknown) => onAnswer({ kind: 'readFailed', item, error: asAppError(error), sentAtMs }),
        )
        return
      }
      const { call } = ready
      service
        .perform(call, mayRepeat(call.kind) ? signal : undefined)
        .then(
          (outcome) =>
            onAnswer({ kind: 'call', item, call, outcome, echo: outcome.kind === 'done' ? echoOf(call, outcome) : noEcho, sentAtMs }),
          onBreakdown,
        )
    },
    /** Breaks off what may be repeated. */
    breakOff: (): void => breaker.abort(new DOMException('Rollcall is closing.', 'AbortError')),
  }
}
