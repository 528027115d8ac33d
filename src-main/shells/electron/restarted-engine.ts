import type { EngineClient } from '../../engine/contract.ts'

/** More crashes than this within a minute are no accident: then the engine stays down, and every call says so. */
const restartsAtMost = 3
const accidentMs = 60_000

export interface RestartOptions {
  /** Starts an engine; `onGone` is to be called when it has ended by itself. */
  connect(onGone: () => void): Promise<EngineClient>
  /** Right after a crash, before there is another. */
  onDown?(): void
  /** After a crash: there is another engine, or none at all. */
  onCrash(outcome: 'restarted' | 'given up'): void
  nowMs(): number
}

/**
 * An engine that is started again when it crashes. Who listens goes on hearing; calls that were under way have answered with an
 * error, because nobody knows how far they came, and later ones go to the new engine.
 */
export async function createRestartedEngine({ connect, onDown, onCrash, nowMs }: RestartOptions): Promise<EngineClient> {
  /** Each subscribes again at the engine that it is given, and knows how to end that. */
  const subscriptions = new Set<{ renew(client: EngineClient): void; end(): void }>()
  const crashesMs: number[] = []
  let isClosing = false

  const start = () => connect(() => void restart())
  let engine: Promise<EngineClient> = start()
  let running = await engine

  async function restart(): Promise<void> {
    if (isClosing) return
    onDown?.()
    crashesMs.push(nowMs())
    if (crashesMs.filter((atMs) => nowMs() - atMs < accidentMs).length > restartsAtMost) return onCrash('given up')
    const next = start()
    engine = next.catch(() => running) // the one that is gone says so to each call
    try {
      running = await next
    } catch {
      return onCrash('given up')
    }
    for (const one of subscriptions) one.renew(running)
    onCrash('restarted')
  }

  return {
    call: async (procedure, input, account) => (await engine).call(procedure, input, account),
    on(event, listener) {
      const one = {
        end: running.on(event, listener),
        renew: (client: EngineClient) => void (one.end = client.on(event, listener)),
      }
      subscriptions.add(one)
      return () => {
        subscriptions.delete(one)
        one.end()
      }
    },
    async close() {
      isClosing = true
      await (await engine).close()
    },
  }
}
