import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportConversations, type Person } from '../../../../src-main/engine/contacts/conversations/export-conversations.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { ConversationPost, ConversationPosts, Service } from '../../../../src-main/engine/service/service.ts'
import { createStillClock } from '../../service/odd-server.ts'

let folder = ''
let clock: ReturnType<typeof createStillClock>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-conversations-'))
  clock = createStillClock()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const post = (uuid: string, createdAtSeconds: number | null, more: Partial<ConversationPost> = {}): ConversationPost => ({
  uuid,
  conversationUuid: null,
  body: `Text ${uuid}`,
  createdAtSeconds,
  creatorType: 'customer',
  isWhisper: false,
  attachments: [],
  marksResolved: null,
  isFirst: null,
  messageType: null,
  transferredTo: null,
  assignedTo: null,
  ...more,
})

/** Conversations by number and department, in pages of 50, newest first unless they are to come otherwise. */
function serviceOf(conversations: Record<string, ConversationPost[] | AppError>, order: 'newest' | 'oldest' = 'newest') {
  const asked: string[] = []
  const service: Pick<Service, 'conversationByPhone'> = {
    async conversationByPhone(phone, { page = 0, groupUuid } = {}, signal): Promise<ConversationPosts | null> {
      signal?.throwIfAborted()
      const key = groupUuid === undefined ? phone : `${phone} ${groupUuid}`
      asked.push(key)
      const found = conversations[key]
      if (found === undefined) return null
      if (found instanceof AppError) throw found
      const shown = order === 'newest' ? found.toReversed() : found
      return { conversationUuid: `c-${key}`, resolved: false, customer: null, posts: shown.slice(page * 50, page * 50 + 50) }
    },
  }
  return { service, asked }
}

const person = (phone: string | null, name = 'Ada'): Person => ({ contact: `uuid-${phone}`, name, phone })

function exporting(
  service: Pick<Service, 'conversationByPhone'>,
  people: Person[],
  more: Partial<Parameters<typeof exportConversations>[0]> = {},
) {
  return exportConversations({
    service,
    people,
    departments: [{ uuid: null, name: null }],
    fromSeconds: undefined,
    toSeconds: undefined,
    path: join(folder, 'out.json'),
    overwrite: false,
    attachments: null,
    unfinishedFolder: join(folder, 'unfinished'),
    wanted: { some: 'request' },
    clock,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  })
}

interface Written {
  contact: { phone: string; name: string | null }
  department: { name: string | null }
  allShown: boolean
  posts: { uuid: string; kind: string; writer: string | null; sentAt: string | null; attachments: { url: string }[] }[]
}
const written = (name = 'out.json') => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Written[]
const leftovers = () => (existsSync(join(folder, 'unfinished')) ? readdirSync(join(folder, 'unfinished')) : [])

test.each(['newest', 'oldest'] as const)(
  'all posts of each conversation are written once and in order, from a service that shows the %s first',
  async (order) => {
    const long = Array.from({ length: 137 }, (_, at) => post(`p${at}`, 1_600_000_000 + at * 60))
    const { service } = serviceOf({ '+12025550101': long, '+12025550102': [post('q', 1_600_000_000)] }, order)
    const people = [person('+12025550101'), person('+12025550102', 'Bo'), person('+12025550103', 'Nobody'), person(null)]
    const exported = await exporting(service, people)
    expect(exported).toMatchObject({
      rows: 138,
      conversations: 2,
      withoutNumber: 1,
      notShown: 0,
      cutShort: 0,
      complete: true,
      alreadyRead: 0,
    })
    expect(written().map(({ contact, posts }) => [contact.name, posts.length])).toEqual([
      ['Ada', 137],
      ['Bo', 1],
    ])
    expect(written()[0]?.posts.map(({ uuid }) => uuid)).toEqual(long.map(({ uuid }) => uuid))
    expect(leftovers()).toEqual([])
  },
)

test('what a post is, and who wrote it, is told; each department is a conversation of its own, and a number that two contacts have is asked for once', async () => {
  const posts = [
    post('said', 100),
    post('sent', 160, {
      creatorType: 'user',
      attachments: [{ url: 'https://files.example/a%20b.png', name: 'a b.png', contentType: null }],
    }),
    post('note', 220, { creatorType: 'user', isWhisper: true }),
    post('auto', 280, { creatorType: 'system' }),
    post('done', 340, { creatorType: 'system', body: 'Marked as resolved', marksResolved: true }),
    post('closing', 400, { creatorType: 'user', body: 'Bye!', marksResolved: true }),
    post('moved', 460, { creatorType: 'system', body: null, transferredTo: { uuid: 'u', name: 'Kim', email: null } as never }),
  ]
  const { service, asked } = serviceOf({ '+12025550101 d1': posts, '+12025550101 d2': [post('other', 100)] })
  const departments = [
    { uuid: 'd1', name: 'Front desk' },
    { uuid: 'd2', name: 'Support' },
  ]
  const path = join(folder, 'out.csv')
  await exporting(service, [person('+12025550101'), person('+12025550101', 'Twin')], { departments, path })
  expect(asked.toSorted()).toEqual(['+12025550101 d1', '+12025550101 d2'])
  const lines = readFileSync(path, 'utf8').replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe('Name,Phone Number,Sent At,Direction,Kind,Message,Attachments,Department,Post UUID,Contact UUID,Read At,All Shown')
  const cells = lines.slice(1).map((line) => line.split(','))
  expect(cells.map(([, , , direction, kind, , , department, uuid]) => [uuid, kind, direction, department])).toEqual([
    ['said', 'message', 'incoming', 'Front desk'],
    ['sent', 'message', 'outgoing', 'Front desk'],
    ['note', 'whisper', 'internal', 'Front desk'],
    ['auto', 'message', 'automatic', 'Front desk'],
    ['done', 'resolved', '', 'Front desk'],
    ['closing', 'message', 'outgoing', 'Front desk'],
    ['moved', 'transferred', '', 'Front desk'],
    ['other', 'message', 'incoming', 'Support'],
  ])
  expect(cells[1]?.[6]).toBe('https://files.example/a%20b.png')
  expect(cells[0]?.[2]).toContain('1970-01-01T00:01:40Z')
})

test('posts of one second keep the order in which they were written', async () => {
  const posts = Array.from({ length: 60 }, (_, at) => post(`p${at}`, 1000))
  const { service } = serviceOf({ '+12025550101': posts })
  await exporting(service, [person('+12025550101')])
  expect(written()[0]?.posts.map(({ uuid }) => uuid)).toEqual(posts.map(({ uuid }) => uuid))
})

test('odd texts and times are no reason to fail: characters that end lines, half an emoji, a time beyond all dates', async () => {
  const odd = 'a\u2028b\u2029c\rd\ne\u0000 \ud83d'
  const { service } = serviceOf({ '+12025550101': [post('p', 1e300, { body: odd }), post('q', Number.MAX_SAFE_INTEGER), post('r', 100)] })
  expect(await exporting(service, [person('+12025550101')])).toMatchObject({ rows: 3, complete: true })
  const [conversation] = written()
  expect(conversation?.posts.map(({ uuid, sentAt }) => [uuid, sentAt]).toSorted()).toEqual([
    ['p', null],
    ['q', null],
    ['r', '1970-01-01T00:01:40Z'],
  ])
  expect(JSON.stringify(conversation)).toContain(JSON.stringify('a\u2028b\u2029c\rd\ne\u0000 \ud83d').slice(1, -1))
  await exporting(service, [person('+12025550101')], { path: join(folder, 'odd.xlsx') })
  await exporting(service, [person('+12025550101')], { path: join(folder, 'odd.csv') })
})

test('of a span only its posts are written, its end not included; posts without a time are', async () => {
  const posts = [post('before', 99), post('first', 100), post('timeless', null), post('last', 199), post('after', 200)]
  const { service } = serviceOf({ '+12025550101': posts })
  await exporting(service, [person('+12025550101')], { fromSeconds: 100, toSeconds: 200 })
  expect(written()[0]?.posts.map(({ uuid }) => uuid)).toEqual(['first', 'timeless', 'last'])
})

test('an export that breaks off leaves no file, says how it goes on, and asks for nothing twice', async () => {
  const people = Array.from({ length: 30 }, (_, at) => person(`+120255501${String(at).padStart(2, '0')}`, `Person ${at}`))
  const conversations = Object.fromEntries(people.map(({ phone }, at) => [phone ?? '', [post(`p${at}`, 1000 + at)]]))
  const { service, asked } = serviceOf(conversations)
  const failing: Pick<Service, 'conversationByPhone'> = {
    conversationByPhone: async (...args) => {
      if (asked.length >= 24) throw new AppError('service.unreachable', 'The service cannot be reached.', 'Check the connection.')
      return service.conversationByPhone(...args)
    },
  }
  const broken = await exporting(failing, people).catch((error: unknown) => error)
  expect(broken).toMatchObject({
    code: 'service.unreachable',
    hint: expect.stringMatching(/^Check the connection\. What was read is kept for a week/),
  })
  expect(existsSync(join(folder, 'out.json'))).toBe(false)
  const [unfinished] = leftovers()
  const part = join(folder, 'unfinished', unfinished ?? '')
  if (process.platform !== 'win32') expect(statSync(part).mode & 0o777).toBe(0o600)

  // A kill in the middle of a line, and a line that somebody altered.
  truncateSync(part, statSync(part).size - 9)
  const before = asked.length
  const exported = await exporting(service, people)
  expect(exported).toMatchObject({ rows: 30, conversations: 30, complete: true })
  expect(exported.alreadyRead).toBeGreaterThanOrEqual(10)
  expect(new Set(asked.slice(before)).size).toBe(30 - exported.alreadyRead)
  expect(written().map(({ contact }) => contact.name)).toEqual(people.map(({ name }) => name))
  expect(leftovers()).toEqual([])
})

test('two programs that export the same at once both write all of it', async () => {
  const people = Array.from({ length: 40 }, (_, at) => person(`+120255502${String(at).padStart(2, '0')}`, `Person ${at}`))
  const conversations = Object.fromEntries(
    people.map(({ phone }, at) => [phone ?? '', [post(`p${at}`, 1000 + at, { body: 'ä'.repeat(at * 50) })]]),
  )
  const { service } = serviceOf(conversations)
  const slow: Pick<Service, 'conversationByPhone'> = {
    async conversationByPhone(...args) {
      await new Promise((resolve) => setImmediate(resolve))
      return service.conversationByPhone(...args)
    },
  }
  const both = await Promise.all(['one.json', 'two.json'].map((name) => exporting(slow, people, { path: join(folder, name) })))
  expect(both).toMatchObject([
    { rows: 40, complete: true },
    { rows: 40, complete: true },
  ])
  for (const name of ['one.json', 'two.json'])
    expect(written(name).map(({ posts }) => posts[0]?.uuid)).toEqual(people.map((_, at) => `p${at}`))
})

test('what was altered in what an export had kept is read again, another request goes its own way, and old leftovers go', async () => {
  const people = [person('+12025550101'), person('+12025550102', 'Bo')]
  const { service, asked } = serviceOf({ '+12025550101': [post('p', 1000)], '+12025550102': [post('q', 1000)] })
  const stop = new AbortController()
  const stopping = exporting(service, people, {
    signal: stop.signal,
    onProgress: ({ done }) => done === 2 && stop.abort(new Error('enough')),
  })
  await expect(stopping).rejects.toThrow('enough')
  const part = join(folder, 'unfinished', leftovers()[0] ?? '')
  const text = readFileSync(part, 'utf8')
  truncateSync(part, 0)
  appendFileSync(part, text.replace('Text p', 'Text x'))
  const before = asked.length
  expect(await exporting(service, people)).toMatchObject({ alreadyRead: 1, rows: 2 })
  expect(asked.slice(before)).toContain('+12025550101')
  expect(readFileSync(join(folder, 'out.json'), 'utf8')).not.toContain('Text x')

  const again = new AbortController()
  const other = exporting(service, people, {
    wanted: { another: 'request' },
    path: join(folder, 'other.json'),
    signal: again.signal,
    onProgress: ({ done }) => done === 2 && again.abort(new Error('enough')),
  })
  await expect(other).rejects.toThrow('enough')
  expect(await exporting(service, people, { path: join(folder, 'third.json') })).toMatchObject({ alreadyRead: 0 })
  const old = clock.nowMs() / 1000 - 8 * 24 * 3600
  for (const name of leftovers()) utimesSync(join(folder, 'unfinished', name), old, old)
  await exporting(service, people, { path: join(folder, 'fourth.json') })
  expect(leftovers()).toEqual([])
})

test('a conversation that is not shown, or not whole, is said: the file is not complete', async () => {
  const refused = new AppError('service.refused', 'This account may not see it.', 'Ask an administrator.')
  // Without uuids the posts of two pages cannot be told apart.
  const nameless = Array.from({ length: 80 }, (_, at) => post('', 1000 + at))
  const { service } = serviceOf({ '+12025550101': refused, '+12025550102': nameless })
  const exported = await exporting(service, [person('+12025550101'), person('+12025550102', 'Bo')])
  expect(exported).toMatchObject({ complete: false, notShown: 1, cutShort: 1, conversations: 1 })
  expect(written()[0]?.allShown).toBe(false)
})

test('a sign-in that has expired ends it, and an existing file is not replaced before anything is asked', async () => {
  const { service } = serviceOf({ '+12025550101': new AppError('sign_in.needed', 'Sign in again.', 'Sign in.') })
  await expect(exporting(service, [person('+12025550101')])).rejects.toMatchObject({ code: 'sign_in.needed' })
  appendFileSync(join(folder, 'out.json'), 'mine')
  const { service: quiet, asked } = serviceOf({})
  await expect(exporting(quiet, [person('+12025550101')])).rejects.toMatchObject({ code: 'usage' })
  expect(asked).toEqual([])
  expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe('mine')
})
