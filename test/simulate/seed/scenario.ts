import type { MappedRow } from '../../../src-main/engine/model/plans/mapped-row.ts'
import type { Lookup } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { Traits } from '../service/traits.ts'
import type { Feature } from './waiting-features.ts'

/** All that happens in one simulation, as data: it can be printed, repeated and shrunk. What it leaves open follows from its seed. */
export interface Scenario {
  seed: number
  /** What it may be made of; promises about others are not asked about. */
  features: readonly Feature[]
  /** Who is at the service in the beginning. */
  customers: readonly FirstCustomer[]
  traits: Traits
  /** Run one after the other. */
  files: readonly OfficeFile[]
  /** A second program plans and runs the first file at the same time. */
  isRaced: boolean
  concurrency: number
  /** What goes wrong on the way to the service, or there. */
  faults: readonly Fault[]
  crashes: readonly Crash[]
  /** What a person does while runs are under way, from the start of the first one on. */
  deeds: readonly Deed[]
  /** A run of the first file that was canceled is followed by another one of the same file. */
  isRunAgain: boolean
  lookup: Lookup
  /** After the first file was planned, a colleague creates a contact that it would create. */
  isCreatedMeanwhile: boolean
  /** The last run is taken back in the end. */
  isUndone: boolean
  /** Who writes that they want no texts any more, and when, from the beginning on; in a group that they were texted in, if there is one. */
  stops?: readonly { phone: string; atMs: number; isInGroup?: boolean }[]
  /** Of whom the office itself notes that they want no texts any more, and when. */
  stopsByHand?: readonly { phone: string; atMs: number }[]
  /** Who answers the question whether they may be texted, and how long after it. */
  answers?: readonly { phone: string; afterMs: number; consent: boolean }[]
  /** Whom colleagues block, or take the consent of, at the service itself. */
  refusals?: readonly { phone: string; field: 'consent' | 'blocked'; atMs: number }[]
  /** How long a person looks at each plan before they start it. */
  reviewMs?: number
  /** Rows of people who are not known to have agreed are let go one by one, before the number of people is typed. */
  isLetGo?: boolean
}

export interface FirstCustomer {
  phone: string
  name: string | null
  notes: string | null
  tags: readonly string[]
  customFields: Readonly<Record<string, string>>
  archived: boolean
  blocked: boolean
  consent: boolean | null
  /** What they have written so far; an imported message can say the same. */
  posts: readonly string[]
}

/** What people are texted by. */
export type TextingKind = 'send' | 'groupSend' | 'requestConsent'

export interface OfficeFile {
  kind: 'contacts' | 'messages' | 'resolve' | TextingKind
  rows: readonly FileRow[]
}

/** Whether people are texted by it. */
export const isTexting = ({ kind }: Pick<OfficeFile, 'kind'>): boolean =>
  kind === 'send' || kind === 'groupSend' || kind === 'requestConsent'

export type FileRow = { phone: string } & Pick<MappedRow, 'contact' | 'consent' | 'message' | 'members' | 'isUnheard'>

/** When a request has its effect although it is not answered as it should be: `late` after so many milliseconds. */
export type Effect = 'never' | 'before' | { lateMs: number }

export interface Fault {
  on: 'write' | 'read'
  /** Of all writes, or all reads, from 0. */
  nth: number
  how: FaultKind
}

export type FaultKind =
  | { kind: 'refused' }
  /** No answer comes: the connection is closed at once, or it times out. */
  | { kind: 'dropped'; effect: Effect; isTimeout: boolean }
  | { kind: 'status'; status: number; retryAfterSeconds: number | null; effect: Effect }
  | { kind: 'garbled'; text: string }
  /** The answer takes its time. */
  | { kind: 'slow'; delayMs: number }

/** `power`: both programs end, and what the disk had not been told to keep may be gone. */
export interface Crash {
  program: 'first' | 'second'
  kind: 'kill' | 'power'
  /** Of the process since it began: right before such a statement, or right after such a commit. */
  at: { statement: number } | { commit: number }
  /** How much of what was not synced survives a power cut: in [0, 1]. */
  surviving: number
}

export interface Deed {
  afterMs: number
  /** `cancelPaused`: it is paused first, and canceled instead of resumed. */
  what: 'pause' | 'close' | 'cancel' | 'cancelPaused'
  /** Until it is resumed, or canceled. */
  forMs: number
}
