import { describe, expect, test } from 'vitest'
import { mappingNotices } from '../../../../src-main/engine/mapping/preview/mapping-notices.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { exportedColumns } from '../../../../src-main/engine/model/contacts/export-columns.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { columnsNamed, recipeOf } from '../mapping-case.ts'

const name: FieldRule = { to: 'name', from: ['Name'] }
const body: FieldRule = { to: 'body', from: ['Text'] }
const columns = columnsNamed('Phone', 'Name', 'Status', 'Direction', 'Text')
const mapped = (parts: Partial<MappedRow> = {}, line = 2): MappedRow => ({ line, key: null, issues: [], ...parts })
const leftOut = (value: string | null) => mapped({ filtered: { column: 'Status', value } })
const told = (notices: { code: string; message: string }[]) => notices.map(({ code, message }) => [code, message])

describe('of columns that were taken out of an export', () => {
  const none = columnsNamed('Something else')
  const of = (rest: object, columns = none) => told(mappingNotices(recipeOf('contacts', [name], rest), columns, [], []))

  test('is told what cannot be done without them, and nothing where all are there or the file is no export', () => {
    expect(of({ exported: true })).toEqual([['export.lacks', expect.any(String)]])
    expect(of({ exported: true }, columnsNamed(...exportedColumns))).toEqual([])
    expect(of({})).toEqual([])
  })
})

describe('of a filter', () => {
  const only = { column: 'Status', is: ['Active', ' '] }
  const of = (rows: MappedRow[], rest: object = { only }) => told(mappingNotices(recipeOf('contacts', [name], rest), columns, [], rows))

  test('is told that it leaves out every row that was looked at, with what its column holds', () => {
    expect(of([leftOut('Left'), leftOut('Moved'), leftOut('Left')])).toEqual([
      ['only.nothing', 'None of the first 3 rows has "Active" or a blank cell in "Status": it holds "Left", "Moved".'],
    ])
    expect(of([leftOut(null)])).toEqual([['only.nothing', 'None of the first row has "Active" or a blank cell in "Status".']])
    expect(of([leftOut('')])[0]?.[1]).toMatch(/: it holds a blank cell\.$/)
  })

  test('nothing is told where a row passes it, where there is none, or where no row was looked at', () => {
    expect(of([leftOut('Left'), mapped()])).toEqual([])
    expect(of([])).toEqual([])
    expect(of([mapped()], {})).toEqual([])
  })

  test('is told that it takes what the office wrote, in messages alone', () => {
    const outbound = { only: { column: 'Direction', is: ['Inbound', 'Sent'] } }
    expect(told(mappingNotices(recipeOf('messages', [body], outbound), columns, [], []))).toEqual([
      ['only.outbound', 'Messages whose "Direction" is "Sent" are imported as if the customer had written them.'],
    ])
    expect(told(mappingNotices(recipeOf('contacts', [name], outbound), columns, [], []))).toEqual([])
    const inbound = { only: { column: 'Direction', is: ['Inbound'] } }
    expect(told(mappingNotices(recipeOf('messages', [body], inbound), columns, [], []))).toEqual([])
    // The words of another column say nothing of who wrote.
    expect(told(mappingNotices(recipeOf('messages', [body], { only: { column: 'Status', is: ['Sent'] } }), columns, [], []))).toEqual([])
  })
})

test('of messages whose writer is another or unknown is told how many there are, with their words', () => {
  const row = (line: number, code: string, value: string | null) => {
    const issue = { code, severity: 'error', line, column: 'Direction', value, message: '', hint: 'Do this.' } as const
    return mapped({ issues: [issue] }, line)
  }
  const rows = [row(2, 'message.outbound', 'Sent'), row(3, 'message.outbound', 'Sent'), row(4, 'message.direction', null), mapped({}, 5)]
  expect(mappingNotices(recipeOf('messages', [body]), columns, [], rows)).toEqual([
    {
      code: 'message.outbound',
      line: null,
      hint: 'Do this.',
      message:
        '"Direction" says that your office sent 2 of the first 4 rows ("Sent"). They cannot be imported: they would become the customer\'s words.',
    },
    {
      code: 'message.direction',
      line: null,
      hint: 'Do this.',
      message: '"Direction" does not tell who wrote 1 of the first 4 rows. They are held until you say that the customers wrote them.',
    },
  ])
})
