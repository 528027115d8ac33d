import { expect, test } from 'vitest'
import type { DamageProgress, DamageReport } from '../../../src-main/engine/contract.ts'
import { practiceEngine } from './practice-engine.ts'

/** The whole engine in practice mode with a file of its own. Answers are parsed with the contract's schema. */
async function withFile(text: string | Buffer) {
  const { engine, call, openFile } = await practiceEngine({ contacts: 5 })
  const events: DamageProgress[] = []
  engine.onAnyEvent((event, payload) => {
    if (event === 'damage.progress') events.push(payload as DamageProgress)
  })
  const { id: fileId } = await openFile('file.csv', text)
  return { call, fileId, events }
}

const codes = ({ findings }: DamageReport) => findings.map(({ code }) => code)
const people = (count: number, name: (index: number) => string) =>
  ['Name,Mobile Phone', ...Array.from({ length: count }, (_, index) => `${name(index)},+1202${2_200_000 + index}`)].join('\n')

test('a check finds, is mended, says what was mended, and finds again once that is undone', async () => {
  const { call, fileId, events } = await withFile(people(60, (index) => (index % 2 === 0 ? `JosÃ© ${index}` : `Ann Lee${index}`)))
  expect((await call('damage.findings', { fileId })).state).toBe('none')
  const first = await call('damage.check', { fileId, wait: true })
  expect(first).toMatchObject({ state: 'done', rows: 60, mended: [], findings: [{ code: 'mojibake', count: 30 }] })
  expect(events.at(-1)).toMatchObject({ fileId, state: 'done', rows: 60, findings: 1 })

  const { through } = await call('edits.add', { fileId, edits: first.findings[0]?.edits ?? [] })
  expect((await call('damage.findings', { fileId })).state).toBe('none')
  const second = await call('damage.check', { fileId, wait: true })
  expect(second.findings).toEqual([])
  expect(second.mended).toMatchObject([{ mend: 'mojibake', cells: 30, columns: ['Name'], numbers: [through], examples: [{ line: 2, before: 'JosÃ© 0', after: 'José 0' }, {}, {}, {}, {}] }])

  await call('edits.undo', { fileId, numbers: [through] })
  expect(codes(await call('damage.check', { fileId, wait: true }))).toEqual(['mojibake'])
})

test('what was checked is not checked again, and another way to read the file is another check', async () => {
  const { call, fileId, events } = await withFile(Buffer.from(people(40, (index) => `Zoë Müller${index}`)))
  expect(codes(await call('damage.check', { fileId, wait: true }))).toEqual([])
  const told = events.length
  expect((await call('damage.check', { fileId, wait: true })).state).toBe('done')
  expect(events.length).toBe(told)

  const misread = await call('damage.check', { fileId, dialect: { encoding: 'windows-1252' }, wait: true })
  expect(misread.findings).toMatchObject([{ code: 'mojibake', severity: 'serious', count: 40 }])
  expect((await call('damage.findings', { fileId })).state).toBe('done')
})

test('rows that are left out by hand are not checked', async () => {
  const { call, fileId } = await withFile(`${people(30, (index) => `Ann Lee${index}`)}\nBob,5.58199E+12`)
  expect(codes(await call('damage.check', { fileId, wait: true }))).toEqual(['phone_rounded'])
  await call('edits.add', { fileId, edits: [{ kind: 'exclude', lines: [32] }] })
  expect(await call('damage.check', { fileId, wait: true })).toMatchObject({ rows: 30, findings: [] })
})

test('a check of a large file is cancelled, or given up for another one, and lets other calls in between', async () => {
  const { call, fileId } = await withFile(people(150_000, (index) => `Ann Lee${index}`))
  const started = await call('damage.check', { fileId })
  expect(started.state).toBe('running')
  const answered = await call('app.info', {})
  expect(answered.practice).toBe(true)
  expect((await call('damage.findings', { fileId })).state).toBe('running')
  await call('damage.cancel', { fileId })
  expect((await call('damage.findings', { fileId })).state).toBe('none')

  const [first, other] = await Promise.all([call('damage.check', { fileId, wait: true }), call('damage.check', { fileId, dialect: { shortRows: 'blank' }, wait: true })])
  expect([first.state, other.state].filter((state) => state === 'done').length).toBeGreaterThanOrEqual(1)
  expect(['cancelled', 'done']).toContain(first.state)
  expect(codes(await call('damage.check', { fileId, wait: true }))).toEqual([])
})

test('a file that cannot be read is refused in words', async () => {
  const { call, fileId } = await withFile(people(10, (index) => `Ann Lee${index}`))
  await expect(call('damage.check', { fileId: 'unknown', wait: true })).rejects.toMatchObject({ code: 'file.not_found' })
  await expect(call('damage.check', { fileId, dialect: { encoding: 'klingon' }, wait: true })).rejects.toMatchObject({ code: 'recipe.invalid' })
})
