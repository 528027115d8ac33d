import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { Made } from '../dispatch/run-item.ts'
import type { ProofImage } from '../proof/proof-task.ts'
import type { UnaskedChange } from '../proof/unasked-changes.ts'
import type { Look } from '../reconcile/look-before-sending.ts'
import type { CallFate } from '../reconcile/reconcile-call.ts'
import type { NotApplied } from './echo.ts'

/** What reading brought for an item. */
export type ReadAnswer =
  /** Nobody refuses: continue. */
  | { kind: 'notRefused' }
  /** The contact may be texted: continue. */
  | { kind: 'permitted'; seen: ReadCustomer }
  /** Continue. `seen` is for the cache; `made` is what an earlier call of the row created without an answer that said so. */
  | { kind: 'found'; seen: ReadCustomer | null; made?: Partial<Made>; image?: ProofImage }
  /** Where a conversation is; its contact was not read. */
  | { kind: 'conversation'; conversationUuid: string }
  | { kind: 'missing'; failure: RowFailure; goneUuid: string | null }
  | { kind: 'changed'; failure: RowFailure; seen: ReadCustomer | null }
  | ({ kind: 'reconciled' } & CallFate)
  | ({ kind: 'looked' } & Look)
  /** Whether the contact shows what a call asked for that had no good answer. */
  | { kind: 'endState'; call: ServiceCall; isThere: boolean; seen: ReadCustomer | null }
  /** `isShown`: it is there for certain. `isLate`: what is missing may be shown later. `changes`: what changed beside. */
  | {
      kind: 'verified'
      lost: NotApplied[]
      isShown: boolean
      isLate: boolean
      changes?: UnaskedChange[]
      isResolved?: boolean | null
      told?: string
      /** Of a question for consent: whether the service shows it in the conversation; absent where that cannot be told. */
      showsQuestion?: boolean
      seen: ReadCustomer | null
    }
  /** The contact whose row is to be undone. */
  | { kind: 'undone'; seen: ReadCustomer }
