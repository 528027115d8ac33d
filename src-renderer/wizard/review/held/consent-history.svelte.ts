import type { PlanRow, ShownLedgerRecord } from '../../../../src-main/engine/contract.ts'
import { call } from '../../../engine.ts'

/** Records of the ledger that are shown above what stands against a row. */
const shownAtMost = 3

type ConsentRecord = ShownLedgerRecord & { kind: 'consent' }

/** What is known beside the row itself about somebody's consent: what Rollcall set before, and the words with which they opted out. */
export function createConsentHistory(row: () => PlanRow) {
  let earlier = $state.raw<ConsentRecord[]>([])
  let said = $state.raw<string | null>(null)

  $effect(() => {
    const { contact, refusal } = row()
    let isOver = false
    earlier = []
    said = null
    const uuid = contact?.uuid ?? null
    const phone = contact?.phone ?? null
    // Both are told beside what is known anyway: without them the panel asks the same.
    if (uuid !== null)
      call('ledger.page', { contact: uuid, offset: 0, limit: shownAtMost }).then(
        ({ records }) => {
          if (!isOver) earlier = records.filter((record): record is ConsentRecord => record.kind === 'consent').toReversed()
        },
        () => undefined,
      )
    if (phone !== null && refusal?.optOut === 'posts')
      call('contacts.lastRefusal', { phone }).then(
        (found) => {
          if (!isOver) said = found?.text ?? null
        },
        () => undefined,
      )
    return () => void (isOver = true)
  })

  return {
    /** The last records of the ledger, the oldest first. */
    get earlier() {
      return earlier
    },
    get said() {
      return said
    },
  }
}
