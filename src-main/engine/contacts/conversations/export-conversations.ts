import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { checkFileName } from '../../files/file-name.ts'
import type { Clock } from '../../model/clock.ts'
import type { ConversationsExported } from '../../model/contacts/shown-conversation-schema.ts'
import { AppError } from '../../model/errors.ts'
import type { FileFetcher } from '../../service/http/file-fetcher.ts'
import { readPosts } from '../../service/read-posts.ts'
import { inParallel } from '../../service/in-parallel.ts'
import type { Service } from '../../service/service.ts'
import { saveAttachments } from './save-attachments.ts'
import { inTimeOrder, toShownPost } from './shown-post.ts'
import { exportKey, openUnfinished, type StoredConversation, tidyUnfinished } from './unfinished-export.ts'
import { type AttachmentsSaved, type NamedConversation, writeConversations } from './write-conversations.ts'

/** So many conversations are read at once. */
const atOnce = 4
/** Pages of posts that are read at most of one conversation: 100,000 posts. */
const mostPages = 2000
/** So often conversations are asked for again whose lines are not whole. */
const mostRounds = 3
/** What a service answers that does not show a conversation to this account. */
const notShownCodes: ReadonlySet<string> = new Set(['service.refused', 'service.shape'])

/** Somebody whose conversations are wanted. */
export interface Person {
  contact: string | null
  name: string | null
  phone: string | null
}

interface ConversationsExport {
  service: Pick<Service, 'conversationByPhone'>
  people: Iterable<Person>
  /** Each has its own conversation with a contact; null for the service's first one, where none are known. */
  departments: readonly { uuid: string | null; name: string | null }[]
  fromSeconds: number | undefined
  toSeconds: number | undefined
  /** A workbook where it ends in `.xlsx`, JSON where in `.json`, else CSV. */
  path: string
  overwrite: boolean
  /** Where attachments are saved as files; null where only their addresses are wanted. */
  attachments: { folder: string; fetcher: () => FileFetcher } | null
  /** Where what was read is kept until the file is written. */
  unfinishedFolder: string
  /** What the request was: the same one goes on where it was broken off. */
  wanted: unknown
  clock: Pick<Clock, 'nowMs'>
  onProgress: (progress: { done: number; total: number; posts: number; files?: { done: number; total: number } }) => void
  signal: AbortSignal
}

/**
 * Reads the conversations of these people and writes them to one file, which is there when it is whole. Where it is broken off, what was read is
 * kept for a week, and the same export goes on there. Throws as `Service` and `writeTable` do, and the signal's reason.
 */
export async function exportConversations(options: ConversationsExport): Promise<ConversationsExported> {
  const { path, overwrite, unfinishedFolder, clock, signal } = options
  checkFileName(path)
  if (!overwrite) await refuseExisting(path)
  await tidyUnfinished(unfinishedFolder, clock.nowMs())
  const { asked, withoutNumber } = await conversationsOf(options)
  const unfinished = await openUnfinished(unfinishedFolder, exportKey(options.wanted))
  try {
    const alreadyRead = asked.filter((one) => unfinished.has(one)).length
    const notShown = new Set<Asked>()
    const missing = () => asked.filter((one) => !unfinished.has(one) && !notShown.has(one))
    // Another program that exports the same may have written into the same line.
    for (let round = 0; round < mostRounds && missing().length > 0; round += 1) {
      await readMissing(options, missing(), asked.length, unfinished.add, notShown)
      await unfinished.look()
    }
    const attachments = await attachmentsOf(options, asked, unfinished.find)
    const counts = { rows: 0, conversations: 0, cutShort: 0 }
    const found = async function* (): AsyncGenerator<NamedConversation> {
      for (const one of asked) {
        signal.throwIfAborted()
        const { contact, name, departmentName } = one
        const conversation = await unfinished.find(one)
        if (conversation === null && notShown.has(one)) continue
        if (conversation === null) throw notKept()
        if (conversation.isCutShort) counts.cutShort += 1
        if (conversation.posts.length === 0) continue
        counts.conversations += 1
        counts.rows += conversation.posts.length
        yield { ...conversation, contact, name, departmentName }
      }
    }
    await writeConversations(path, found(), overwrite ? 'replace' : 'refuse', attachments)
    await unfinished.remove()
    const all = attachments === null ? [] : [...attachments.saved.values()]
    const failed = all.filter(({ problem }) => problem !== null).length
    const complete = notShown.size === 0 && counts.cutShort === 0 && failed === 0
    const files = attachments && { attachments: { folder: attachments.folder, saved: all.length - failed, failed } }
    return { path, ...counts, withoutNumber, notShown: notShown.size, complete, alreadyRead, ...files }
  } catch (error) {
    await unfinished.look().catch(() => undefined)
    throw withWayOn(error, unfinished.count())
  } finally {
    await unfinished.close()
  }
}

/** Saves the attachments of all posts that were read; null where they are not wanted. */
async function attachmentsOf(
  { attachments: wanted, onProgress, signal }: ConversationsExport,
  asked: readonly Asked[],
  find: (one: Asked) => Promise<StoredConversation | null>,
): Promise<AttachmentsSaved | null> {
  if (wanted === null) return null
  const named = new Map<string, string | null>()
  let posts = 0
  for (const one of asked) {
    signal.throwIfAborted()
    const conversation = await find(one)
    posts += conversation?.posts.length ?? 0
    for (const { attachments } of conversation?.posts ?? []) for (const { url, name } of attachments) named.set(url, named.get(url) ?? name)
  }
  const { folder } = wanted
  const fetcher = wanted.fetcher()
  try {
    const told = { done: asked.length, total: asked.length, posts }
    const saved = await saveAttachments({ fetcher, named, folder, signal, onProgress: (files) => onProgress({ ...told, files }) })
    return { folder, saved }
  } finally {
    await fetcher.close()
  }
}

type Asked = { phone: string; department: string | null; contact: string | null; name: string | null; departmentName: string | null }

/** Each conversation once, though several contacts may have its number. */
async function conversationsOf({ people, departments, signal }: ConversationsExport): Promise<{ asked: Asked[]; withoutNumber: number }> {
  const asked: Asked[] = []
  const known = new Set<string>()
  let withoutNumber = 0
  let looked = 0
  for (const { contact, name, phone } of people) {
    looked += 1
    if (looked % 1000 === 0) await setImmediate()
    signal.throwIfAborted()
    if (phone === null) withoutNumber += 1
    if (phone === null || known.has(phone)) continue
    known.add(phone)
    for (const { uuid, name: departmentName } of departments) asked.push({ phone, department: uuid, contact, name, departmentName })
  }
  return { asked, withoutNumber }
}

async function readMissing(
  options: ConversationsExport,
  missing: readonly Asked[],
  total: number,
  keep: (conversation: StoredConversation) => Promise<void>,
  notShown: Set<Asked>,
): Promise<void> {
  const { service, clock, onProgress, fromSeconds, toSeconds, signal } = options
  let posts = 0
  let done = total - missing.length
  const isWanted = ({ sentAtSeconds }: { sentAtSeconds: number | null }): boolean =>
    sentAtSeconds === null || (sentAtSeconds >= (fromSeconds ?? -Infinity) && sentAtSeconds < (toSeconds ?? Infinity))
  onProgress({ done, total, posts })
  await inParallel(missing, atOnce, signal, async (one, stop) => {
    const { phone, department } = one
    const readAtSeconds = Math.floor(clock.nowMs() / 1000)
    const wanted = { phone, groupUuid: department, notBeforeSeconds: fromSeconds ?? -Infinity, mostPages }
    const read = await unlessNotShown(readPosts(service, wanted, stop))
    if (read === null) notShown.add(one)
    else {
      const kept = inTimeOrder(read.posts.map(toShownPost)).filter(isWanted)
      const { conversationUuid: conversation, isResolved: resolved, isCutShort } = read
      await keep({ phone, department, readAtSeconds, conversation, resolved, isCutShort, posts: kept })
      posts += kept.length
    }
    done += 1
    onProgress({ done, total, posts })
  })
}

/** Null for a conversation that the service does not show to this account: the others are read all the same. */
async function unlessNotShown<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && notShownCodes.has(error.code)) return null
    throw error
  }
}

function notKept(): AppError {
  return new AppError(
    'internal',
    'A conversation that was read could not be read back from the disk.',
    'No file was written. Export the conversations again; if another window or command exports the same, wait until it has ended.',
  )
}

/** Says that the next export goes on, where this one has read something. */
function withWayOn(error: unknown, kept: number): unknown {
  if (!(error instanceof AppError) || kept === 0) return error
  const hint = `${error.hint} What was read is kept for a week: export the same conversations again, and it goes on there.`
  return new AppError(error.code, error.message, hint, { cause: error })
}

async function refuseExisting(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  throw new AppError(
    'usage',
    `There is already a file "${basename(path)}" in that folder.`,
    'Choose another name or folder, or allow replacing it.',
  )
}
