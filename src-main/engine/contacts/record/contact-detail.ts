import type { ContactDetail } from '../../model/contacts/contact-record-schema.ts'
import type { Tables } from '../../store/tables.ts'
import { toContact } from '../search/to-contact.ts'

const mostChanges = 100

/**
 * Everything that is known of a contact, or was when it went from the service, and everything that Rollcall ever changed of it; null where
 * nothing is.
 */
export function contactDetail(tables: Tables, uuid: string): ContactDetail | null {
  const gone = tables.goneContacts.find(uuid)
  const cached = tables.contacts.findByUuid(uuid) ?? gone
  if (cached === null) return null
  const { record, seenAtMs } = cached
  const { records, total } = tables.consentLedger.page({ search: '', contact: uuid, offset: 0, limit: 20 })
  const last = records.find(({ kind, correctedBy }) => kind === 'consent' && correctedBy === null)
  const listedAtMs = record.phone === undefined || record.phone === null ? null : tables.doNotText.addedAtMs(record.phone)
  return {
    ...toContact(cached),
    notes: record.notes ?? null,
    email: record.email ?? null,
    unsubscribed: record.unreachable ?? null,
    reachableBySms: record.reachableBySms ?? null,
    customFields: tables.customFields
      .all()
      .flatMap(({ uuid: field, name }) => (record.customFields?.[field] ? { uuid: field, name, value: record.customFields[field] } : [])),
    seenAtSeconds: seenAtMs === 0 ? null : Math.floor(seenAtMs / 1000),
    doNotTextSinceSeconds: listedAtMs === null ? null : Math.floor(listedAtMs / 1000),
    goneSinceSeconds: cached === gone ? Math.floor(gone.goneAtMs / 1000) : null,
    ledgerRecords: total,
    lastConsent:
      last === undefined || last.to === null
        ? null
        : {
            to: last.to,
            atSeconds: Math.floor(Date.parse(last.time) / 1000),
            operator: last.operator,
            evidence: last.evidence,
            source: last.file === null ? 'set by hand' : `${last.file.name}, row ${last.line ?? 0}`,
          },
    changes: tables.contactChanges.ofContact(uuid, mostChanges).map(({ runId, isUndo, fileName, line, row, atMs, detail }) => ({
      runId,
      isUndo,
      fileName,
      line,
      row,
      atSeconds: Math.floor(atMs / 1000),
      changes: detail.changes ?? [],
    })),
  }
}
