import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as runProgram } from '../../../helpers/rollcall-here.ts'

let home: string
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-check-'))))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const rollcall = (...args: string[]) => runProgram(args, { home })

function write(name: string, lines: readonly string[]): string {
  const path = join(home, name)
  writeFileSync(path, lines.join('\r\n'))
  return path
}

test('check names the damage of a file, repairs what can be repaired, and remembers it', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, index) => `${index % 4 === 0 ? 'JosÃ©' : 'Ann'},Lee${index},${index === 5 ? '1.20222E+10' : `+1202${2_201_000 + index}`}`,
  )
  const path = write('damaged.csv', ['First Name,Last Name,Mobile Phone', ...rows])

  const first = await rollcall('check', path, '--practice', '--json')
  expect(first.code).toBe(2)
  expect(first.json()).toMatchObject({
    file: 'damaged.csv',
    rows: 40,
    serious: 1,
    findings: [
      { code: 'phone_rounded', severity: 'serious', count: 1, lines: [7], columns: [{ name: 'Mobile Phone', count: 1 }], mendable: false },
      { code: 'mojibake', severity: 'warning', count: 10, lines: [2, 6, 10, 14, 18, 22, 26, 30, 34, 38], mendable: true },
    ],
    mended: [],
  })

  const repaired = await rollcall('check', path, '--practice', '--mend')
  expect(repaired.code).toBe(2)
  expect(repaired.stdout).toContain('Repaired: Garbled letters, 10 cells in "First Name".')
  expect(repaired.stdout).toContain('1 kind of damage left in 40 rows')
  expect(repaired.stdout).toContain('row 7, Mobile Phone: "1.20222E+10"')

  const again = await rollcall('check', path, '--practice', '--mend', '--json')
  expect(again.json()).toMatchObject({ findings: [{ code: 'phone_rounded' }], mended: [] })
})

test('check says that there is nothing, and ends well', async () => {
  const path = write('clean.csv', [
    'Name,Mobile Phone',
    ...Array.from({ length: 30 }, (_, index) => `Ann Lee${index},+1202${2_201_000 + index}`),
  ])
  const { code, stdout } = await rollcall('check', path, '--practice')
  expect(stdout).toBe('clean.csv: no damage found in 30 rows.\n')
  expect(code).toBe(0)
})

test('check refuses a file that is none', async () => {
  const { code, json } = await rollcall('check', join(home, 'missing.csv'), '--practice', '--json')
  expect(code).toBe(2)
  expect(json()).toMatchObject({ error: { code: 'file.not_found' } })
})
