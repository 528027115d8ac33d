import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTemporaryFolder } from '../../src-main/shells/temporary-folder.ts'

const pidThatEnded = spawnSync(process.execPath, ['-e', '']).pid

test('a temporary folder is closed to others, and gone when its work has ended or failed', async () => {
  const seen = await inTemporaryFolder(async (folder) => {
    writeFileSync(join(folder, 'rows.csv'), 'a')
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
    return folder
  })
  expect(existsSync(seen)).toBe(false)
  const failing = inTemporaryFolder((folder) => Promise.reject(new Error(folder)))
  const { message } = (await failing.catch((error: unknown) => error)) as Error
  expect(message).toContain('rollcall-')
  expect(existsSync(message)).toBe(false)
})

test('what a process left that was killed is removed at the next one, and nothing of a process that runs or is none of ours', async () => {
  const killed = join(tmpdir(), `rollcall-${pidThatEnded}-left`)
  mkdirSync(killed)
  writeFileSync(join(killed, 'rows.csv'), 'Phone\n+12125550123\n')
  const running = mkdtempSync(join(tmpdir(), `rollcall-${process.ppid}-`))
  const other = mkdtempSync(join(tmpdir(), 'rollcall-other-'))
  await inTemporaryFolder(async () => undefined)
  expect(existsSync(killed)).toBe(false)
  expect(readdirSync(tmpdir())).toEqual(expect.arrayContaining([running, other].map((path) => path.slice(tmpdir().length + 1))))
  for (const folder of [running, other]) rmSync(folder, { recursive: true })
})
