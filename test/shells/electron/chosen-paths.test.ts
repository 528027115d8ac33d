import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createChosenPaths } from '../../../src-main/shells/electron/chosen-paths.ts'

let folder: string
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-chosen-')))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what is granted may be used by whoever asks right after it, however long it takes to find out where it leads', async () => {
  const paths = createChosenPaths()
  const path = join(folder, 'list.csv')
  writeFileSync(path, 'Phone\n')
  // The page names a dropped file without waiting for its grant.
  void paths.grantWriting(path)
  expect(await paths.mayWrite(path)).toEqual({ path, overwrite: true })
  void paths.grantReading(path)
  void paths.grantFolder(folder)
  expect(await Promise.all([paths.mayRead(path), paths.mayWriteInto(folder), paths.mayShow(path)])).toEqual([path, folder, path])
})

test('what was not granted may not be used meanwhile', async () => {
  const paths = createChosenPaths()
  void paths.grantReading(join(folder, 'a.csv'))
  expect(await Promise.all([paths.mayRead(join(folder, 'b.csv')), paths.mayWrite(join(folder, 'a.csv'))])).toEqual([null, null])
})
