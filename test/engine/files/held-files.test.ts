import { constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBinaryFile } from '../../../src-main/engine/files/output-file.ts'
import { cleanUp, openPatiently, readPatiently, removePatiently, renamePatiently } from '../../../src-main/engine/files/patient-files.ts'

/** Opens a file for nobody else, as a scanner does; only Windows knows that. It is libuv's flag for no sharing. */
const alone = 0x10000000 | constants.O_RDWR
const scanMs = 400

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-held-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

async function hold(path: string): Promise<() => Promise<void>> {
  const handle = await open(path, alone)
  return () => handle.close()
}

/** Holds it for as long as a scanner looks at it. */
async function scan(path: string): Promise<void> {
  const letGo = await hold(path)
  void sleep(scanMs).then(letGo)
}

function file(name: string, text = name): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe.runIf(process.platform === 'win32')('a file that another program really holds', () => {
  test('is renamed, replaced and removed when it is let go', async () => {
    const [fresh, old] = [file('fresh'), file('old')]
    await scan(fresh)
    await renamePatiently(fresh, old)
    await scan(old)
    await renamePatiently(file('again'), old)
    await scan(old)
    await removePatiently(folder)
    expect(() => readdirSync(folder)).toThrow('ENOENT')
  })

  test('is opened and read when it is let go', async () => {
    const path = file('fresh')
    await scan(path)
    expect(await readPatiently(path)).toBe('fresh')
    await scan(path)
    const opened = await openPatiently(path)
    expect(await opened.readFile('utf8')).toBe('fresh')
    await opened.close()
  })

  test('is never a reason for cleaning up to fail', async () => {
    const letGo = await hold(file('held'))
    await cleanUp(join(folder, 'held'))
    expect(readdirSync(folder)).toEqual(['held'])
    await letGo()
  })

  test('is said to be open in another program when somebody saves over it, and nothing is left beside it', async () => {
    const letGo = await hold(file('list.csv'))
    const made = await createBinaryFile(folder)
    await made.write(Buffer.from('new'))
    await expect(made.publish('list.csv', 'replace')).rejects.toMatchObject({
      code: 'usage',
      message: 'The file "list.csv" is open in another program, such as Excel.',
    })
    await made.discard()
    expect(readdirSync(folder)).toEqual(['list.csv'])
    await letGo()
  })
})
