import type { NextDue } from '../start/next-due.ts'
import { shortDayText } from './format.ts'

/** Days by which a list may be late before that is said. */
const graceMs = 3 * 86_400_000

/** When a list is due next, for its tile: "Usually monthly, next due around Dec 1"; null where nobody can tell. */
export function dueWords(due: NextDue | null, nowMs: number): { text: string; isOverdue: boolean } | null {
  if (due === null) return null
  const isOverdue = nowMs > due.atMs + graceMs
  const day = shortDayText(due.atMs / 1000)
  return { text: `Usually ${due.every}, ${isOverdue ? `overdue since ${day}` : `next due around ${day}`}`, isOverdue }
}
