import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cleanUp,
  patienceMs,
  patiently,
  removePatiently,
  renamePatiently,
  type Waiting,
} from '../../../src-main/engine/files/patient-files.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-patient-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function fault(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** A clock that only sleeping moves. */
function stillClock(): Waiting & { slept: number[] } {
  const slept: number[] = []
  return { slept, monotonicMs: () => slept.reduce((sum, ms) => sum + ms, 0), sleep: async (ms) => void slept.push(ms) }
}

/** Something that fails with the code for as long as the clock says. */
function heldFor(ms: number, code: string, clock: Waiting) {
  let attempts = 0
  return {
    attempts: () => attempts,
    async attempt() {
      attempts += 1
      if (clock.monotonicMs() < ms) throw fault(code)
      return 'done'
    },
  }
}

describe('a file that another program holds', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('is waited for while it answers %s', async (code) => {
    const clock = stillClock()
    expect(await patiently(heldFor(400, code, clock).attempt, clock)).toBe('done')
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(400)
    expect(clock.monotonicMs()).toBeLessThan(600)
  })

  test('is given up after a second and a half, with what it said last', async () => {
    const clock = stillClock()
    const held = heldFor(Infinity, 'EBUSY', clock)
    await expect(patiently(held.attempt, clock)).rejects.toMatchObject({ code: 'EBUSY' })
    expect(clock.monotonicMs()).toBeLessThanOrEqual(patienceMs)
    expect(clock.monotonicMs()).toBeGreaterThan(patienceMs - 200)
    expect(held.attempts()).toBeGreaterThan(8)
  })

  test('is told from every other fault, which is not waited for', async () => {
    for (const code of ['ENOENT', 'ENOSPC', 'EISDIR']) {
      const clock = stillClock()
      await expect(patiently(heldFor(10, code, clock).attempt, clock)).rejects.toMatchObject({ code })
      expect(clock.slept).toEqual([])
    }
  })
})

describe('the real files', () => {
  test('are replaced and removed, folders with all that is in them', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeFileSync(from, 'new')
    writeFileSync(to, 'old')
    await renamePatiently(from, to)
    expect([existsSync(from), readFileSync(to, 'utf8')]).toEqual([false, 'new'])
    mkdirSync(join(folder, 'deep', 'deeper'), { recursive: true })
    await removePatiently(join(folder, 'deep'))
    await removePatiently(join(folder, 'deep'))
    expect(existsSync(join(folder, 'deep'))).toBe(false)
  })

  test('cleaning up never fails, whatever is in the way', async () => {
    const clock = stillClock()
    writeFileSync(join(folder, 'file'), '')
    // A name that no system can take.
    await cleanUp(join(folder, 'file', `${'x'.repeat(300)}\0`), clock)
    await expect(removePatiently(join(folder, 'x\0'), clock)).rejects.toThrow()
  })
})
