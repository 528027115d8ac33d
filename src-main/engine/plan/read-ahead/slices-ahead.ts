import { Worker } from 'node:worker_threads'
import { AppError } from '../../model/errors.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { KnownPlace } from '../../source/table/row-index.ts'
import { holderMemory, type HolderRows, holdersOf } from './holder-rows.ts'
import type { FromReader, ReadAheadData, ToReader } from './reader-messages.ts'

/** The rows of a slice of a file: the holders among them, and the others as they are mapped. */
export interface AheadSlice {
  rows: number
  holders: HolderRows
  others: MappedRow[]
  bytesRead: number
  /** Where in the file it begins; null where that is not known. */
  place: KnownPlace | null
  /** All of its rows, as they are mapped; to be asked for before the next slice. */
  whole(): Promise<MappedRow[]>
}

/** Slices that are read ahead, and kept until they are done with: of more, V8 takes the rows for old objects before they are. */
const mostAhead = 4
/** For rows that are gone soon, as many megabytes as the engine has: what `mostAhead` slices make fits into a third of them. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }

export type Reader = ReturnType<typeof startReader>

/**
 * Starts the thread, of which `url` is the built `plan-reader.ts`: what it is to know can be found out while it loads its code. It
 * reads one file, and has to be stopped.
 */
export function startReader(url: URL) {
  const worker = new Worker(url, { resourceLimits })
  let isOver = false
  let failure: unknown = null
  // Heard of when the slices are asked for.
  worker.on('error', (error) => (failure ??= stopped(error)))
  worker.on('exit', () => (isOver = true))
  return {
    worker,
    failure: (): unknown => failure ?? (isOver ? stopped(new Error('The reading thread has ended.')) : null),
    stop: async (): Promise<void> => void (await worker.terminate()),
  }
}

/**
 * Reads a file's rows in that thread, which is some slices ahead at most. Throws what reading throws, the signal's reason when it
 * aborts, and `internal` when the thread ends before the file does.
 */
export async function* slicesAhead(
  reader: Reader,
  data: Omit<ReadAheadData, 'holders' | 'mostAhead'>,
  signal?: AbortSignal,
): AsyncGenerator<AheadSlice> {
  signal?.throwIfAborted()
  const memory = holderMemory(mostAhead)
  const { worker } = reader
  const arrived: FromReader[] = []
  let failure = reader.failure()
  let wake = (): void => {}
  const fail = (error: unknown): void => {
    failure ??= error
    wake()
  }
  const abort = (): void => fail(signal?.reason)
  signal?.addEventListener('abort', abort)
  worker.on('message', (message: FromReader) => {
    arrived.push(message)
    wake()
  })
  worker.on('error', (error) => fail(stopped(error)))
  worker.on('exit', (code) => fail(stopped(new Error(`The reading thread ended with ${code}.`))))
  const say = (message: ToReader): void => worker.postMessage(message)
  const first: ReadAheadData = { ...data, holders: memory, mostAhead }
  worker.postMessage(first)

  const next = async (): Promise<FromReader> => {
    for (;;) {
      if (signal?.aborted === true) throw failure
      const message = arrived.shift()
      if (message !== undefined) return message
      if (failure !== null) throw failure
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const wholeOf = async (number: number): Promise<MappedRow[]> => {
    say({ type: 'whole', number })
    const before: FromReader[] = []
    for (;;) {
      const message = await next()
      if (message.type === 'whole') {
        arrived.unshift(...before)
        return message.rows
      }
      before.push(message)
    }
  }

  try {
    for (;;) {
      const message = await next()
      if (message.type === 'end') return
      if (message.type === 'failed') throw new AppError(message.error.code, message.error.message, message.error.hint)
      if (message.type === 'whole') continue
      const { number, rows, bytesRead, place } = message
      const others = JSON.parse(message.others) as MappedRow[]
      yield { rows, holders: holdersOf(memory, number, rows), others, bytesRead, place, whole: () => wholeOf(number) }
      say({ type: 'done', number })
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    await reader.stop()
  }
}

function stopped(cause: unknown): AppError {
  return new AppError(
    'internal',
    'The part of Rollcall that reads the file has stopped.',
    'Plan the file again; nothing was changed. If it happens again, restart Rollcall.',
    { cause },
  )
}
