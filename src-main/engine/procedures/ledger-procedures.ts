import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { toContact } from '../contacts/search/to-contact.ts'
import { recordsOf, sealPerson } from '../account/seal-records.ts'
import { forgetUnfinished } from '../contacts/conversations/unfinished-export.ts'
import { exportLedger } from '../ledger/export-ledger.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

export function ledgerProcedures(context: EngineContext): HandlersOf<'ledger'> {
  const ledger = () => context.current().tables.consentLedger
  return {
    'ledger.page': (query) => ledger().page(query),
    'ledger.counts': (query) => ledger().partCounts(query),
    'ledger.operators': () => ({ operators: ledger().operators() }),
    'ledger.contact'({ contact }) {
      const cached = context.current().tables.contacts.findByUuid(contact)
      const { records, total } = ledger().page({ search: '', contact, offset: 0, limit: 1 })
      return { now: cached === null ? null : toContact(cached), last: records[0] ?? null, records: total }
    },
    async 'ledger.export'({ path, format, overwrite }) {
      const records = await context.tasks.run({ kind: 'export', id: path }, (signal) =>
        exportLedger({ ledger: ledger(), path, format, overwrite, clock: context.clock, signal }),
      )
      context.current().tables.writtenFiles.add(path, null, context.clock.nowMs())
      return { path, records }
    },
    'ledger.verify': () => verifyLedger(ledger()),
    'ledger.person'({ person }) {
      const { store, record } = context.current()
      const { numbers, phones, contacts } = recordsOf(store, person, record().settings.country)
      return { records: numbers.length, phones, contacts }
    },
    async 'ledger.seal'({ person, records }) {
      const account = context.current()
      if (account.readOnlyFor !== null) throw account.readOnlyFor
      const { name, baseUrl, operator, settings } = account.record()
      await account.backups.whenMade()
      await forgetUnfinished(account.filesFolder)
      const found = recordsOf(account.store, person, settings.country)
      sealPerson(account.store, found, records, { operator, account: { name, baseUrl }, nowMs: context.clock.nowMs() })
      // Its own failure is shown with the backups: who was to be sealed is.
      await account.backups.make('forgotten').catch(() => null)
      return { records }
    },
  }
}
