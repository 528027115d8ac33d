import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKeptRows } from '../../../../../src-renderer/wizard/review/file/kept-rows.ts'

interface Row {
  row: number
  isOpen: boolean
}

/** The engine's list: the rows that are open, as they are when it is asked. */
const listOf = (rows: readonly Row[]) => async (offset: number, limit: number) => {
  const open = rows.filter(({ isOpen }) => isOpen)
  return { rows: open.slice(offset, offset + limit).map((row) => ({ ...row })), total: open.length }
}

async function all(fetch: ReturnType<typeof listOf>, pageSize: number): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const page = await fetch(found.length, pageSize)
    found.push(...page.rows)
    if (found.length >= page.total || page.rows.length === 0) return found
  }
}

it('a row that was corrected stays where it was, and no other row is missing or there twice', async () => {
  const anyRows = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(anyRows, fc.array(fc.nat(), { maxLength: 12 }), fc.integer({ min: 1, max: 7 }), async (open, picks, pageSize) => {
      const rows = open.map((isOpen, index) => ({ row: index + 1, isOpen }))
      const kept = createKeptRows(listOf(rows))
      let listed = await all(kept.fetch, pageSize)
      for (const pick of picks) {
        if (listed.length === 0) break
        const index = pick % listed.length
        const row = rows.find((one) => one.row === listed[index]?.row)
        if (row === undefined) throw new Error('a row is listed that the file does not have')
        row.isOpen = !row.isOpen
        kept.keep(index, { ...row })
        listed = await all(kept.fetch, pageSize)
        expect(listed.map((one) => one.row)).toContain(row.row)
        if (!row.isOpen) expect(listed[index]).toEqual(row)
        const numbers = listed.map((one) => one.row)
        expect(new Set(numbers).size).toBe(numbers.length)
        for (const one of rows) if (one.isOpen) expect(numbers).toContain(one.row)
      }
    }),
    { numRuns: 300 },
  )
})
