import type { ImportKind, Input, Output } from '../../src-main/engine/contract.ts'
import { call, on } from '../engine.ts'
import { type Failure, failureOf } from '../app/failure.ts'

/** What the engine finds out about the file of an import: how it is read, what its columns seem to be, what they can go to. */
export function createFileFacts() {
  let inspected = $state.raw<Output<'files.inspect'> | null>(null)
  let suggested = $state.raw<Output<'mapping.suggest'> | null>(null)
  let targets = $state.raw<Output<'mapping.targets'> | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let isLoading = $state(false)
  /** How much of a file is made ready that has to be unpacked or written out first; null for others. */
  let preparedShare = $state<number | null>(null)
  let latest = 0

  /** Reads everything anew; answers the suggestion, or null when that failed or a later reading overtook it. */
  async function load(
    fileId: string,
    dialect: Input<'files.inspect'>['dialect'],
    kind?: ImportKind,
  ): Promise<Output<'mapping.suggest'> | null> {
    const own = ++latest
    isLoading = true
    preparedShare = null
    const end = on('file.progress', (progress) => {
      if (own === latest && progress.fileId === fileId) preparedShare = progress.share
    })
    try {
      const found = await call('files.inspect', { fileId, dialect })
      const suggestion = await call('mapping.suggest', { fileId, dialect, kind })
      const choices = await call('mapping.targets', { kind: suggestion.kind })
      if (own !== latest) return null
      inspected = found
      suggested = suggestion
      targets = choices
      failure = null
      return suggestion
    } catch (error) {
      if (own === latest) failure = failureOf(error)
      return null
    } finally {
      end()
      if (own === latest) isLoading = false
    }
  }

  return {
    load,
    get isLoading() {
      return isLoading
    },
    get preparedShare() {
      return isLoading ? preparedShare : null
    },
    get failure() {
      return failure
    },
    get file() {
      return inspected?.file ?? null
    },
    get inspection() {
      return inspected?.inspection ?? null
    },
    /** How many corrections of the file hold. */
    get corrections() {
      return inspected?.corrections ?? 0
    },
    get suggestion() {
      return suggested
    },
    get targets() {
      return targets?.targets ?? []
    },
    /** With what a conversation can be resolved. */
    get dispositions() {
      return targets?.dispositions ?? []
    },
    get departments() {
      return targets?.departments ?? []
    },
    /** Forgets the file. */
    clear(): void {
      latest += 1
      inspected = null
      suggested = null
      failure = null
      isLoading = false
    },
  }
}
export type FileFacts = ReturnType<typeof createFileFacts>
