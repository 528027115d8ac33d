import { AppError } from '../../model/errors.ts'
import type { ConsentDate, OptOut, RowDetail } from '../../model/plans/plan-schema.ts'
import { readDateText, secondsOf, type WrittenDate } from '../../text/date-text.ts'
import { isLater } from '../duplicates/latest-permissions.ts'

/** What a person releases consent with, as it was written. `refusedDate`: when the contact refused, where Rollcall cannot know it. */
export interface WrittenEvidence {
  text: string
  date: string
  refusedDate?: string | undefined
}

/** The same, read. Dates without a zone are by this computer's clock. */
export interface Evidence {
  text: string
  date: string
  agreedAtMs: number
  refusedDate: string | null
  /** The last moment at which the contact may have refused by the stated date; null where none is stated. */
  refusedByMs: number | null
}

/** The columns of a ledger record in which the evidence of a release stands. */
export const evidenceColumns = { text: 'Released with', date: 'Released with, dated', refusedDate: 'Refused, as stated' } as const

/** Reads the evidence that a person gives. Throws `guard.evidence` where it says nothing, or dates leave a doubt or lie ahead. */
export function readEvidence({ text, date, refusedDate }: WrittenEvidence, nowMs: number): Evidence {
  const said = text.trim()
  if (said === '')
    throw wrong('Evidence has to say how the contact agreed again.', 'Write where it can be found, such as "Paper form, drawer 3".')
  const agreedAtMs = localMs(dateOf(date, 'The date of the evidence'))
  if (agreedAtMs > nowMs) throw wrong(`The evidence is dated ${date.trim()}, which is still to come.`, 'Correct the date.')
  const refused = refusedDate?.trim() ?? ''
  const stated = refused === '' ? null : dateOf(refused, 'The date of the refusal')
  return {
    text: said,
    date: date.trim(),
    agreedAtMs,
    refusedDate: stated === null ? null : refused,
    refusedByMs: stated === null ? null : endOf(stated),
  }
}

/** What tells by when the contact of a held row had refused. `readAtMs`: when its record was last read; null where it has none. */
export interface HeldConsent extends Pick<RowDetail, 'optOut' | 'refusedAtMs' | 'agreedAt'> {
  readAtMs: number | null
}

/** By when the contact had refused: as Rollcall knows it, else as it is stated, else when its record was last read. */
function refusedBy({ refusedAtMs, readAtMs }: HeldConsent, statedMs: number | null): number {
  return refusedAtMs ?? statedMs ?? readAtMs ?? Number.MAX_SAFE_INTEGER
}

/** Why this evidence does not release a row; null where it does. */
export function whyNotReleased(held: HeldConsent, { agreedAtMs, refusedByMs }: Evidence): string | null {
  const byMs = refusedBy(held, refusedByMs)
  if (agreedAtMs > byMs) return null
  const dated = `The evidence is dated ${moment(agreedAtMs)}`
  if (held.refusedAtMs !== undefined) return `${dated}, and the contact refused by ${knownMoment(byMs)}. It has to be later.`
  if (refusedByMs !== null) return `${dated}, and the contact refused by ${moment(refusedByMs)}, as you state. It has to be later.`
  return `${dated}, and nothing tells when the contact refused, only that it had when its record was last read, on ${knownMoment(byMs)}.`
}

/** Whether the file itself says that the contact agreed later than it refused. */
export function isReleasedByFile(held: HeldConsent, nowMs: number): held is HeldConsent & { agreedAt: ConsentDate } {
  if (held.agreedAt === undefined || held.agreedAt.atMs > nowMs + dayMs || !isRefusal(held.optOut)) return false
  return isLater(held.agreedAt, { atMs: refusedBy(held, null), precision: 'moment' })
}

/** What is no refusal whose date evidence could follow: it is mended elsewhere, and what an undo brings about is nobody's word. */
const noRefusals: readonly OptOut[] = ['unreadable', 'unconfirmed', 'columnGone', 'unheard', 'undo']

function isRefusal(optOut: OptOut | undefined): boolean {
  return optOut !== undefined && !noRefusals.includes(optOut)
}

const dayMs = 24 * 60 * 60 * 1000

function dateOf(text: string, what: string): WrittenDate {
  const { date } = readDateText(text, null, () => Number.NaN)
  if (date !== null) return date
  throw wrong(`${what} is "${text.trim()}", which leaves a doubt.`, 'Write it as 2026-03-31, or with its time as 2026-03-31 14:30.')
}

/** A day begins at midnight by this computer's clock. */
function localMs(date: WrittenDate): number {
  if (date.precision === 'moment') return secondsOf(date) * 1000
  return new Date(date.year, date.month - 1, date.day, date.hour, date.minute, date.second).getTime()
}

/** The last moment of a day; of a time, that time. */
function endOf(date: WrittenDate): number {
  if (date.precision !== 'day') return localMs(date)
  return new Date(date.year, date.month - 1, date.day + 1).getTime() - 1
}

const knownMoment = (ms: number): string => (ms >= Number.MAX_SAFE_INTEGER ? 'a time that nobody knows' : moment(ms))

/** 2026-03-31 14:30, by this computer's clock. */
function moment(ms: number): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

function wrong(message: string, hint: string): AppError {
  return new AppError('guard.evidence', `${message} Nothing was released.`, hint)
}
