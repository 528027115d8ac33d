import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as rollcall } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
let list: string
let rows: number

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-encoding-'))
  sandbox = await startSandboxHere({ contacts: 200 })
  // Windows-1252 has no characters for the bytes of these capitals.
  const isMisreadWhole = (name: string) => /[\u00C0-\u00FF]/.test(name) && /^[\0-\u007F\u00C0-\u00FF]+$/.test(name) && !/[ÁÍÏÐÝ]/.test(name)
  const accented = (await sandbox.customers()).filter(({ name }) => isMisreadWhole(name))
  rows = accented.length
  expect(rows).toBeGreaterThan(5)
  list = `Phone,Name\n${accented.map(({ phone, name }) => `${phone},${name}\n`).join('')}`
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

/** What a plan makes of a file of these bytes: rows that change something, that change nothing, and what is said of letters. */
async function planned(bytes: Buffer, ...options: string[]) {
  const path = join(home, 'list.csv')
  writeFileSync(path, bytes)
  const { code, json } = await rollcall(['plan', path, ...options, '--json'], { home, environment: sandbox.environment })
  const { send, unchanged, issues } = json() as { send: number; unchanged: number; issues: { code: string; rows: number }[] }
  return { code, send, unchanged, issues: issues.filter((issue) => /letters|undecodable/.test(issue.code)).map((issue) => issue.code) }
}
const right = () => ({ code: 0, send: 0, unchanged: rows, issues: [] })

test('an encoding that is said by hand counts, and no wrong one overwrites right names', async () => {
  expect(await planned(Buffer.from(list))).toEqual(right())
  expect(await planned(iconv.encode(list, 'cp850'), '--encoding', 'ibm850')).toEqual(right())
  expect(await planned(iconv.encode(list, 'macintosh'), '--encoding', 'macintosh')).toEqual(right())
  expect(await planned(Buffer.from(list), '--encoding', 'windows-1252')).toMatchObject({ ...right(), issues: ['letters.garbled'] })
  expect(await planned(iconv.encode(list, 'windows-1252'), '--encoding', 'utf-8')).toMatchObject({ send: 0, unchanged: rows })
})

test('letters that were garbled before the file was saved are read as they were meant, with and without the mark of the encoding', async () => {
  const misread = iconv.decode(Buffer.from(list), 'windows-1252')
  expect(await planned(Buffer.from(misread))).toMatchObject({ ...right(), issues: ['letters.garbled'] })
  expect(await planned(Buffer.from(`ï»¿${misread}`))).toEqual(right())
  expect(await planned(Buffer.from(`ï»¿${misread}`), '--encoding', 'utf-8')).toEqual(right())
})
