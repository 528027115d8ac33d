import type { DescribedCall } from '../../kinds/calls/call-descriptor.ts'
import { textedBy } from '../../kinds/calls/all-calls.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import type { Store } from '../../store/open-store.ts'
import type { TextLeaving } from '../../store/runs/texts-left.ts'
import { tablesOf } from '../../store/tables.ts'
import { dayAfter, localTime, momentOf } from '../../text/texting/local-time.ts'
import { textTime } from '../../text/texting/text-hours.ts'
import { type TextingRules, zonesToMind } from '../../text/texting/texting-rules.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import { neverDayFailure, type TextWait, tooLateFailure, tooManyFailure } from '../words/wait-for-texts-words.ts'
import type { RunItem } from './run-item.ts'

export type TextPermission =
  /** `texts` is to be written with the intent; absent for a call that texts nobody. */
  { kind: 'goes'; texts?: TextLeaving } | { kind: 'waits'; wait: TextWait } | { kind: 'never'; failure: RowFailure }

/**
 * Makes the function that says whether a call may text people now (`nowMs` by the wall clock): by the hours of all zones in which they may be, by the account's cap for the day,
 * and by the latest day. To be asked each time before a call leaves, in the transaction that writes its intent: so several runs and programs
 * cannot share what is left of a day.
 */
export function createTextGate(options: { store: Store; runId: string; rules: TextingRules }) {
  const { runId, rules } = options
  const { textsLeft } = tablesOf(options.store)

  return function mayText(call: DescribedCall, item: RunItem, entries: Pick<JournalEntries, 'intents'>, nowMs: number): TextPermission {
    const texted = textedBy(call)
    if (texted === null) return { kind: 'goes' }
    // What is sent to a conversation, or asked by an identifier, goes to the row's contact.
    const phones = texted.phones.length > 0 ? texted.phones : item.contacts.filter((contact) => contact.startsWith('+'))
    const zones = zonesToMind(phones, texted.timeZone, rules.zone)
    const { day } = localTime(rules.zone, nowMs)
    if (phones.length > rules.dailyCap) return { kind: 'never', failure: tooManyFailure(phones.length, rules.dailyCap) }
    const isFull = leftOn(day, item, entries) + phones.length > rules.dailyCap
    const fromMs = isFull ? momentOf(rules.zone, { day: dayAfter(day), minutes: 0 }) : nowMs
    const time = textTime({ ...rules, zones }, fromMs)
    switch (time.kind) {
      case 'never':
        return { kind: 'never', failure: neverDayFailure(rules.hours, phones.length) }
      case 'tooLate':
        return { kind: 'never', failure: tooLateFailure(rules, isFull, phones.length) }
      case 'later':
        return { kind: 'waits', wait: { kind: isFull ? 'daily_cap' : 'quiet_hours', untilMs: time.atMs, zone: time.zone } }
      case 'now':
        if (isFull) return { kind: 'waits', wait: { kind: 'daily_cap', untilMs: fromMs, zone: rules.zone } }
        return { kind: 'goes', texts: { day, people: phones.length } }
    }
  }

  /** How many others were texted on a day, or are about to be in this very transaction. */
  function leftOn(day: string, { row, ordinal }: RunItem, { intents }: Pick<JournalEntries, 'intents'>): number {
    const leaving = intents.reduce((people, { texts }) => people + (texts?.day === day ? texts.people : 0), 0)
    return textsLeft.on(day) - textsLeft.ofCall(runId, row, ordinal, day) + leaving
  }
}
