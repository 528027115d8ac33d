import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccounts, newAccountRecord } from '../../../src-main/engine/account/accounts.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-accounts-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const record = newAccountRecord(
  {
    id: 'office',
    name: 'Office',
    baseUrl: 'https://texts.example.com',
    email: null,
    operator: 'Pat',
    color: null,
    tokenIn: 'header',
    practice: false,
  },
  0,
)

test('an account is written down only when it has changed', () => {
  const accounts = createAccounts(home)
  const path = join(home, 'accounts', 'office', 'account.json')
  accounts.save(record)
  utimesSync(path, 1000, 1000)
  accounts.save({ ...record })
  expect(statSync(path).mtimeMs).toBe(1_000_000)
  accounts.save({ ...record, name: 'Main office' })
  expect(statSync(path).mtimeMs).not.toBe(1_000_000)
  expect(accounts.find('office')?.name).toBe('Main office')
  expect(readdirSync(join(home, 'accounts', 'office'))).toEqual(['account.json'])
})

test('which account was opened last is a convenience: that it cannot be remembered or read stops nothing', () => {
  const accounts = createAccounts(home)
  accounts.rememberOpened('office')
  expect(accounts.lastOpenedId()).toBe('office')
  rmSync(join(home, 'last-opened.json'))
  // A folder of that name can neither be replaced by a file nor be read as one.
  mkdirSync(join(home, 'last-opened.json', 'in-the-way'), { recursive: true })
  accounts.rememberOpened('office')
  expect(accounts.lastOpenedId()).toBeNull()
  expect(readdirSync(home)).toEqual(['last-opened.json'])
})

test.skipIf(process.platform === 'win32')('what is written is for its owner only', () => {
  const accounts = createAccounts(home)
  accounts.save(record)
  accounts.rememberOpened('office')
  expect(JSON.parse(readFileSync(join(home, 'last-opened.json'), 'utf8'))).toEqual({ accountId: 'office' })
  for (const path of [join(home, 'last-opened.json'), join(home, 'accounts', 'office', 'account.json')])
    expect(statSync(path).mode & 0o077, path).toBe(0)
})

test('of accounts with the same name none is taken: the ids tell them apart', () => {
  const accounts = createAccounts(home)
  accounts.save(record)
  accounts.save({ ...record, id: 'office-2', name: 'office', baseUrl: 'https://other.example.com' })
  accounts.save({ ...record, id: 'branch', name: 'Branch' })
  const hint = 'Choose one by its id: "office-2" ("office" at https://other.example.com), "office" ("Office" at https://texts.example.com).'
  expect(() => accounts.get('OFFICE')).toThrow(expect.objectContaining({ code: 'usage', hint }))
  expect(accounts.get('office-2').id).toBe('office-2')
  expect(accounts.get('branch').id).toBe('branch')
  expect(accounts.get('BRANCH').id).toBe('branch')
  expect(() => accounts.get('none')).toThrow(
    expect.objectContaining({ code: 'account.unknown', hint: expect.stringContaining('"Branch"') }),
  )
})
