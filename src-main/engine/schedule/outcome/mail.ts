import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Where programs hand over mail to be sent, on systems that have such a program. Windows has none. */
const places = ['/usr/sbin/sendmail', '/usr/lib/sendmail']

/** The program of this computer that sends mail by itself; null where a person has to press Send. */
export function sendmailHere(): string | null {
  return process.platform === 'win32' ? null : (places.find((path) => existsSync(path)) ?? null)
}

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Answers why it could not be handed over, null where it was. Never rejects. What becomes of it then is the system's own affair. */
export function sendMail(program: string, mail: Mail): Promise<string | null> {
  return new Promise((resolve) => {
    const child = execFile(program, ['-i', '-t'], { timeout: 30_000 }, (error) =>
      resolve(error === null ? null : 'The mail program of this computer did not take the e-mail.'),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(mailText(mail))
  })
}

/** A mail as `sendmail -t` reads it: nothing of a name or an address can begin a header of its own. */
export function mailText({ to, subject, text }: Mail): string {
  const oneLine = (value: string) => value.replace(/[\r\n]+/g, ' ')
  const encoded = `=?UTF-8?B?${Buffer.from(oneLine(subject)).toString('base64')}?=`
  const headers = [
    `To: ${oneLine(to)}`,
    `Subject: ${encoded}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
  ]
  const body = Buffer.from(`${text}\n`).toString('base64').replace(/.{76}/g, '$&\n')
  return `${headers.join('\n')}\n\n${body}\n`
}
