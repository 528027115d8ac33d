import { postOf } from '../../kinds/calls/all-calls.ts'
import type { PostKind } from '../../kinds/calls/call-descriptor.ts'
import type { ImportDescriptor } from '../../kinds/kind-descriptor.ts'
import type { DesiredMessage } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createContactNumbers, type ContactKey } from '../match/contact-keys.ts'
import { createIntHashMap } from '../match/int-hash-map.ts'
import { asAlreadyImported, asUndecided, type Verdict } from '../row/classify.ts'
import { fingerprintNumber, messageFingerprint, numberedFingerprint } from '../row/fingerprint.ts'
import type { RetriedRows } from './retry-rows.ts'

/** Messages without a time come before those that have one: the earliest time that JavaScript knows. */
export const undatedOrderMs = -8.64e15

/** A row's verdict once its message is known to be new, or not; with what it is known by, and its place among those of its number. */
export interface ClaimedVerdict {
  verdict: Verdict
  fingerprint?: string
  laneOrder: number | null
}

function postKindIn(calls: Verdict['calls']): PostKind {
  return calls.map(postOf).find((post) => post !== null)?.as ?? 'import'
}

export interface ClaimOptions {
  groupUuid: string | null
  retried: RetriedRows | null
  /** Whether people are texted: then the same words may go to somebody again, once `sameTextAgainAfterMs` are over. */
  textsPeople: boolean
  /** See `ImportDescriptor`. */
  claimedOnce?: ImportDescriptor['claimedOnce']
  /** By the wall clock. */
  nowMs: number
}

/** So long the same words to the same number count as the message that was sent, whatever file they stand in. */
const sameTextAgainAfterMs = 14 * 24 * 60 * 60 * 1000

export type MessageClaims = ReturnType<typeof createMessageClaims>

/** Tells, row by row, which messages of a file were imported before, and which is the last of each number. */
export function createMessageClaims(store: Store, recipe: Recipe, { groupUuid, retried, textsPeople, claimedOnce, nowMs }: ClaimOptions) {
  const { importedMessages } = tablesOf(store)
  const occurrences = createIntHashMap()
  const lastMessages = createContactNumbers()
  const lastOrders = createContactNumbers(Float64Array)
  const againAfterMs = claimedOnce?.againAfterMs(recipe) ?? sameTextAgainAfterMs
  const alreadyDone = claimedOnce?.why ?? (textsPeople ? 'already_sent' : 'already_imported')
  const hasTimes = recipe.fields.some((rule) => rule.to === 'sentAt')

  /** Distinguishes equal messages by counting them. A row that is planned once more keeps its number: the others are not here. */
  const numbered = (fingerprint: string, row: number): string => {
    const earlier = retried?.fingerprint(row - 1) ?? null
    if (earlier?.startsWith(`${fingerprint}:`)) return earlier
    const number = fingerprintNumber(fingerprint) || 1
    const occurrence = occurrences.get(number) + 1
    occurrences.set(number, occurrence)
    return numberedFingerprint(fingerprint, occurrence)
  }

  /** The next number of a message that people are texted: one more than that of the last one that is long past. */
  const numberedText = (fingerprint: string, row: number): string => {
    const earlier = retried?.fingerprint(row - 1) ?? null
    if (earlier?.startsWith(`${fingerprint}:`)) return earlier
    for (let occurrence = 1; ; occurrence += 1) {
      const one = numberedFingerprint(fingerprint, occurrence)
      const arrivedAtMs = importedMessages.arrivedAtMs(one)
      if (arrivedAtMs === null || nowMs - arrivedAtMs < againAfterMs) return one
    }
  }

  return {
    /** What becomes of a row that would send this message. */
    claim(verdict: Verdict, phone: string, message: DesiredMessage, row: number): ClaimedVerdict {
      const said = messageFingerprint(phone, groupUuid, textsPeople ? asWritten(message) : message, postKindIn(verdict.calls))
      const fingerprint = textsPeople ? numberedText(said, row) : numbered(said, row)
      const holder = importedMessages.holder(fingerprint)
      if (holder?.state === 'arrived') return { verdict: asAlreadyImported(verdict, alreadyDone), fingerprint, laneOrder: null }
      if (holder !== null) return { verdict: asUndecided(verdict), fingerprint, laneOrder: null }
      const orderMs = message.sentAtSeconds === null ? undatedOrderMs : Math.round(message.sentAtSeconds * 1000)
      return { verdict, fingerprint, laneOrder: hasTimes ? orderMs : null }
    },
    /** A row that is to be sent. */
    remember(key: ContactKey, row: number, laneOrder: number | null): void {
      const order = laneOrder ?? 0
      if (lastMessages.get(key) !== 0 && order < lastOrders.get(key)) return
      lastMessages.set(key, row)
      lastOrders.set(key, order)
    },
    hasMessages: (key: ContactKey): boolean => lastMessages.get(key) !== 0,
    /** The row of the last message of each number. */
    lastRows: (): Generator<number> => lastMessages.values(),
  }
}

/** By what it says alone: people read no cells of a template. */
function asWritten({ body, attachments }: DesiredMessage): DesiredMessage {
  return { body, attachments, sentAtSeconds: null }
}
