import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { phoneOf, planOn } from './plan-until-killed.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const rows = 12_000
const program = fileURLToPath(new URL('./plan-until-killed.ts', import.meta.url))

function list(): { folder: string; csvPath: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-killed-'))
  folders.push(folder)
  const csvPath = join(folder, 'list.csv')
  // Some numbers twice, some unknown, some that are none; a note with a line break now and then.
  const lines = Array.from({ length: rows }, (_, n) => {
    const number = (n * 7919) % 9_000
    return `${n % 400 === 0 ? 'none' : phoneOf(number)},Person ${number},"${n % 50 === 0 ? 'two\nlines' : ''}"`
  })
  writeFileSync(csvPath, `Phone,Name,Notes\n${lines.join('\n')}\n`)
  return { folder, csvPath }
}

function stored(databasePath: string) {
  const store = openStore(databasePath)
  const all = {
    rows: store.prepare('SELECT * FROM plan_rows ORDER BY row').all(),
    issues: store.prepare('SELECT * FROM plan_issues ORDER BY code, column_name, row').all(),
    plans: store.prepare('SELECT id, state, summary, blocks, begun, error FROM plans').all(),
  }
  store.close()
  return all
}

const count = (databasePath: string, which: string): number => {
  const store = openStore(databasePath)
  const found = store.prepare<[], number>(`SELECT count(*) FROM plan_rows WHERE ${which}`).pluck().get() ?? 0
  store.close()
  return found
}

async function killPlanning(databasePath: string, csvPath: string, duplicates: string, rowsRead: number, stops: number): Promise<void> {
  const child = spawn(process.execPath, [program, databasePath, csvPath, duplicates, String(rowsRead), String(stops)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

test('planning that is killed again and again goes on where it was, and comes to what an undisturbed planning comes to', async () => {
  const { folder, csvPath } = list()
  const undisturbed = join(folder, 'undisturbed.db')
  await planOn(undisturbed, csvPath, 'last', () => undefined)

  const databasePath = join(folder, 'killed.db')
  let written = 0
  for (const killAfter of [1, 5_000, 9_000]) {
    await killPlanning(databasePath, csvPath, 'last', killAfter, 0)
    const now = count(databasePath, 'true')
    expect(now).toBeGreaterThanOrEqual(Math.max(killAfter, written))
    written = now
  }
  const { begunAfter } = await planOn(databasePath, csvPath, 'last', () => undefined)
  expect(begunAfter).toBe(written)
  expect(stored(databasePath)).toEqual(stored(undisturbed))
}, 120_000)

// The last time, "last" and "merge" have begun to hold rows for a guard.
test.each([
  ['last', [3, 8, 6]],
  ['invalid', [10, 25]],
  ['merge', [80, 119]],
])(
  'planning that is killed while duplicates (%s) and guards are settled goes on with that',
  async (duplicates, kills) => {
    const { folder, csvPath } = list()
    const undisturbed = join(folder, 'undisturbed.db')
    await planOn(undisturbed, csvPath, duplicates, () => undefined)
    const settled = (path: string) => count(path, 'group_row IS NOT NULL') + count(path, "class = 'held'")

    const databasePath = join(folder, 'killed.db')
    let before = 0
    for (const stops of kills) {
      await killPlanning(databasePath, csvPath, duplicates, rows, stops)
      const now = settled(databasePath)
      expect(now).toBeGreaterThan(before)
      before = now
    }
    expect(before).toBeLessThan(settled(undisturbed))
    const { begunAfter } = await planOn(databasePath, csvPath, duplicates, () => undefined)
    expect(begunAfter).toBe(rows)
    expect(stored(databasePath)).toEqual(stored(undisturbed))
  },
  120_000,
)
