import type { OpenAccount } from '../account/open-account.ts'
import type { Handlers, HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { chosenColumns } from '../contacts/export/chosen-columns.ts'
import { exportContacts } from '../contacts/export/export-contacts.ts'
import { contactsTable } from './contacts-table.ts'
import { contactDetail } from '../contacts/record/contact-detail.ts'
import { stopTexts } from '../contacts/stop/stop-texts.ts'
import { unsettledForMs } from '../run/late/unsettled-calls.ts'
import { lastRefusalOf } from '../plan/guards/last-refusal.ts'
import { goneAt, searchGone } from '../contacts/search/gone-search.ts'
import { withFieldUuid } from '../contacts/search/named-field.ts'
import { toContact } from '../contacts/search/to-contact.ts'

export function contactProcedures(context: EngineContext): HandlersOf<'contacts'> & Pick<Handlers, 'events.take'> & HandlersOf<'exports'> {
  return {
    async 'contacts.page'({ offset, limit, sort, ...wanted }) {
      const { search, tables } = context.current()
      const filter = withFieldUuid(tables, wanted)
      if (filter.gone === true) {
        const gone = await goneAt(tables, filter, { offset, limit })
        const contacts = gone.contacts.map((one) => ({ ...toContact(one), goneSinceSeconds: Math.floor(one.goneAtMs / 1000) }))
        return { contacts, total: gone.total }
      }
      const { contacts, total } = await search.page(filter, { offset, limit, sort })
      return { contacts: contacts.map(toContact), total }
    },
    async 'contacts.counts'() {
      const { search, tables } = context.current()
      return { ...(await search.counts()), gone: tables.goneContacts.count() }
    },

    'contacts.detail': ({ contact }) => contactDetail(context.current().tables, contact),
    async 'contacts.stopTexts'(request) {
      const { store, service, record, readOnlyFor } = context.current()
      if (readOnlyFor !== null) throw readOnlyFor
      const { name, baseUrl, operator, settings } = record()
      const { clock } = context
      const unsettled = (contacts: readonly string[]) => unsettledForMs(store, contacts, clock.nowMs())
      const options = { store, service, clock, unsettledForMs: unsettled, country: settings.country, operator, account: { name, baseUrl } }
      return stopTexts(options, request)
    },

    'contacts.lastRefusal'({ phone }) {
      const { service, tables } = context.current()
      const groupUuids = tables.departments.all().map(({ uuid }) => uuid)
      return lastRefusalOf(service, groupUuids, phone)
    },

    async 'contacts.table'({ contacts: named, to, ...wanted }) {
      const account = context.current()
      if (account.readOnlyFor !== null) throw account.readOnlyFor
      return contactsTable(context, account, to, named, wanted)
    },
    'contacts.columns'() {
      const { tables } = context.current()
      return { columns: chosenColumns(tables.customFields.all(), undefined).map(({ header }) => header) }
    },

    async 'contacts.export'({ path, overwrite, columns, ...wanted }) {
      const { tables, search }: OpenAccount = context.current()
      const filter = withFieldUuid(tables, wanted)
      const rows = await context.tasks.run({ kind: 'export', id: path }, async (signal) => {
        const contacts = filter.gone === true ? searchGone(tables, filter) : await search.all(filter)
        signal.throwIfAborted()
        return exportContacts({ contacts, customFields: tables.customFields.all(), columns, path, overwrite, signal })
      })
      return { path, rows }
    },

    'events.take'({ body }) {
      const { events, readOnlyFor } = context.current()
      if (readOnlyFor !== null) throw readOnlyFor
      return events.take(body)
    },

    async 'exports.stop'() {
      await context.tasks.stop(
        { kinds: ['export'] },
        new AppError('cancelled', 'Saving was canceled.', 'No file was left behind. Save it again when you are ready.'),
      )
      return {}
    },
  }
}
