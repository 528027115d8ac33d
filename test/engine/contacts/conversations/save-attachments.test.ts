import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { saveAttachments } from '../../../../src-main/engine/contacts/conversations/save-attachments.ts'
import { createFileFetcher } from '../../../../src-main/engine/service/http/file-fetcher.ts'
import { systemClock } from '../../../../src-main/engine/model/clock.ts'
import { fileNameMistake } from '../../../../src-main/engine/files/file-name.ts'
import { practiceEngine } from '../../procedures/practice-engine.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rollcall-attachments-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A server of files; what it was asked, with the token that came along. */
async function fileServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { url: string; token: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', token: request.headers['x-tgp-access-token'] as string | undefined })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const clock = { ...systemClock, sleep: async () => undefined }
const fetcherOf = (baseUrl: string, more: Partial<Parameters<typeof createFileFetcher>[0]> = {}) =>
  createFileFetcher({ baseUrl, tokenIn: 'header', token: async () => 'secret', clock, ...more })

async function saving(fetcher: ReturnType<typeof fetcherOf>, named: Record<string, string | null>) {
  const { signal } = new AbortController()
  try {
    return await saveAttachments({ fetcher, named: new Map(Object.entries(named)), folder, signal, onProgress: () => undefined })
  } finally {
    await fetcher.close()
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('files come with the digest of their bytes, under names that stay in the folder and that Windows takes', async () => {
  const { origin, asked } = await fileServer((request, response) => response.end(`bytes of ${request.url}`))
  const names = ['../../evil.sh', 'C:\\con', 'aux.txt', 'a/b\u202egnp.exe', '', ' .. ', `${'x'.repeat(300)}.jpeg`, 'été photo.png']
  const named = Object.fromEntries(names.map((name, at) => [`${origin}/f${at}`, name]))
  const saved = await saving(fetcherOf('https://texts.example'), { ...named, [`${origin}/%2e%2e%2fup.png`]: null })
  // Another host than the service's is none of this computer's business.
  expect([...saved.values()].every(({ problem }) => problem !== null)).toBe(true)
  expect(asked).toEqual([])

  const there = await saving(fetcherOf(origin), { ...named, [`${origin}/%2e%2e%2fup.png`]: null })
  expect([...there.values()].map(({ problem }) => problem)).toEqual(Array.from({ length: 9 }, () => null))
  const files = readdirSync(folder)
  expect(files).toHaveLength(9)
  for (const file of files) {
    expect(fileNameMistake(file)).toBeNull()
    expect(file).toMatch(/^[0-9a-f]{16}-[^\s%]{1,100}$/u)
  }
  const first = there.get(`${origin}/f0`)
  if (first?.problem !== null) throw new Error('Nothing was saved.')
  expect(first.file).toMatch(/-evil\.sh$/)
  expect(readFileSync(join(folder, first.file), 'utf8')).toBe('bytes of /f0')
  expect(first.sha256).toBe(sha256('bytes of /f0'))
})

test('the token goes to the service alone, also where it sends on to another host', async () => {
  const other = await fileServer((_request, response) => response.end('picture'))
  const own = await fileServer((_request, response) => response.writeHead(302, { location: `${other.origin}/picture.png` }).end())
  const saved = await saving(fetcherOf(own.origin), { [`${own.origin}/a`]: 'a.png', [`${other.origin}/b`]: 'b.png' })
  expect([...saved.values()].map(({ problem }) => problem)).toEqual([null, null])
  expect(own.asked.map(({ token }) => token)).toEqual(['secret'])
  expect(other.asked.map(({ token }) => token)).toEqual([undefined, undefined])
  const byParameter = await saving(fetcherOf(own.origin, { tokenIn: 'parameter' }), { [`${own.origin}/c`]: 'c.png' })
  expect([...byParameter.values()][0]?.problem).toBeNull()
  expect(own.asked.at(-1)?.url).toBe('/c?access_token=secret')
  expect(other.asked.at(-1)?.url).toBe('/picture.png')
})

test('what cannot be fetched is said of that file alone, after it was tried again where that may help', async () => {
  let busy = 0
  const { origin, asked } = await fileServer((request, response) => {
    if (request.url === '/gone') return response.writeHead(404).end('<html>no')
    if (request.url === '/secret') return response.writeHead(403).end()
    if (request.url === '/large') return response.end(Buffer.alloc(3000))
    if (request.url === '/empty') return response.end()
    if (request.url === '/round') return response.writeHead(301, { location: '/round' }).end()
    if (request.url === '/away') return response.writeHead(301, { location: 'file:///etc/passwd' }).end()
    if (request.url === '/busy' && ++busy < 3) return response.write('half') && response.destroy()
    return response.end('whole')
  })
  const paths = ['gone', 'secret', 'large', 'empty', 'round', 'away', 'busy', 'fine']
  const addresses = [
    ...paths.map((path) => `${origin}/${path}`),
    'file:///etc/passwd',
    'http://169.254.169.254/latest',
    'http://printer/x',
    'https://me:pw@a.example/',
  ]
  const saved = await saving(fetcherOf(origin, { mostBytes: 2000 }), Object.fromEntries(addresses.map((one) => [one, null])))
  expect(addresses.map((one) => saved.get(one)?.problem ?? null)).toEqual([
    'It is no longer there.',
    'It is not shown to this account.',
    'It is larger than 100 MB.',
    'Its address gave an empty file.',
    'Its address leads on and on to other addresses.',
    'Its address is none that a file may be fetched from.',
    null,
    null,
    ...Array.from({ length: 4 }, () => 'Its address is none that a file may be fetched from.'),
  ])
  expect(asked.filter(({ url }) => url === '/gone')).toHaveLength(1)
  expect(asked.filter(({ url }) => url === '/busy')).toHaveLength(3)
  // Nothing half is left.
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['whole', 'whole'])
})

test('conversations are exported with their attachments, which are not fetched again, and say what is missing', async () => {
  const { origin, asked } = await fileServer((request, response) =>
    request.url === '/lost.png' ? response.writeHead(404).end() : response.end(`bytes of ${request.url}`),
  )
  const { call, sandbox } = await practiceEngine({ contacts: 5 })
  await call('sync.start', {})
  await expect.poll(async () => (await call('sync.status', {})).state).toBe('complete')
  const phone = (await call('contacts.page', { offset: 0, limit: 5 })).contacts.find((one) => one.phone !== null)?.phone ?? ''
  const attachments = [{ url: `${origin}/a.png` }, { url: `${origin}/lost.png` }]
  await fetch(`${sandbox.baseUrl}/api/new_customer_post.json`, {
    method: 'POST',
    headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_number: phone, comment: { body: 'two pictures' }, attachments }),
  })
  const into = join(folder, 'conversations.json')
  const exporting = () => call('conversations.export', { contacts: [phone], path: into, overwrite: true, attachmentsBeside: true })
  const exported = await exporting()
  const beside = join(folder, 'conversations attachments')
  expect(exported).toMatchObject({ complete: false, attachments: { folder: beside, saved: 1, failed: 1 } })
  const [conversation] = JSON.parse(readFileSync(into, 'utf8')) as { posts: { body: string; attachments: Record<string, unknown>[] }[] }[]
  const [picture, lost] = conversation?.posts.find(({ body }) => body === 'two pictures')?.attachments ?? []
  expect(picture).toMatchObject({ sha256: sha256('bytes of /a.png'), problem: null })
  expect(lost).toMatchObject({ file: null, problem: 'It is no longer there.' })
  expect(readFileSync(join(folder, String(picture?.file)), 'utf8')).toBe('bytes of /a.png')

  await exporting()
  expect(asked.filter(({ url }) => url === '/a.png')).toHaveLength(1)
  expect(asked.every(({ token }) => token === undefined)).toBe(true)
  const table = join(folder, 'table.csv')
  await call('conversations.export', { contacts: [phone], path: table, attachmentsFolder: beside })
  const text = readFileSync(table, 'utf8')
  expect(text).toContain('Saved As,SHA-256 of What Is Saved,Not Saved')
  expect(text).toContain(sha256('bytes of /a.png'))
  // The file loads as before: what was saved is no column of a message history.
  const file = await call('files.open', { path: table })
  const { columns, recipe } = await call('mapping.suggest', { fileId: file.id })
  expect(recipe.kind).toBe('messages')
  const to = (name: string) => columns.find((column) => column.name === name)?.target ?? null
  expect([to('Saved As'), to('SHA-256 of What Is Saved'), to('Not Saved')]).toEqual([null, null, null])
})
