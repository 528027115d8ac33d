import { createFieldLabels, type FieldLabel } from '../../model/contacts/field-labels.ts'
import {
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type DifferencePage,
  type DifferencePeriod,
} from '../../model/contacts/differences-schema.ts'
import type { NotedDifference } from '../../store/contacts/contact-differences.ts'
import type { Tables } from '../../store/tables.ts'

/** What is asked for: `since` names a period, without it the newest that came to its end; `kind`: those alone. */
interface Wanted {
  since?: number | undefined
  kind?: DifferenceKind | undefined
}

/** What differed between complete syncs, and since the last one: the newest first. */
export function differencePeriods({ syncs, contactDifferences }: Tables): DifferencePeriod[] {
  const counts = new Map(contactDifferences.counts().map(({ since, counts: found }) => [since, found]))
  const complete = syncs.completeOnes(mostPeriods)
  return complete.flatMap((begin, at) => {
    const end = complete[at - 1] ?? null
    const found = counts.get(begin.id)
    if (end === null && found === undefined) return []
    return {
      since: begin.id,
      sinceSeconds: Math.floor(begin.finishedAtMs / 1000),
      untilSeconds: end === null ? null : Math.floor(end.finishedAtMs / 1000),
      isGoneKnown: end !== null && !end.isResumed,
      ...(found ?? { new: 0, changed: 0, gone: 0 }),
    }
  })
}

const mostPeriods = 13

/** The one asked for; else the newest between two complete syncs, else the one that is open. Null where there is none. */
export function wantedPeriod(periods: readonly DifferencePeriod[], since: number | undefined): DifferencePeriod | null {
  if (since !== undefined) return periods.find((period) => period.since === since) ?? null
  return periods.find(({ untilSeconds }) => untilSeconds !== null) ?? periods[0] ?? null
}

/** A page of what differs: new ones first, then changed, then gone ones. */
export function differencePage(tables: Tables, wanted: Wanted, { offset, limit }: { offset: number; limit: number }): DifferencePage {
  const periods = differencePeriods(tables)
  const period = wantedPeriod(periods, wanted.since)
  if (period === null) return { periods, period, rows: [], total: 0 }
  const toDifference = createDifferenceReader(tables)
  const rows: Difference[] = []
  let total = 0
  for (const kind of wanted.kind === undefined ? differenceKinds : [wanted.kind]) {
    const skipped = Math.max(0, offset - total)
    const left = limit - rows.length
    total += period[kind]
    if (left > 0 && skipped < period[kind])
      rows.push(...tables.contactDifferences.page(period.since, kind, { offset: skipped, limit: left }).map(toDifference))
  }
  return { periods, period, rows, total }
}

/** All of a period; memory does not grow. */
export function* allDifferences(tables: Tables, { since }: DifferencePeriod): Generator<Difference> {
  const toDifference = createDifferenceReader(tables)
  for (const kind of differenceKinds) for (const noted of tables.contactDifferences.all(since, kind)) yield toDifference(noted)
}

function createDifferenceReader(tables: Tables): (noted: NotedDifference) => Difference {
  const label = labelsOf(tables)
  return (noted) => {
    const { contact, kind } = noted
    const cached = tables.contacts.findByUuid(contact)?.record ?? null
    const record = cached ?? tables.goneContacts.find(contact)?.record ?? null
    const changes = noted.changes.map((change) => ({ ...change, label: label(change.field), beforeKnown: true }))
    const [last] = tables.contactChanges.ofContact(contact, 1)
    const phone = record?.phone ?? record?.phoneRaw ?? null
    return {
      kind,
      contact,
      name: record?.name ?? null,
      phone,
      tags: record?.tags ?? [],
      consent: record?.consent ?? null,
      changes,
      isAgainstLedger: isAgainstLedger(tables, contact, changes),
      numberNowOf: kind === 'gone' && phone !== null ? whoHas(tables, phone, contact) : null,
      lastImport: last === undefined ? null : { runId: last.runId, fileName: last.fileName, atSeconds: Math.floor(last.atMs / 1000) },
    }
  }
}

function labelsOf({ customFields }: Tables): FieldLabel {
  const label = createFieldLabels(customFields.all())
  return (field) => (field === 'phone' ? 'Phone number' : field === 'reachableBySms' ? 'Can receive texts' : label(field))
}

/** Whether somebody set another consent than the newest record of the ledger says. */
function isAgainstLedger({ consentLedger }: Tables, contact: string, changes: readonly Difference['changes'][number][]): boolean {
  const consent = changes.find(({ field }) => field === 'consent')
  if (consent === undefined) return false
  const { records } = consentLedger.page({ search: '', contact, offset: 0, limit: 20 })
  const last = records.find(({ kind, correctedBy }) => kind === 'consent' && correctedBy === null)
  return last !== undefined && last.to !== null && last.to !== consent.after
}

function whoHas({ contacts }: Tables, phone: string, except: string): string | null {
  const other = contacts.findByPhone(phone).find(({ record }) => record.uuid !== except)
  return other === undefined ? null : (other.record.name ?? other.record.uuid)
}
