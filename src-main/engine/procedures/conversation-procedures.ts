import { join, parse } from 'node:path'
import type { OpenAccount } from '../account/open-account.ts'
import { exportConversations, type Person } from '../contacts/conversations/export-conversations.ts'
import { withFieldUuid } from '../contacts/search/named-field.ts'
import { readConversation } from '../contacts/conversations/read-conversation.ts'
import { unfinishedFolder } from '../contacts/conversations/unfinished-export.ts'
import type { ConversationsWanted } from '../model/contacts/shown-conversation-schema.ts'
import { AppError } from '../model/errors.ts'
import type { CachedContact } from '../store/contacts/contacts.ts'
import { createPhoneReader } from '../text/phone-number.ts'
import type { EngineContext } from './engine-context.ts'
import type { HandlersOf } from './handlers.ts'

/** How often progress is told at most, in milliseconds. */
const tellEveryMs = 200

export function conversationProcedures(context: EngineContext): HandlersOf<'conversations'> {
  const departmentsOf = ({ tables }: OpenAccount) => tables.departments.all().map(({ uuid, name }) => ({ uuid, name }))
  return {
    'conversations.page': (wanted) => readConversation(context.current(), wanted),
    'conversations.departments': () => ({ departments: departmentsOf(context.current()) }),

    async 'conversations.export'({ path, overwrite, attachmentsFolder, attachmentsBeside, ...wanted }) {
      const account = context.current()
      const { clock } = context
      const folder = attachmentsFolder ?? (attachmentsBeside === true ? folderBeside(path) : null)
      let toldAtMs = Number.NEGATIVE_INFINITY
      return context.tasks.run({ kind: 'export', id: path }, async (signal) =>
        exportConversations({
          service: account.service,
          people: await peopleOf(account, wanted),
          departments: chosenDepartments(departmentsOf(account), wanted.departments),
          fromSeconds: wanted.fromSeconds,
          toSeconds: wanted.toSeconds,
          path,
          overwrite,
          attachments: folder === null ? null : { folder, fetcher: () => account.service.fileFetcher() },
          unfinishedFolder: unfinishedFolder(account.filesFolder),
          wanted,
          clock,
          signal,
          onProgress(progress) {
            const nowMs = clock.nowMs()
            const { done, total } = progress.files ?? progress
            if (done < total && nowMs - toldAtMs < tellEveryMs) return
            toldAtMs = nowMs
            context.emit('conversations.progress', { path, ...progress })
          },
        }),
      )
    },
  }
}

/** `conversations.xlsx` has `conversations attachments`. */
function folderBeside(path: string): string {
  const { dir, name } = parse(path)
  return join(dir, `${name} attachments`)
}

const toPerson = ({ record }: CachedContact): Person => ({ contact: record.uuid, name: record.name ?? null, phone: record.phone ?? null })

async function peopleOf({ search, tables, record }: OpenAccount, wanted: ConversationsWanted): Promise<Iterable<Person>> {
  const { contacts, departments: _departments, fromSeconds: _from, toSeconds: _to, ...filter } = wanted
  if (contacts !== undefined) {
    const readPhone = createPhoneReader(record().settings.country)
    return contacts.flatMap((named) => {
      const known = tables.contacts.findByUuid(named)
      if (known !== null) return [toPerson(known)]
      const { phone } = readPhone(named)
      if (phone === null)
        throw new AppError('usage', `"${named}" is neither a contact of this account nor a phone number.`, 'Sync, or check the number.')
      const [first] = tables.contacts.findByPhone(phone)
      return [first === undefined ? { contact: null, name: null, phone } : toPerson(first)]
    })
  }
  if (filter.gone === true)
    throw new AppError('usage', 'Contacts that are gone have no conversations any more.', 'Export those of contacts that are there.')
  // Read to its end at once: while conversations are asked for, the cache may change.
  const people: Person[] = []
  for (const contact of await search.all(withFieldUuid(tables, filter))) people.push(toPerson(contact))
  return people
}

/** Throws `usage` for a name that no department has, or several have. */
function chosenDepartments(
  known: readonly { uuid: string; name: string }[],
  chosen: readonly string[] | undefined,
): { uuid: string | null; name: string | null }[] {
  if (chosen === undefined) return known.length === 0 ? [{ uuid: null, name: null }] : [...known]
  return chosen.map((wanted) => {
    const found = known.filter(({ uuid, name }) => uuid === wanted || name.toLowerCase() === wanted.trim().toLowerCase())
    const [first] = found
    if (first !== undefined && found.length === 1) return first
    const all = known.map(({ name }) => `"${name}"`).join(', ')
    throw new AppError(
      'usage',
      found.length > 1 ? `Several departments are called "${wanted}".` : `There is no department "${wanted}".`,
      known.length === 0 ? 'Sync first: no departments are known yet.' : `The departments are ${all}; a uuid works too.`,
    )
  })
}
