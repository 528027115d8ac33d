import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import type { HttpRequest } from './http-exchange.ts'
import { classifyRead } from './read-policy.ts'
import { createRedactor } from './redact.ts'
import { usableToken } from './token.ts'
import type { Transport } from './transport.ts'

/** An answer to a read. `body` is undefined when it is not JSON; `error` says what a status beyond 2xx means, else null. */
export interface ReadAnswer {
  status: number
  body: unknown
  error: AppError | null
}

/** Calls `onBusy` each time the service asks to slow down (429, 503) and the read is to be repeated. */
export type ServiceReader = (request: HttpRequest, signal?: AbortSignal, onBusy?: () => void) => Promise<ReadAnswer>

/**
 * Makes the sender of reads, which repeats them with backoff where that may help. Throws `sign_in.needed`,
 * `service.unreachable`, `service.failed`, `service.rate_limited`, `service.shape` and `cancelled`.
 */
export function createServiceReader(options: { transport: Transport; token: () => Promise<string | null>; clock: Clock }): ServiceReader {
  const { transport, clock } = options
  return async (request, signal, onBusy) => {
    for (let attempt = 1; ; attempt += 1) {
      const token = usableToken(await options.token())
      if (token === null) throw noToken()
      const result = await transport.send(request, token, signal)
      const verdict = classifyRead(result, { attempt, nowMs: clock.nowMs(), random: clock.random(), redact: createRedactor([token]) })
      switch (verdict.kind) {
        case 'answer':
          return { status: verdict.status, body: verdict.body, error: verdict.error }
        case 'failed':
          throw verdict.error
        case 'retry':
          if (result.status === 429 || result.status === 503) onBusy?.()
          await sleep(clock, verdict.delayMs, signal)
      }
    }
  }
}

async function sleep(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(delayMs, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    throw new AppError('cancelled', 'This was canceled.', 'Start it again when you are ready.', { cause: error })
  }
}

function noToken(): AppError {
  return new AppError(
    'sign_in.needed',
    'Rollcall is not signed in to the service.',
    'Sign in, or paste a token from the developer settings of the service.',
  )
}
