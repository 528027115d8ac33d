import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCardReader } from '../../../../src-main/engine/source/vcard/card-reader.ts'
import { dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-cards-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function inspected(content: string) {
  const path = join(folder, 'cards.vcf')
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await writeFile(path, content)
  return inspectFile(path, dialectChoiceSchema.parse({}))
}

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:2.1', ...lines, 'END:VCARD', ''].join('\r\n')

it('a value of a million soft line breaks is one value, without work that grows with its square', async () => {
  const { rows, columns } = await inspected(card('FN:Ada', `NOTE;ENCODING=QUOTED-PRINTABLE:${'x=\r\n'.repeat(1_000_000)}y`, 'TEL;CELL:12'))
  const note = rows[0]?.cells[columns.findIndex(({ name }) => name === 'Note')]
  expect(note?.length).toBe(1_000_001)
  expect(rows[0]?.cells).toContain('12')
})

it('a card of more text than any contact has is refused with its line', async () => {
  await expect(
    inspected(card('FN:Ada') + card(`NOTE;ENCODING=QUOTED-PRINTABLE:${`${'x'.repeat(70)}=\r\n`.repeat(1_000_000)}y`)),
  ).rejects.toMatchObject({ code: 'file.unreadable', message: expect.stringContaining('Line 5 ') as string })
})

it('a soft end that nothing follows stays a sign of the text', async () => {
  const { rows } = await inspected('BEGIN:VCARD\r\nFN:Ada\r\nNOTE;ENCODING=QUOTED-PRINTABLE:x=')
  expect(rows[0]?.cells).toEqual(['Ada', 'x='])
})

it('properties of nothing but semicolons cost no more than their length', async () => {
  const { rows } = await inspected(card('FN:Ada', ...Array.from({ length: 1_900 }, () => `CATEGORIES${';'.repeat(1_900)}:1`)))
  expect(rows[0]?.cells).toEqual(['Ada', Array.from({ length: 1_900 }, () => '1').join(', ')])
  const other = await inspected(card('FN:Ada', `ADR:${';'.repeat(3_000_000)}`, 'TEL:12'))
  expect(other.rows[0]?.cells).toContain('12')
})

it('names of properties that objects have by themselves are columns like others', async () => {
  const { columns, rows } = await inspected(card('FN:Ada', 'CONSTRUCTOR:one', '__PROTO__:two', 'TEL:1'))
  expect(columns.map(({ name }) => name)).toEqual(['Full name', 'Phone', 'Constructor', '__proto__'])
  expect(rows[0]?.cells).toEqual(['Ada', '1', 'one', 'two'])
})

it('8,000 cards with a property each of its own are refused, and nothing is left of them', async () => {
  const cards = Array.from({ length: 8_000 }, (_, at) => card(`X-C${at}:v`)).join('')
  await expect(inspected(cards)).rejects.toMatchObject({ code: 'file.unreadable' })
  expect(await readdir(folder)).toEqual(['cards.vcf'])
})

it('many cards that share hardly any columns are refused before their table is written', async () => {
  const cards = Array.from({ length: 20_000 }, (_, at) => card(`X-C${at % 4_000}:v`)).join('')
  await expect(inspected(cards)).rejects.toMatchObject({
    code: 'file.unreadable',
    message: expect.stringContaining('entries in common') as string,
  })
  expect(await readdir(folder)).toEqual(['cards.vcf'])
})

it('many preferred values of one card are put in order, and more than any contact has are refused', async () => {
  const phones = (count: number) => card(...Array.from({ length: count }, (_, at) => `TEL;PREF;CELL:${at}`))
  expect((await inspected(phones(4_000))).columns).toHaveLength(4_000)
  await expect(inspected(phones(30_000))).rejects.toMatchObject({ code: 'file.unreadable' })
})

it.each([1, 2, 3, 7, 1_000])('lines that come in pieces of %i characters are the same lines', (size) => {
  const text = card('FN:Ada', 'NOTE;ENCODING=QUOTED-PRINTABLE:a=\r\nb=\r\n=\r\nc', 'X-A:1').replaceAll('X-A:1\r\n', 'X-A:1\rX-B:2\n')
  const reader = createCardReader('utf-8')
  const cards = []
  for (let at = 0; at < text.length; at += size) cards.push(...reader.push(text.slice(at, at + size), false))
  cards.push(...reader.push('', true))
  expect(cards.map(({ properties }) => properties.map(({ name, value }) => `${name}=${value}`))).toEqual([
    ['fn=Ada', 'note=abc', 'x-a=1', 'x-b=2'],
  ])
})

it('cards in cards, however many, are cards', async () => {
  const { rows } = await inspected('BEGIN:VCARD\r\nFN:Ada\r\nAGENT:\r\n'.repeat(5_000))
  expect(rows).toHaveLength(100)
})
