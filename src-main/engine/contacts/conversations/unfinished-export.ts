import { createHash } from 'node:crypto'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { linesOf } from '../../files/line-feeds.ts'
import { cleanUp, patiently } from '../../files/patient-files.ts'
import { shownPostSchema } from '../../model/contacts/shown-conversation-schema.ts'

/** A conversation as it was read: of a number in a department, null for the service's first one. */
const readConversationSchema = z.object({
  phone: z.string(),
  department: z.string().nullable(),
  readAtSeconds: z.int(),
  conversation: z.string().nullable(),
  resolved: z.boolean().nullable(),
  isCutShort: z.boolean(),
  posts: z.array(shownPostSchema),
})
export type StoredConversation = z.infer<typeof readConversationSchema>

/** So long what an export had read before it was broken off is used by the next one. */
const keptForMs = 7 * 24 * 60 * 60 * 1000
const ending = '.conversations.part'

/** Where exports of an account keep what they have read, beside the copies of its files. */
export const unfinishedFolder = (filesFolder: string): string => join(dirname(filesFolder), 'unfinished')

/** By what two exports are the same one. */
export function exportKey(wanted: unknown): string {
  return createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 32)
}

const keyOf = ({ phone, department }: { phone: string; department: string | null }): string => `${phone} ${department ?? ''}`

/**
 * What an export has read so far, in a file of the account that only its owner can read: an export that is broken off, by whatever it be, goes on
 * there. A line that is not whole, or was altered, counts as not read. Two programs may write to the same file at once: `look` finds what is
 * there whoever wrote it.
 */
export async function openUnfinished(folder: string, key: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${key}${ending}`)
  const file = await patiently(() => open(path, 'a+', 0o600))
  const places = new Map<string, { at: number; length: number }>()

  async function look(): Promise<void> {
    places.clear()
    let at = 0
    for await (const line of linesOf(file.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' }))) {
      const length = Buffer.byteLength(line)
      const conversation = readLine(line)
      if (conversation !== null) places.set(keyOf(conversation), { at, length })
      at += length + 1
    }
  }

  await look()
  // What a kill left of a line stays a line of its own, which is not whole.
  if ((await file.stat()).size > 0) await file.appendFile('\n')
  let writing: Promise<void> = Promise.resolve()
  return {
    look,
    has: (of: { phone: string; department: string | null }): boolean => places.has(keyOf(of)),
    count: (): number => places.size,

    /** Keeps a conversation; `look` finds it. One after the other, whoever calls. */
    add(conversation: StoredConversation): Promise<void> {
      const json = JSON.stringify(conversation)
      writing = writing.then(() => file.appendFile(`${digestOf(json)} ${json}\n`))
      return writing
    },

    /** A conversation as it was kept; null where it was not, or cannot be read any more. */
    async find(of: { phone: string; department: string | null }): Promise<StoredConversation | null> {
      const place = places.get(keyOf(of))
      if (place === undefined) return null
      const bytes = Buffer.alloc(place.length)
      await file.read(bytes, 0, place.length, place.at)
      return readLine(bytes.toString('utf8'))
    },

    async close(): Promise<void> {
      await writing.catch(() => undefined)
      await file.close()
    },
    /** When the file is written that this was for. */
    remove: () => cleanUp(path),
  }
}

const digestOf = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, 16)

function readLine(line: string): StoredConversation | null {
  const [digest, json] = [line.slice(0, 16), line.slice(17)]
  if (json === '' || digestOf(json) !== digest) return null
  const parsed = readConversationSchema.safeParse(JSON.parse(json))
  return parsed.success ? parsed.data : null
}

/** Removes all that exports have left, when somebody is to be forgotten. Never rejects. */
export const forgetUnfinished = (filesFolder: string): Promise<void> => cleanUp(unfinishedFolder(filesFolder))

/** Removes what exports have left that nobody went on with. Never rejects. */
export async function tidyUnfinished(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith(ending))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && nowMs - found.mtimeMs > keptForMs) await cleanUp(path)
  }
}
