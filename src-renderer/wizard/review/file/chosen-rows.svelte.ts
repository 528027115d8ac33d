import { SvelteMap } from 'svelte/reactivity'
import type { PlanRow } from '../../../../src-main/engine/contract.ts'
import { announce } from '../../../app/announcer.svelte.ts'
import { fileToolsWords } from '../../../words/review/file-view-words.ts'

/** As many lines as one correction may name. */
export const linesAtMost = 100_000

interface ListedRows {
  /** A row of the list by its place; null while it is not here. */
  row: (at: number) => PlanRow | null
  fetch: (offset: number, limit: number) => Promise<{ rows: readonly PlanRow[] }>
}

/** Rows of the list that are chosen, to be left out or taken back in together: their lines by row number. */
export function createChosenRows(listed: ListedRows) {
  const lines = new SvelteMap<number, number>()
  return {
    get count() {
      return lines.size
    },
    has: (row: number): boolean => lines.has(row),
    lines: (): number[] => [...lines.values()],
    clear: (): void => lines.clear(),
    /** Chooses the rows at these places; `turn` lets go of those that are chosen already. */
    async choose(from: number, to: number, how: 'add' | 'turn'): Promise<void> {
      for (let at = from; at <= to;) {
        const here = listed.row(at)
        const found = here ? [here] : (await listed.fetch(at, Math.min(500, to - at + 1))).rows
        if (found.length === 0) break
        for (const { row, line } of found) {
          if (how === 'turn' && lines.delete(row)) continue
          if (lines.size < linesAtMost) lines.set(row, line)
        }
        at += found.length
      }
      announce(fileToolsWords.chosenChosenRows(lines.size))
    },
    /** What is chosen, which is nothing from then on. */
    take(): Map<number, number> {
      const taken = new Map(lines)
      lines.clear()
      return taken
    },
    putBack: (taken: ReadonlyMap<number, number>): void => taken.forEach((line, row) => lines.set(row, line)),
  }
}
