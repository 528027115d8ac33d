import type { Output } from '../../contract.ts'
import { AppError } from '../../model/errors.ts'
import type { EngineContext } from '../engine-context.ts'
import type { HandlersOf } from '../handlers.ts'
import type { Automation } from './automation.ts'
import { newSecret } from './listen-secret.ts'

/** How the service's events are received while the app is open. What becomes of an event: `events.take`. */
export function listenProcedures(context: EngineContext, automation: Automation): Omit<HandlersOf<'events'>, 'events.take'> {
  const { accounts, vault } = context

  function shown(accountId: string): Output<'events.listening'> {
    const listening = automation.listening(accountId)
    return {
      url: listening?.server?.url ?? null,
      port: accounts.get(accountId).listenPort,
      problem: listening?.problem ?? null,
      events: listening?.events ?? 0,
      read: listening?.read ?? 0,
    }
  }

  async function listen(accountId: string, port: number): Promise<Output<'events.listening'>> {
    await automation.stopListening(accountId)
    const { server, problem } = await automation.startListening(accountId, port)
    if (server === null) {
      await automation.stopListening(accountId)
      throw new AppError('usage', problem ?? 'Events cannot be received.', 'Choose another port, or leave it out.')
    }
    accounts.save({ ...accounts.get(accountId), listenPort: Number(new URL(server.url).port) })
    return shown(accountId)
  }

  return {
    'events.listening': () => shown(context.current().id),
    async 'events.listen'({ on, port }) {
      const { id } = context.current()
      if (on) return listen(id, port ?? accounts.get(id).listenPort ?? 0)
      await automation.stopListening(id)
      accounts.save({ ...accounts.get(id), listenPort: null })
      return shown(id)
    },
    async 'events.renewSecret'() {
      const { id } = context.current()
      await newSecret(vault, id)
      const { listenPort } = accounts.get(id)
      return listenPort === null ? shown(id) : listen(id, listenPort)
    },
  }
}
