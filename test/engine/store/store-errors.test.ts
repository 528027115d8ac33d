import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { asStoreError } from '../../../src-main/engine/store/open-store.ts'

const systemError = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['SQLITE_FULL', 'store.full'],
  // A full disk has no room for the file that readers share, either.
  ['SQLITE_IOERR_SHMSIZE', 'store.full'],
  ['SQLITE_READONLY_DIRECTORY', 'store.readonly'],
  ['SQLITE_CANTOPEN', 'store.readonly'],
  ['SQLITE_PERM', 'store.readonly'],
  ['SQLITE_NOTADB', 'store.damaged'],
  ['SQLITE_CORRUPT_VTAB', 'store.damaged'],
  ['SQLITE_BUSY', 'run.locked'],
  ['SQLITE_BUSY_SNAPSHOT', 'run.locked'],
  ['SQLITE_PROTOCOL', 'run.locked'],
])('%s is %s, with its cause', (code, expected) => {
  const cause = new Database.SqliteError('no', code)
  expect(asStoreError(cause)).toMatchObject({ code: expected, cause })
})

test.each([
  ['ENOSPC', 'store.full'],
  ['EDQUOT', 'store.full'],
  ['EROFS', 'store.readonly'],
  ['EACCES', 'store.readonly'],
  ['EPERM', 'store.readonly'],
])('the system refusing a file with %s is %s', (code, expected) => {
  expect(asStoreError(systemError(code))).toMatchObject({ code: expected })
})

test.each(['SQLITE_IOERR_READ', 'ENOENT'])('%s stays what it is', (code) => {
  const error = systemError(code)
  expect(asStoreError(error)).toBe(error)
})
