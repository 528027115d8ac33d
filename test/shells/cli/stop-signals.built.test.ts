import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { canSignal, rollcall, startRollcall } from '../../helpers/run-rollcall.ts'

const partsIn = (home: string) => readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.part'))

test.skipIf(!canSignal)(
  'Ctrl-C while a packed file is unpacked ends with 5 and one JSON object, and what is half-made is gone soon after the next start',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'rollcall-stop-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const path = join(home, 'large.csv.gz')
    const line = Buffer.from(`${'x'.repeat(60)},2125550101\n`.repeat(1000))
    writeFileSync(path, Buffer.concat([gzipSync('Name,Phone\n'), ...Array.from({ length: 3000 }, () => gzipSync(line))]))
    const running = startRollcall(['plan', path, '--practice', '--lookup', 'never', '--json'], { home, environment: {} })
    await expect.poll(() => partsIn(home).length, { interval: 5 }).toBeGreaterThan(0)
    running.process.kill('SIGINT')
    const ended = await running.ended
    expect(ended.json()).toMatchObject({ error: { code: 'cancelled', hint: expect.any(String) } })
    expect(ended.code).toBe(5)
    // It is tidied beside what a command does, and a short one may end before.
    const next = async () => {
      expect((await rollcall(['history', '--practice', '--json'], { home, environment: {} })).code).toBe(0)
      return partsIn(home)
    }
    await expect.poll(next).toEqual([])
  },
)
