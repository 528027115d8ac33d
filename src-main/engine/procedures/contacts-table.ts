import { randomUUID } from 'node:crypto'
import type { OpenAccount } from '../account/open-account.ts'
import type { Output } from '../contract.ts'
import { unfinishedFolder } from '../contacts/conversations/unfinished-export.ts'
import { withContactsTable } from '../contacts/export/with-contacts-table.ts'
import { withFieldUuid } from '../contacts/search/named-field.ts'
import { requestRecipe, tableRecipe } from '../mapping/suggest/table-recipe.ts'
import type { ContactFilter } from '../model/contacts/contact-filter-schema.ts'
import { AppError } from '../model/errors.ts'
import { counted } from '../text/counted.ts'
import type { EngineContext } from './engine-context.ts'
import { openFile, toImportFile } from './file-procedures.ts'

/** What a table is for: which contacts it has, with which columns, and by which recipe it is planned. */
const tablesFor = {
  change: {
    filter: {},
    columns: undefined,
    fileName: (rows: number) => `Changes to ${counted(rows, 'contact')}.csv`,
    recipe: tableRecipe,
  },
  ask: {
    filter: { consent: ['notAsked' as const] },
    columns: ['UUID', 'Phone Number', 'Name'],
    fileName: (rows: number) => `Consent asked of ${counted(rows, 'contact')}.csv`,
    recipe: requestRecipe,
  },
}

/** Makes a file of the account's own of contacts, to be changed in a table. Throws `usage` where there is nobody. */
export async function contactsTable(
  context: EngineContext,
  account: OpenAccount,
  to: 'change' | 'ask',
  named: readonly string[] | undefined,
  wanted: ContactFilter,
): Promise<Output<'contacts.table'>> {
  const { tables, search, filesFolder } = account
  const { columns, fileName, recipe, filter: narrow } = tablesFor[to]
  const filter = withFieldUuid(tables, { ...wanted, ...narrow })
  if (filter.gone === true)
    throw new AppError('usage', 'Contacts that are gone cannot be changed any more.', 'Choose some that are still at the service.')
  const customFields = tables.customFields.all()
  return context.tasks.run({ kind: 'export', id: randomUUID() }, async (signal) => {
    const contacts =
      named === undefined ? await search.all(filter) : [...new Set(named)].flatMap((uuid) => tables.contacts.findByUuid(uuid) ?? [])
    const table = { contacts, customFields, columns, folder: unfinishedFolder(filesFolder), nowMs: context.clock.nowMs(), signal }
    return withContactsTable(table, async (path, rows) => {
      if (rows === 0) throw new AppError('usage', 'There is nobody among these contacts.', 'Choose other contacts, or sync first.')
      const file = await openFile(context, { path, name: fileName(rows), signal })
      return { file: toImportFile(file), recipe: recipe(randomUUID(), customFields), rows }
    })
  })
}
