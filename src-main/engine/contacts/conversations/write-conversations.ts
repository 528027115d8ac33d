import { basename, dirname } from 'node:path'
import { createOutputFile } from '../../files/output-file.ts'
import type { ShownPost } from '../../model/contacts/shown-conversation-schema.ts'
import type { SavedAttachment } from './save-attachments.ts'
import { writeTable } from '../export/write-table.ts'
import type { StoredConversation } from './unfinished-export.ts'

/** A conversation, with the names of who and what it is about. */
export interface NamedConversation extends StoredConversation {
  contact: string | null
  name: string | null
  departmentName: string | null
}

/** `Direction` is as the mapping of a message history reads it, so that the file can be imported into another account as it is. */
export const conversationColumns = [
  'Name',
  'Phone Number',
  'Sent At',
  'Direction',
  'Kind',
  'Message',
  'Attachments',
  'Department',
  'Post UUID',
  'Contact UUID',
  'Read At',
  'All Shown',
] as const

/** Where attachments were saved: by their addresses, and the folder. */
export interface AttachmentsSaved {
  folder: string
  saved: ReadonlyMap<string, SavedAttachment>
}

/** In the order of the addresses; `-` where there is no file. */
const savedColumns = ['Saved As', 'SHA-256 of What Is Saved', 'Not Saved'] as const

/** Writes one row for each post, or, where the path ends in `.json`, one object for each conversation. Throws as `writeTable` does. */
export async function writeConversations(
  path: string,
  conversations: AsyncIterable<NamedConversation>,
  ifExists: 'replace' | 'refuse',
  attachments: AttachmentsSaved | null,
): Promise<void> {
  if (/\.json$/i.test(path)) return writeJson(path, conversations, ifExists, attachments)
  await writeTable(path, rowsOf(conversations, attachments), ifExists, 'Conversations')
}

async function* rowsOf(
  conversations: AsyncIterable<NamedConversation>,
  attachments: AttachmentsSaved | null,
): AsyncGenerator<readonly string[]> {
  yield attachments === null ? conversationColumns : [...conversationColumns, ...savedColumns]
  for await (const conversation of conversations) {
    const { name, phone, departmentName, contact, readAtSeconds, isCutShort } = conversation
    for (const post of conversation.posts) {
      yield [
        name ?? '',
        phone,
        post.sentAtSeconds === null ? '' : timeOf(post.sentAtSeconds),
        directionOf(post),
        post.kind,
        post.body ?? '',
        post.attachments.map(({ url }) => url).join(' '),
        departmentName ?? '',
        post.uuid,
        contact ?? '',
        timeOf(readAtSeconds),
        isCutShort ? 'no' : 'yes',
        ...(attachments === null ? [] : savedCells(post, attachments)),
      ]
    }
  }
}

function savedCells({ attachments }: ShownPost, { folder, saved }: AttachmentsSaved): string[] {
  const all = attachments.map(({ url }) => saved.get(url) ?? notLooked)
  return [
    all.map(({ file }) => (file === null ? '-' : `${basename(folder)}/${file}`)).join('\n'),
    all.map((one) => (one.file === null ? '-' : one.sha256)).join('\n'),
    [...new Set(all.flatMap(({ problem }) => problem ?? []))].join(' '),
  ]
}

const notLooked: SavedAttachment = { file: null, problem: 'It was not looked for.' }

/** Blank for what nobody has written. */
function directionOf({ kind, writer }: ShownPost): string {
  if (kind === 'whisper') return 'internal'
  if (kind !== 'message' || writer === null) return ''
  return writer === 'customer' ? 'incoming' : writer === 'office' ? 'outgoing' : 'automatic'
}

async function writeJson(
  path: string,
  conversations: AsyncIterable<NamedConversation>,
  ifExists: 'replace' | 'refuse',
  saving: AttachmentsSaved | null,
): Promise<void> {
  const withFile = (one: ShownPost['attachments'][number]) => {
    const { file, ...rest } = saving?.saved.get(one.url) ?? notLooked
    return { ...one, file: file === null || saving === null ? null : `${basename(saving.folder)}/${file}`, ...rest }
  }
  const file = await createOutputFile(dirname(path), 'utf-8', false)
  try {
    await file.write('[')
    let separator = '\n'
    for await (const { contact, name, phone, department, departmentName, resolved, isCutShort, readAtSeconds, posts } of conversations) {
      const shown = {
        contact: { uuid: contact, name, phone },
        department: { uuid: department, name: departmentName },
        resolved,
        readAt: timeOf(readAtSeconds),
        allShown: !isCutShort,
        posts: posts.map(({ sentAtSeconds, ...post }) => ({
          ...post,
          ...(saving !== null && { attachments: post.attachments.map(withFile) }),
          sentAt: sentAtSeconds === null ? null : timeOf(sentAtSeconds),
        })),
      }
      await file.write(`${separator}${JSON.stringify(shown)}`)
      separator = ',\n'
    }
    await file.write('\n]\n')
    await file.publish(basename(path), ifExists)
  } finally {
    await file.discard()
  }
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.000Z$/, 'Z')
