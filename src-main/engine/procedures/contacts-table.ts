import { randomUUID } from 'node:crypto'
import type { OpenAccount } from '../account/open-account.ts'
import type { Output } from '../contract.ts'
import { unfinishedFolder } from '../contacts/conversations/unfinished-export.ts'
import { withContactsTable } from '../contacts/export/contacts-table.ts'
import { withFieldUuid } from '../contacts/search/named-field.ts'
import { tableRecipe } from '../mapping/suggest/table-recipe.ts'
import type { ContactFilter } from '../model/contacts/contact-filter-schema.ts'
import { AppError } from '../model/errors.ts'
import { counted } from '../text/counted.ts'
import type { EngineContext } from './engine-context.ts'
import { openFile, toImportFile } from './file-procedures.ts'

/** Makes a file of the account's own of contacts, to be changed in a table. Throws `usage` where there is nobody to change. */
export async function contactsTable(
  context: EngineContext,
  account: OpenAccount,
  named: readonly string[] | undefined,
  wanted: ContactFilter,
): Promise<Output<'contacts.table'>> {
  const { tables, search, filesFolder } = account
  const filter = withFieldUuid(tables, wanted)
  if (filter.gone === true)
    throw new AppError('usage', 'Contacts that are gone cannot be changed any more.', 'Choose some that are still at the service.')
  const customFields = tables.customFields.all()
  return context.tasks.run({ kind: 'export', id: randomUUID() }, async (signal) => {
    const contacts =
      named === undefined ? await search.all(filter) : [...new Set(named)].flatMap((uuid) => tables.contacts.findByUuid(uuid) ?? [])
    const table = { contacts, customFields, folder: unfinishedFolder(filesFolder), nowMs: context.clock.nowMs(), signal }
    return withContactsTable(table, async (path, rows) => {
      if (rows === 0) throw new AppError('usage', 'There is nobody to change.', 'Choose other contacts, or sync first.')
      const file = await openFile(context, { path, name: `Changes to ${counted(rows, 'contact')}.csv`, signal })
      return { file: toImportFile(file), recipe: tableRecipe(randomUUID(), customFields), rows }
    })
  })
}
