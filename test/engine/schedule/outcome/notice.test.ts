import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailText, sendMail } from '../../../../src-main/engine/schedule/outcome/mail.ts'
import { type Ended, noticeOf, webhookBody } from '../../../../src-main/engine/schedule/outcome/notice.ts'

const counts = { rows: 1200, done: 1180, failed: 2, unknown: 1, pending: 0, unchanged: 10, held: 5, skipped: 1, invalid: 1, calls: 1183 }
const ended: Ended = {
  account: 'North',
  recipe: 'Monthly',
  outcome: 'rows',
  atSeconds: 1_700_000_000,
  runId: 'run-1',
  counts,
  needsPerson: true,
}

test('what is told is counts: no file, no row, no value', () => {
  expect(noticeOf(ended)).toEqual({
    title: 'North: Monthly',
    body: "A list was imported, and rows failed. 1,200 rows: 1,180 done, 5 need your OK, 3 failed, 1 can't be used.",
  })
  expect(Object.keys(webhookBody(ended)).sort()).toEqual(
    ['account', 'at', 'counts', 'event', 'needsPerson', 'outcome', 'program', 'recipe', 'run'].sort(),
  )
  expect(webhookBody(ended)).toMatchObject({ at: '2023-11-14T22:13:20.000Z', counts })
})

test('no name begins a header of its own, and every letter arrives', () => {
  const text = mailText({ to: 'office@example.com\nBcc: everybody@example.com', subject: 'Büro\r\nX-Evil: 1', text: 'Größe: 張' })
  const [head = '', body = ''] = text.split('\n\n')
  expect(head.split('\n').map((line) => line.split(':')[0])).toEqual([
    'To',
    'Subject',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
    'Auto-Submitted',
  ])
  expect(Buffer.from(body, 'base64').toString()).toBe('Größe: 張\n')
  const subject = /=\?UTF-8\?B\?(.*)\?=/.exec(head)?.[1] ?? ''
  expect(Buffer.from(subject, 'base64').toString()).toBe('Büro X-Evil: 1')
})

test.skipIf(process.platform === 'win32')('the mail is handed to the program of the computer, and a refusal is said', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'sendmail')
  writeFileSync(program, `#!/bin/sh\necho "$@" > "${folder}/args"\ncat > "${folder}/mail"\n`)
  chmodSync(program, 0o755)
  const mail = { to: 'office@example.com', subject: 'Rollcall', text: '3 done' }
  expect(await sendMail(program, mail)).toBeNull()
  expect(readFileSync(join(folder, 'args'), 'utf8')).toBe('-i -t\n')
  expect(readFileSync(join(folder, 'mail'), 'utf8')).toBe(mailText(mail))
  writeFileSync(program, '#!/bin/sh\nexit 75\n')
  expect(await sendMail(program, mail)).toContain('did not take')
})
