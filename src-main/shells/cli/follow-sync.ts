import type { EngineClient, SyncStatus } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'
import { answered } from './answered.ts'
import { asErrorCode } from './output/error-code.ts'
import { createProgress } from './output/terminal-progress.ts'
import { withStopSignals } from './stop-signals.ts'
import type { Terminal } from './output/terminal.ts'
import { counted, number } from './output/number-words.ts'

/**
 * Reads everything into the cache, or waits for the sync that is under way. What the service did not show is noted, and no mistake.
 * Throws what it broke off for.
 */
export async function syncAccount(client: EngineClient, terminal: Terminal, anew = false): Promise<SyncStatus> {
  const progress = createProgress(terminal)
  let changed = Promise.withResolvers<void>()
  let hasToldEarlier = false
  const end = client.on('sync.progress', ({ state, contacts, alreadyRead, expected }) => {
    if (state === 'running' && alreadyRead > 0 && !hasToldEarlier) {
      hasToldEarlier = true
      terminal.note(`Going on where reading the contacts stopped: ${counted(alreadyRead, 'contact')} were read already.`)
    }
    const about = expected !== null && expected > contacts ? ` of about ${number(expected)}` : ''
    progress.show(contacts, null, `Reading contacts: ${counted(contacts, 'contact')}${about}`)
    changed.resolve()
  })
  try {
    const cancel = () => void client.call('sync.cancel', {})
    const status = await withStopSignals(terminal, cancel, async () => {
      let now = answered(await client.call('sync.start', { anew }))
      while (now.state === 'running') {
        await changed.promise
        changed = Promise.withResolvers()
        now = answered(await client.call('sync.status', {}))
      }
      return now
    })
    for (const { message, hint } of status.notices) terminal.note(`${message} ${hint}`)
    if (status.error === null && (status.state === 'complete' || status.notices.length > 0)) return status
    const error = status.error ?? {
      code: 'cancelled',
      message: 'Reading the contacts was stopped.',
      hint: 'Run "rollcall sync" again: it goes on where it stopped, where it can.',
    }
    throw new AppError(asErrorCode(error.code), error.message, error.hint)
  } finally {
    end()
    progress.end()
  }
}
