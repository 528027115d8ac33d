import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError } from '../../../engine/model/errors.ts'

/** What the command line talks to. Results go to standard output, everything else to standard error. */
export interface Terminal {
  /** The result: text, or with `--json` exactly one object. */
  result(text: string): void
  note(text: string): void
  /** Whether somebody can be asked. */
  canAsk: boolean
  /** Whether progress may be drawn over itself. */
  canDraw: boolean
  /** One line typed without echo, or the next line of standard input. Null at its end. */
  readSecret(prompt: string): Promise<string | null>
  /** One line typed by a person; null when nobody can be asked. */
  ask(question: string): Promise<string | null>
  /** Calls it at each Enter from now on, where somebody sits at a keyboard. Ctrl-C stays what it is. */
  onEnter(act: () => void): void
}

/** Control characters except tab and line end, and marks that turn the order of what follows: with them a cell could color, move or hide what is printed. */
const obeyed = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g

/** Text with such signs as their numbers, as JSON spells them: an object of JSON stays what it is. */
export function harmless(text: string): string {
  return text.replace(obeyed, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

type Keyboard = NodeJS.ReadableStream & { isTTY?: boolean }
type Screen = NodeJS.WritableStream & { isTTY?: boolean }

export function createTerminal(streams: { stdin: Keyboard; stdout: Screen; stderr: Screen }): Terminal {
  const { stdin, stdout, stderr } = streams
  const canAsk = stdin.isTTY === true && stderr.isTTY === true
  let pipedLines: AsyncIterator<string> | null = null

  function typed(prompt: string, isSecret: boolean): Promise<string> {
    stderr.write(harmless(prompt))
    const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr
    const lines = createInterface({ input: stdin, output, terminal: true, prompt: '' })
    return new Promise((resolve, reject) => {
      let answer: string | null = null
      lines.once('line', (line) => {
        answer = line
        lines.close()
      })
      lines.once('close', () => {
        if (isSecret || answer === null) stderr.write('\n')
        if (answer !== null) resolve(answer)
        else reject(new AppError('cancelled', 'This was canceled.', 'Nothing was changed.'))
      })
    })
  }

  async function piped(): Promise<string | null> {
    pipedLines ??= createInterface({ input: stdin })[Symbol.asyncIterator]()
    const next = await pipedLines.next()
    return next.done ? null : next.value
  }

  return {
    result: (text) => void stdout.write(`${harmless(text)}\n`),
    note: (text) => void stderr.write(`${harmless(text)}\n`),
    canAsk,
    canDraw: stderr.isTTY === true,
    readSecret: (prompt) => (canAsk ? typed(prompt, true) : piped()),
    onEnter(act) {
      if (!canAsk) return
      stdin.on('data', (typed: Buffer | string) => String(typed).includes('\n') && act())
      stdin.resume()
    },
    ask: async (question) => (canAsk ? typed(question, false) : null),
  }
}
