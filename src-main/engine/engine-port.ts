import type { Vault } from './account/token-vault.ts'
import type { Answer, EngineClient, EventName, EventPayload, Input, Output, ProcedureName } from './contract.ts'
import type { SystemProxy } from './service/http/proxy-environment.ts'
import { AppError, asAppError, type ErrorAnswer } from './model/errors.ts'

/** The engine's end: a message port, or what looks like one. */
export interface EnginePort {
  postMessage(message: unknown): unknown
  on(event: 'message', listener: (message: unknown) => void): unknown
}

type ShellRequest =
  | { method: 'read'; accountId: string }
  | { method: 'write'; accountId: string; token: string; keep: boolean }
  | { method: 'forget'; accountId: string }
  | { method: 'proxyFor'; address: string }

/** What the shell does for the engine: it keeps tokens, and knows the proxies that the system names. */
export interface ShellServices {
  vault: Vault
  /** Left out where the environment alone names them. */
  proxyFor?: SystemProxy
}

/** Where an engine runs, as a shell has it: a worker thread, or a process that looks like one. */
export interface EngineThread {
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  postMessage(message: unknown): void
  terminate(): Promise<unknown>
}

/** What the engine's thread says. */
type FromEngine =
  | { type: 'ready' }
  | { type: 'refused'; error: ErrorAnswer }
  | { type: 'answer'; id: number; answer: Answer<unknown> }
  | { type: 'event'; event: EventName; payload: unknown }
  | { type: 'ask'; id: number; request: ShellRequest }
  | { type: 'closed' }

/** What the shell says to it. */
type FromShell =
  | { type: 'call'; id: number; procedure: string; input: unknown; account: string | undefined }
  | { type: 'asked'; id: number; answer: Answer<string | null> }
  | { type: 'close' }

/** The engine as its own thread has it: every call is parsed there, whatever a shell sends. */
export interface PortEngine {
  call(procedure: string, input: unknown, account?: string): Promise<Answer<unknown>>
  onAnyEvent(listener: (event: EventName, payload: unknown) => void): void
  close(): Promise<void>
}

/** The engine's side of the port. `start` gets what asks the shell. */
export async function serveEngine(port: EnginePort, start: (shell: Required<ShellServices>) => PortEngine): Promise<void> {
  const say = (message: FromEngine) => port.postMessage(message)
  const { settle, ...shell } = shellOverPort(say)
  let engine: PortEngine
  try {
    engine = start(shell)
  } catch (thrown) {
    const error = asAppError(thrown)
    // As in engine.ts: the cause stays here, and a developer sees it by asking for it.
    if (error.code === 'internal' && process.env['ROLLCALL_DEBUG']) console.error(error.cause)
    say({ type: 'refused', error: error.toAnswer() })
    return
  }
  engine.onAnyEvent((event, payload) => say({ type: 'event', event, payload }))
  port.on('message', (received) => {
    const message = received as FromShell // our own shell's words
    if (message.type === 'asked') return settle(message.id, message.answer)
    if (message.type === 'close') return void engine.close().finally(() => say({ type: 'closed' }))
    const { id, procedure, input, account } = message
    void engine.call(procedure, input, account).then((answer) => say({ type: 'answer', id, answer }))
  })
  say({ type: 'ready' })
}

function shellOverPort(say: (message: FromEngine) => void) {
  const waiting = new Map<number, (answer: Answer<string | null>) => void>()
  let nextId = 1
  const ask = (request: ShellRequest): Promise<string | null> =>
    new Promise((resolve, reject) => {
      const id = nextId++
      waiting.set(id, (answer) => (answer.ok ? resolve(answer.value) : reject(new Error(answer.error.message))))
      say({ type: 'ask', id, request })
    })
  const vault: Vault = {
    read: (accountId) => ask({ method: 'read', accountId }),
    write: async (accountId, token, { keep }) => void (await ask({ method: 'write', accountId, token, keep })),
    forget: async (accountId) => void (await ask({ method: 'forget', accountId })),
  }
  const proxyFor: SystemProxy = (address) => ask({ method: 'proxyFor', address })
  return {
    vault,
    proxyFor,
    settle(id: number, answer: Answer<string | null>) {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    },
  }
}

const stopped: ErrorAnswer = {
  code: 'internal',
  message: 'The part of Rollcall that does the work has stopped.',
  hint: 'Start Rollcall again; everything recorded so far is kept, and an unfinished run can be resumed.',
}

/**
 * The shell's side: resolves when the engine is ready, rejects with what it refused to start for. When the thread ends
 * unexpectedly every open and later call answers with an error.
 */
export function connectEngine(worker: EngineThread, shell: ShellServices): Promise<EngineClient> {
  const calls = new Map<number, (answer: Answer<never>) => void>()
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const goneListeners = new Set<() => void>()
  let nextId = 1
  let isOpen = true
  let isClosing = false
  let onClosed: () => void = () => {}
  const say = (message: FromShell) => worker.postMessage(message)

  const client: EngineClient = {
    call<P extends ProcedureName>(procedure: P, input: Input<P>, account?: string) {
      return new Promise<Answer<Output<P>>>((resolve) => {
        if (!isOpen) return resolve({ ok: false, error: stopped })
        const id = nextId++
        calls.set(id, resolve)
        try {
          say({ type: 'call', id, procedure, input, account })
        } catch {
          calls.delete(id)
          resolve({
            ok: false,
            error: {
              code: 'usage',
              message: `"${procedure}" was called with what cannot be handed on.`,
              hint: 'Check the value and try again.',
            },
          })
        }
      })
    },
    on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener)
      return () => void set.delete(listener)
    },
    onGone(listener) {
      if (isOpen) goneListeners.add(listener)
      else if (!isClosing) listener()
      return () => void goneListeners.delete(listener)
    },
    async close() {
      if (!isOpen) return
      isClosing = true
      const closed = new Promise<void>((resolve) => (onClosed = resolve))
      say({ type: 'close' })
      await closed
      isOpen = false
      await worker.terminate()
    },
  }

  function endCalls(): void {
    isOpen = false
    for (const answer of calls.values()) answer({ ok: false, error: stopped })
    calls.clear()
    onClosed()
    if (!isClosing) for (const listener of goneListeners) listener()
    goneListeners.clear()
  }

  return new Promise((resolve, reject) => {
    worker.on('error', (error) => {
      endCalls()
      reject(error)
    })
    worker.on('exit', endCalls)
    worker.on('message', (received) => {
      const message = received as FromEngine // our own engine's words
      switch (message.type) {
        case 'ready':
          return resolve(client)
        case 'refused':
          return reject(new AppError(message.error.code, message.error.message, message.error.hint))
        case 'closed':
          return onClosed()
        case 'answer':
          calls.get(message.id)?.(message.answer as Answer<never>)
          return void calls.delete(message.id)
        case 'event':
          for (const listener of listeners.get(message.event) ?? []) listener(message.payload as never)
          return
        case 'ask':
          return void askShell(shell, message.request).then((answer) => say({ type: 'asked', id: message.id, answer }))
      }
    })
  })
}

async function askShell({ vault, proxyFor }: ShellServices, request: ShellRequest): Promise<Answer<string | null>> {
  try {
    switch (request.method) {
      case 'read':
        return { ok: true, value: await vault.read(request.accountId) }
      case 'write':
        await vault.write(request.accountId, request.token, { keep: request.keep })
        return { ok: true, value: null }
      case 'forget':
        await vault.forget(request.accountId)
        return { ok: true, value: null }
      case 'proxyFor':
        return { ok: true, value: (await proxyFor?.(request.address)) ?? null }
    }
  } catch (error) {
    return { ok: false, error: asAppError(error).toAnswer() }
  }
}
