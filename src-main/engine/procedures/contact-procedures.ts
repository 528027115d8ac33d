import type { OpenAccount } from '../account/open-account.ts'
import type { Contact } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { exportContacts } from '../results/export-contacts.ts'
import type { CachedContact } from '../store/contacts/contacts.ts'

export function contactProcedures(context: EngineContext): HandlersOf<'contacts'> & HandlersOf<'exports'> {
  return {
    'contacts.page'(query) {
      const { contacts, total } = context.current().tables.contacts.page(query)
      return { contacts: contacts.map(toContact), total }
    },

    async 'contacts.export'({ path, overwrite }) {
      const { tables }: OpenAccount = context.current()
      const exported = { contacts: tables.contacts.all(), customFields: tables.customFields.all(), path, overwrite }
      return { path, rows: await context.tasks.run({ kind: 'export', id: path }, (signal) => exportContacts({ ...exported, signal })) }
    },

    async 'exports.stop'() {
      await context.tasks.stop(
        { kinds: ['export'] },
        new AppError('cancelled', 'Saving was cancelled.', 'No file was left behind. Save it again when you are ready.'),
      )
      return {}
    },
  }
}

function toContact({ record, readAtMs }: CachedContact): Contact {
  return {
    uuid: record.uuid,
    name: record.name ?? null,
    phone: record.phone ?? record.phoneRaw ?? null,
    tags: record.tags ?? [],
    archived: record.archived ?? null,
    blocked: record.blocked ?? null,
    consent: record.consent ?? null,
    readAtSeconds: Math.floor(readAtMs / 1000),
  }
}
