import { callDescriptors } from './calls/all-calls.ts'
import type { CustomerRecord } from '../model/contacts/customer.ts'
import type { FieldLabel } from '../model/contacts/field-labels.ts'
import type { FieldChange, PlannedCall } from '../model/plans/plan-schema.ts'

interface Planned {
  changes: FieldChange[]
  calls: PlannedCall[]
}

/**
 * What a row does, with its consent: nothing more where it says none or its contact's record says the same already. A refusal
 * goes before everything else (for somebody new right after the creation), so that nothing can keep it from being heard; permission
 * comes last.
 */
export function withConsent(
  { changes, calls }: Planned,
  consent: boolean | undefined,
  { record, phone }: { record: CustomerRecord | null; phone: string | null },
  label: FieldLabel,
): Planned {
  if (consent === undefined || (record !== null && record.consent === consent)) return { changes, calls }
  const before = record === null ? null : record.consent
  const change: FieldChange = {
    field: 'consent',
    label: label('consent'),
    before: before ?? null,
    beforeKnown: before !== undefined,
    after: consent,
  }
  const call: PlannedCall = { kind: 'setConsent', uuid: record?.uuid ?? null, phone: record === null ? phone : null, consent }
  if (consent) return { changes: [...changes, change], calls: [...calls, call] }
  const creations = calls.filter(({ kind }) => callDescriptors[kind].createsContact)
  return { changes: [...changes, change], calls: [...creations, call, ...calls.filter((one) => !creations.includes(one))] }
}
