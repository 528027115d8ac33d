import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { recipeOf } from '../../mapping/mapping-case.ts'
import { planFile } from '../../plan/planned-file.ts'
import { cache } from '../../plan/planning.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { written } from './xlsx-rows.ts'
import { textRow } from './workbook-bytes.ts'

const newStore = tempStores()
let store: Store
let folder: string
beforeEach(async () => {
  store = newStore()
  addFile(store)
  folder = await mkdtemp(join(tmpdir(), 'rollcall-xlsx-'))
  cache(
    store,
    { uuid: 'ann', phone: '+12025550123', name: 'Ann' },
    { uuid: 'ben', phone: '+12025550124', name: 'Ben' },
    { uuid: 'cem', phone: '+12025550125', name: 'Cem' },
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('plans every row of a workbook, by numbers that are phone numbers, under the lines of its sheet', async () => {
  const name = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [
    textRow(2, ['Phone', 'Name']),
    `<row r="4"><c r="A4"><v>2025550123</v></c>${name('Anna')}</row>`,
    `<row r="5"><c r="A5" s="1"><v>2025550124</v></c>${name('Ben')}</row>`,
    `<row r="6"><c r="A6"><v>1.2025550125E10</v></c>${name('Cem K')}</row>`,
    `<row r="7"><c r="A7"><f>VLOOKUP(1,B:C,2)</f></c>${name('Nobody')}</row>`,
    `<row r="9" hidden="1"><c r="A9" t="e"><f>NA()</f><v>#N/A</v></c>${name('Wrong')}</row>`,
  ].join('')
  const path = await written(folder, { sheets: [{ rows }], formats: ['(000) 000-0000'] })
  const { counts, shown } = await planFile(store, path, recipeOf('contacts', [{ to: 'name', from: ['Name'] }]))
  expect(counts).toMatchObject({ rows: 5, send: 2, unchanged: 1, invalid: 2 })
  expect(shown.map(({ line, class: kind }) => [line, kind])).toEqual([
    [4, 'send'],
    [5, 'unchanged'],
    [6, 'send'],
    [7, 'invalid'],
    [9, 'invalid'],
  ])
  expect(shown[3]?.issues.map(({ code }) => code)).toContain('row.no_value')
  expect(shown[4]?.issues.map(({ code }) => code)).toContain('row.cell_error')
})
