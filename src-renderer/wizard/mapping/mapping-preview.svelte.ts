import type { MappingPreview, Recipe } from '../../../src-main/engine/contract.ts'
import { call } from '../../engine.ts'
import { type Failure, failureOf } from '../../app/failure.ts'
import { mappingPreviewWords as words } from '../../words/mapping/mapping-step-words.ts'

const previewAfterMs = 200

/** What becomes of the first rows of a file by the recipe as it is now; read again shortly after a choice. */
export function createMappingPreview(fileId: () => string, recipe: () => Recipe) {
  let preview = $state.raw<MappingPreview | null>(null)
  let failure = $state.raw<Failure | null>(null)
  const status = $derived.by(() => {
    if (preview === null) return null
    if (preview.error !== null) return words.cannotBeShown
    const { rowsTried, rowsWithIssues, rowsFiltered } = preview
    const first = rowsWithIssues === 0 ? words.allCanBeUsed(rowsTried) : words.needAttention(rowsWithIssues, rowsTried)
    return rowsFiltered === 0 ? first : `${first} ${words.leftOutOnPurpose(rowsFiltered)}`
  })

  async function read(current: Recipe): Promise<void> {
    try {
      const next = await call('mapping.preview', { fileId: fileId(), recipe: current })
      if (current !== recipe()) return
      preview = next
      failure = null
    } catch (error) {
      if (current === recipe()) failure = failureOf(error)
    }
  }

  $effect(() => {
    const current = recipe()
    const timer = setTimeout(() => void read(current), previewAfterMs)
    return () => clearTimeout(timer)
  })

  return {
    get current() {
      return preview
    },
    get failure() {
      return failure
    },
    /** How many of the first rows can be used, in a sentence; null until that is known. */
    get status() {
      return status
    },
  }
}
