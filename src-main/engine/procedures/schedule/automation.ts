import { randomUUID } from 'node:crypto'
import type { Input, Output, ProcedureName } from '../../contract.ts'
import { longestEvent } from '../../model/contacts/event-schema.ts'
import { AppError, asAppError } from '../../model/errors.ts'
import type { WatchedFolder } from '../../model/runs/unattended-schema.ts'
import { startEventServer } from '../../schedule/listen/event-server.ts'
import { claimFolder } from '../../schedule/watch/watch-claim.ts'
import { createWatchedFolder } from '../../schedule/watch/watched-folder.ts'
import { createWatcher, lookEveryMs } from '../../schedule/watch/watcher.ts'
import type { EngineContext } from '../engine-context.ts'
import { moveAccepted } from './move-accepted-list.ts'
import { type AccountCall, createEngineStations } from './engine-stations.ts'
import { listenKey, newSecret } from './listen-secret.ts'
import { webhookKey } from './notice-procedures.ts'

type Watch = { id: string; folder: string; recipeId: string }
type State = Pick<WatchedFolder, 'state' | 'sinceSeconds' | 'waiting'>
type Server = Awaited<ReturnType<typeof startEventServer>>

interface Watching {
  state: State
  stop: AbortController
  ended: Promise<void>
  tryNow(): void
}

interface Listening {
  server: Server | null
  problem: string | null
  events: number
  read: number
}

const closing = () => new AppError('cancelled', 'Rollcall is being closed.', 'It goes on when Rollcall is started again.')

/** Further events are answered with "later". */
const mostInWork = 1_000

/** The engine's procedures about one account, whichever is in use. Rejects with what they refuse. */
export type CallIn = <P extends ProcedureName>(accountId: string, procedure: P, input: Input<P>) => Promise<Output<P>>

export type Automation = ReturnType<typeof createAutomation>

/**
 * What goes on by itself as long as the app is open: the watched folders and the events of each account, whichever is shown. A program that
 * carries out a single command starts none of it.
 */
export function createAutomation(context: EngineContext, callIn: CallIn) {
  const { clock, accounts } = context
  const watches = new Map<string, Watching>()
  const listeners = new Map<string, Listening>()
  let isOn = false

  const now = () => Math.floor(clock.nowMs() / 1000)
  const isWanted = (accountId: string, { id, folder, recipeId }: Watch) =>
    accounts.find(accountId)?.watches.some((one) => one.id === id && one.folder === folder && one.recipeId === recipeId) === true

  function startWatch(accountId: string, watch: Watch): void {
    const stop = new AbortController()
    const watching: Watching = {
      state: { state: 'watching', sinceSeconds: now(), waiting: 0 },
      stop,
      ended: Promise.resolve(),
      tryNow: () => undefined,
    }
    watches.set(watch.id, watching)
    const ended = () => {
      if (watches.get(watch.id) === watching) watches.delete(watch.id)
    }
    // Settings that cannot be read end it: whoever opens the account is told why, and the next start begins it again.
    watching.ended = watchFolder(accountId, watch, watching).then(ended, ended)
  }

  async function watchFolder(accountId: string, watch: Watch, watching: Watching): Promise<void> {
    const { signal } = watching.stop
    // An account that is being closed is not opened again for what comes next: that goes on with the next start.
    const call: AccountCall = (procedure, input) => (isOn ? callIn(accountId, procedure, input) : Promise.reject(closing()))
    const folder = createWatchedFolder(watch.folder, clock)
    const watcher = createWatcher({
      stations: createEngineStations(call, watch.recipeId),
      path: watch.folder,
      folder,
      clock,
      newId: randomUUID,
    })
    watching.tryNow = watcher.tryNow
    const show = (state: State['state']) => {
      const { waiting } = watcher.totals()
      const before = watching.state
      if (before.state === state && before.waiting === waiting) return
      watching.state = { state, waiting, sinceSeconds: before.state === state ? before.sinceSeconds : now() }
      context.emit('unattended.changed', { accountId })
    }
    let letGo: (() => Promise<void>) | null = null
    while (!signal.aborted && isWanted(accountId, watch)) {
      try {
        letGo ??= await claimFolder(watch.folder, accountId)
        await watcher.look(signal)
        await context.within(accountId, () => moveAccepted(context, call, watch.folder, folder))
        show('watching')
      } catch (error) {
        await letGo?.().catch(() => undefined)
        letGo = null
        show(asAppError(error).code === 'run.locked' ? 'elsewhere' : 'unreachable')
      }
      await clock.sleep(lookEveryMs, signal).catch(() => undefined)
    }
    await letGo?.().catch(() => undefined)
  }

  async function startListening(accountId: string, port: number): Promise<Listening> {
    const listening: Listening = { server: null, problem: null, events: 0, read: 0 }
    listeners.set(accountId, listening)
    try {
      const secret = (await context.vault.read(listenKey(accountId))) ?? (await newSecret(context.vault, accountId))
      listening.server = await startEventServer({
        port,
        secret,
        longestBody: longestEvent,
        mostInWork,
        async onEvent(body) {
          listening.events += 1
          listening.read += (await callIn(accountId, 'events.take', { body })).read
        },
      })
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
      listening.problem = isTaken ? `Another program uses port ${port} of this computer.` : asAppError(error).message
    }
    return listening
  }

  async function stopListening(accountId: string): Promise<void> {
    const listening = listeners.get(accountId)
    listeners.delete(accountId)
    await listening?.server?.close()
  }

  /** What an account wants to go on is begun, and what it wants no more ends. */
  function arrange(accountId: string): void {
    const record = accounts.find(accountId)
    if (!isOn || record === null || (record.practice && context.practice === null)) return
    for (const watch of record.watches) if (!watches.has(watch.id)) startWatch(accountId, watch)
  }

  return {
    arrange,
    async start(): Promise<void> {
      isOn = true
      for (const { id, listenPort } of accounts.list()) {
        arrange(id)
        if (listenPort !== null) await startListening(id, listenPort)
      }
    },
    /** Ends the watch of a folder, once a file that is being imported has come to its end or stands still. */
    endWatch(watchId: string): void {
      watches.get(watchId)?.stop.abort()
      watches.delete(watchId)
    },
    stateOf: (watchId: string): State => watches.get(watchId)?.state ?? { state: 'resting', sinceSeconds: now(), waiting: 0 },
    /** Somebody signed in: what waits for that goes on at once. */
    tryNow(accountId: string): void {
      for (const { id } of accounts.find(accountId)?.watches ?? []) watches.get(id)?.tryNow()
    },
    listening: (accountId: string): Listening | null => listeners.get(accountId) ?? null,
    startListening,
    stopListening,
    /** Nothing goes on by itself in the account any more, and its secrets are gone. */
    async forget(accountId: string): Promise<void> {
      await stopListening(accountId)
      const { settings, ...record } = accounts.get(accountId)
      accounts.save({ ...record, watches: [], listenPort: null, webhookHost: null, settings: { ...settings, mailTo: null } })
      for (const key of [listenKey(accountId), webhookKey(accountId)]) await context.vault.forget(key)
    },
    /** Begins no further file. Those that are under way end when the accounts are closed. */
    async close(closeAll: () => Promise<void>): Promise<void> {
      isOn = false
      const ended = [...watches.values()].map((watching) => {
        watching.stop.abort()
        return watching.ended
      })
      await Promise.all([...listeners.keys()].map(stopListening))
      await closeAll()
      await Promise.all(ended)
    },
  }
}
