import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { allParts } from '../../../../src-main/engine/model/contacts/record-parts.ts'
import { type HolderRow, holderMemory, holdersOf, passRows } from '../../../../src-main/engine/plan/read-ahead/holder-rows.ts'
import type { FromReader, ReadAheadData } from '../../../../src-main/engine/plan/read-ahead/reader-messages.ts'
import { serveReadAhead } from '../../../../src-main/engine/plan/read-ahead/serve-read-ahead.ts'
import { createContactIndex } from '../../../../src-main/engine/store/contacts/contact-index.ts'
import { account } from '../../mapping/mapping-case.ts'
import { dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache } from '../planning.ts'

const newStore = tempStores()
const folder = mkdtempSync(join(tmpdir(), 'rollcall-read-ahead-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const people = [1, 2, 3].map((n) => ({ uuid: `u${n}`, phone: `+1202555010${n}`, name: `P${n}`, notes: '', tags: [] }))

/** All that is told of a file, read beside an account of these people; nobody asks anything. */
async function told(lines: readonly string[], contacts: readonly CustomerRecord[], refuse?: () => void, path?: string) {
  const store = newStore()
  cache(store, ...contacts)
  const index = await createContactIndex(store, allParts, undefined)
  if (index === null) throw new Error('no index')
  const file = join(folder, 'list.csv')
  writeFileSync(file, ['Phone,Name', ...lines].join('\n'))
  const memory = holderMemory(4)
  const data: ReadAheadData = {
    ...{ path: path ?? file, dialect, account, parts: allParts, slots: index.slots, unseen: null, mostAhead: 4, holders: memory },
    columns: ['Phone', 'Name'].map((name, at) => ({ index: at, name, header: name, samples: [] })),
    recipe: recipe({ fields: [{ to: 'name', from: ['Name'] }] }),
  }
  const messages: FromReader[] = []
  await serveReadAhead(
    {
      postMessage: (message) => {
        refuse?.()
        messages.push(message)
      },
      on: () => undefined,
    },
    data,
  )
  const holders: HolderRow[] = []
  passRows(
    holdersOf(memory, 1, lines.length),
    (row) => holders.push(row),
    () => undefined,
  )
  return { messages, holders }
}
const linesOf = (message: FromReader | undefined): number[] =>
  message?.type === 'slice' ? (JSON.parse(message.others) as MappedRow[]).map(({ line }) => line) : []

test('rows that change nothing are told apart from others, whoever of the account they are about', async () => {
  const same = people.map(({ phone, name }) => `${phone},${name}`)
  const {
    messages: [slice, end],
    holders,
  } = await told([...same, '+12025550102,Other', '+12025550109,Nobody'], people)
  expect(slice).toMatchObject({ type: 'slice', number: 1, rows: 5 })
  expect(linesOf(slice)).toEqual([5, 6])
  expect(end).toEqual({ type: 'end' })
  expect(holders.map(({ line, saysSomething }) => [line, saysSomething])).toEqual([2, 3, 4].map((line) => [line, true]))
})

test('what keeps the file from being read is told; what cannot be told is thrown', async () => {
  const { messages: failed } = await told([], people, undefined, join(folder, 'gone.csv'))
  expect(failed).toMatchObject([{ type: 'failed', error: { code: expect.stringMatching(/^file\./) } }])
  const closed = () => {
    throw new Error('The port is closed.')
  }
  await expect(told(['+12025550102,Other'], people, closed)).rejects.toThrow('The port is closed.')
})
