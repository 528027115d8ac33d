import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { workbookBytes } from '../../engine/source/xlsx/workbook-bytes.ts'
import { rollcall } from '../../helpers/run-rollcall.ts'

/** Holds each fresh file below a folder for 400 ms, as scanners and indexers of offices do. Only on Windows that keeps others out. */
function startScanner(folder: string) {
  const scanner = fork(join(import.meta.dirname, 'scanner-child.ts'), [folder], { stdio: 'ignore' })
  return {
    ready: new Promise((resolve) => scanner.once('message', resolve)),
    async stop(): Promise<number> {
      const held = new Promise<number>((resolve) => scanner.once('message', (count) => resolve(count as number)))
      scanner.send('stop')
      return held
    },
  }
}

test.runIf(process.platform === 'win32')(
  'imports go through while a second process holds every fresh file, and leave nothing behind',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-Büro Müller-'))
    const home = join(folder, 'home')
    const scanner = startScanner(folder)
    await scanner.ready
    const table = (number: number) => `Phone,Notes\n+1212736500${number},Müller ${number}\n`
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const sheetRows = `<row>${cell('Phone')}${cell('Notes')}</row><row>${cell('+12127365004')}${cell('Müller 4')}</row>`
    const files: [name: string, bytes: string | Buffer][] = [
      ['list 1.csv', table(1)],
      ['list 2.csv', table(2)],
      ['list 3.csv.gz', gzipSync(table(3))],
      ['list 4.xlsx', workbookBytes({ sheets: [{ rows: sheetRows }] })],
      ['list 5.vcf', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jürgen Müller\r\nTEL:+12127365005\r\nEND:VCARD\r\n'],
    ]
    for (const [name, bytes] of files) {
      writeFileSync(join(folder, name), bytes)
      const planned = await rollcall(['plan', name, '--practice', '--json'], { home, cwd: folder })
      expect(planned.code, planned.stdout + planned.stderr).toBe(0)
      expect(planned.json()).toMatchObject({ rows: 1 })
    }
    expect(await scanner.stop()).toBeGreaterThan(0)
    expect(readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(part|tmp)$/.test(name))).toEqual([])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  },
)
