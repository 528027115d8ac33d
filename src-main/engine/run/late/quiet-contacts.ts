import type { Clock } from '../../model/clock.ts'
import { numbersOf } from '../../model/plans/stored-phones.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { JournalEntries } from '../journal/journal-writer.ts'
import { windowLeftMs } from './patience.ts'

/**
 * Whether another call for the same contact may still take effect. `over`: none can any more; its end state is to be read. `busy`: another
 * run is at the contact at this moment; to be asked again then.
 */
export type Quiet = { kind: 'free' } | { kind: 'waits'; leftMs: number } | { kind: 'busy'; againMs: number } | { kind: 'over' }

const free: Quiet = { kind: 'free' }
/** Another run looks for a call until it can arrive no more; this long it has from then on to send it again, before what follows it. */
const turnMs = 30_000
/** How often it is looked whether another run has done with a contact. */
const lookEveryMs = 500

/**
 * Makes the function that tells whether the next call of a row may leave: not while another one for its contact, of whatever run,
 * may still take effect, see `store/runs/unanswered-calls.ts`, nor while another run has one under way, waits for it to show, or is about
 * to repeat it. To be asked in the transaction that writes the intent.
 */
export function createQuietContacts(options: { store: Store; runId: string; clock: Clock }) {
  const { runId, clock } = options
  const { unansweredCalls, calls, planRows } = tablesOf(options.store)
  /** Contacts at which other runs are at this moment, by uuid and number. */
  let busy: ReadonlySet<string> = new Set()

  const busyElsewhere = (arrivalMs: number): ReadonlySet<string> => {
    const others = calls.unsettledElsewhere(runId, clock.nowMs() - arrivalMs - turnMs).map((call) => planRows.brief(call.planId, call.row))
    return new Set(others.flatMap((row) => [row?.contactUuid ?? [], numbersOf(row?.phone)].flat()))
  }

  return {
    /**
     * Looks whether there is anything to ask about; mostly there is not. `entries`: what is written in the same transaction, for which
     * the answers of `of` hold.
     */
    isAnything(entries: JournalEntries, arrivalMs: number): boolean {
      busy = busyElsewhere(arrivalMs)
      return busy.size > 0 || entries.calls.some(({ fate }) => fate === 'mayArrive') || unansweredCalls.some()
    },
    of(item: RunItem, entries: JournalEntries, arrivalMs: number): Quiet {
      const contacts = keysOf(item)
      const isOther = (call: { runId: string; row: number; ordinal: number }) =>
        call.runId !== runId || call.row !== item.row || call.ordinal !== item.ordinal
      const isNew = entries.calls.some(
        (call) => call.fate === 'mayArrive' && isOther({ ...call, runId }) && call.contacts.some((one) => contacts.includes(one)),
      )
      if (isNew) return { kind: 'waits', leftMs: arrivalMs }
      if (contacts.some((one) => busy.has(one))) return { kind: 'busy', againMs: lookEveryMs }
      const others = contacts.flatMap((contact) => unansweredCalls.of(contact) ?? []).filter(isOther)
      if (others.length === 0) return free
      const leftMs = Math.max(...others.map((call) => windowLeftMs(call.sentAtMs, clock.nowMs(), arrivalMs)))
      return leftMs > 0 ? { kind: 'waits', leftMs } : { kind: 'over' }
    },
  }
}

/** By what the row's contact is known by now. */
export function keysOf({ contacts, made }: Pick<RunItem, 'contacts' | 'made'>): string[] {
  return made.contactUuid === null || contacts.includes(made.contactUuid) ? [...contacts] : [...contacts, made.contactUuid]
}
