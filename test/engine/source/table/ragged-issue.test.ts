import { describe, expect, it } from 'vitest'
import { raggedIssue } from '../../../../src-main/engine/source/table/ragged-issue.ts'
import { rowIssueSchema } from '../../../../src-main/engine/model/plans/row-issue.ts'
import type { Dialect, RowMark, SourceColumn } from '../../../../src-main/engine/model/files/source-schema.ts'

const columns: SourceColumn[] = ['Name', 'Phone', 'City'].map((name, index) => ({ index, name, header: name, samples: [] }))
const dialect: Dialect = { encoding: 'utf-8', delimiter: ';', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' }
const issue = (cells: string[], marks?: RowMark[], shortRows: Dialect['shortRows'] = 'invalid') =>
  raggedIssue({ line: 7, cells, ...(marks ? { marks } : {}) }, columns, { ...dialect, shortRows })

describe('raggedIssue', () => {
  it('has nothing to say about a row of the right width, or one with more cells that are blank', () => {
    expect(issue(['a', 'b', 'c'])).toBeNull()
    expect(issue(['a', 'b', 'c', '', ' '])).toBeNull()
  })

  it('makes a row with more filled cells than columns an error, naming the separator', () => {
    const found = issue(['a', 'b', 'c', '', 'e', ''])
    expect(found).toMatchObject({
      code: 'row.too_many_cells',
      severity: 'error',
      line: 7,
      value: 'e',
      message: expect.stringContaining('5 cells'),
    })
    expect(found?.hint).toContain('semicolon')
    expect(rowIssueSchema.parse(found)).toEqual(found)
  })

  it('misses no cell of columns without a name, as programs end just their header with separators', () => {
    const ended = [...columns, ...[3, 4].map((index) => ({ index, name: `Column ${index + 1}`, header: ' ', samples: [] }))]
    const found = (cells: string[], of = ended) => raggedIssue({ line: 7, cells }, of, dialect)
    expect(found(['a', 'b', 'c'])).toBeNull()
    expect(found(['a', 'b', 'c', ''])).toBeNull()
    expect(found(['a', 'b'])).toMatchObject({ code: 'row.too_few_cells', column: 'City' })
    expect(
      found(
        ['a', 'b', 'c'],
        ended.map((column) => ({ ...column, header: null })),
      ),
    ).toMatchObject({ code: 'row.too_few_cells' })
  })

  it('speaks of no separators where a workbook has cells beside its columns', () => {
    const found = raggedIssue({ line: 7, cells: ['a', 'b', 'c', '', 'e'] }, columns, { ...dialect, format: 'xlsx' })
    expect(found).toMatchObject({ code: 'row.too_many_cells', severity: 'error' })
    expect(found?.hint).toContain('to the right')
    expect(found?.hint).not.toContain('quotation')
  })

  it('makes a row with fewer cells an error, or a warning where short rows count as blank', () => {
    expect(issue(['a'])).toMatchObject({
      code: 'row.too_few_cells',
      severity: 'error',
      column: 'Phone',
      message: expect.stringContaining('1 cell,'),
    })
    expect(issue(['a', 'b'], undefined, 'blank')).toMatchObject({ code: 'row.too_few_cells', severity: 'warning', column: 'City' })
  })

  it('warns of characters that could not be read and of lone quotation marks, the shape first', () => {
    expect(issue(['a', 'M\uFFFD', '"x'], ['stray_quote', 'undecodable'])).toMatchObject({
      code: 'row.undecodable',
      severity: 'warning',
      column: 'Phone',
    })
    expect(issue(['a', 'b', '"x'], ['stray_quote'])).toMatchObject({
      code: 'row.stray_quote',
      severity: 'warning',
      column: 'City',
      value: '"x',
    })
    expect(issue(['a', '"x'], ['stray_quote'])).toMatchObject({ code: 'row.too_few_cells', severity: 'error' })
  })

  it('speaks of one column as of one', () => {
    expect(raggedIssue({ line: 7, cells: ['Doe', ' Jane'] }, columns.slice(0, 1), dialect)?.message).toBe(
      'This row has 2 cells, but the file has one column.',
    )
  })

  it('keeps only the beginning of a long value', () => {
    expect(issue(['a', 'b', 'c', 'x'.repeat(5_000)])?.value).toHaveLength(201)
  })
})
