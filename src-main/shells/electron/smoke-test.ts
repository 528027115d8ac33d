import { app, type BrowserWindow, safeStorage } from 'electron'
import type { Answer } from '../../engine/contract.ts'
import { asAppError } from '../../engine/model/errors.ts'
import { type DesktopOptions, startDesktop } from './start-desktop.ts'

/** The whole of it, on a slow and busy computer. */
const timeLimitMs = 120_000
const sample = 'hubspot.csv'

/**
 * `--smoke-test`: opens the app as always, plans a sample through its page, and ends with 0; with 1 where anything is not as it
 * should be, in words on standard error. What the page asks goes through preload, main process and engine.
 */
export async function runSmokeTest(options: Omit<DesktopOptions, 'isEnding' | 'hasUpdates'>): Promise<void> {
  const end = (code: number) => process.stdout.write('', () => process.stderr.write('', () => app.exit(code)))
  const limit = setTimeout(() => {
    console.error(`FAILED  nothing came of it within ${timeLimitMs / 1000} s`)
    app.exit(1)
  }, timeLimitMs)
  try {
    await app.whenReady()
    const { window } = await startDesktop({ ...options, isEnding: () => true, hasUpdates: false })
    const shown = window()
    if (shown === null) throw new Error('no window was opened')
    await look(shown)
    // The engine ends before the program, which then has the code 0.
    clearTimeout(limit)
    app.quit()
  } catch (error) {
    const { message, hint } = asAppError(error)
    console.error(`FAILED  ${error instanceof Error && message !== error.message ? `${error.message}. ` : ''}${message} ${hint}`)
    end(1)
  }
}

async function look(window: BrowserWindow): Promise<void> {
  const inPage = <T>(code: string): Promise<T> => window.webContents.executeJavaScript(code)
  const title = await inPage<string>(headingAppears)
  passed(`the window shows "${title}"`)
  const { version, practice } = await ask<{ version: string; practice: boolean }>(inPage, 'app.info', {})
  if (!practice) throw new Error('the practice service does not run')
  passed(`engine ${version} and practice service run`)
  await ask(inPage, 'accounts.open', { accountId: 'practice', remember: false })
  const file = await ask<{ id: string }>(inPage, 'shell.openSample', { name: sample })
  const { recipe } = await ask<{ recipe: unknown }>(inPage, 'mapping.suggest', { fileId: file.id })
  const plan = await ask<Record<'rows' | 'send' | 'unchanged' | 'held' | 'skipped' | 'invalid', number>>(inPage, 'plans.start', {
    fileId: file.id,
    recipe,
    wait: true,
  })
  const { rows, send, unchanged, held, skipped, invalid } = plan
  if (rows === 0 || send + unchanged + held + skipped + invalid !== rows)
    throw new Error(`the rows of ${sample} do not add up: ${JSON.stringify(plan)}`)
  passed(`${sample}: ${rows} rows planned, ${send} to send`)
  passed(`${await readSamples(inPage)} samples are read, and a mapping is suggested for each`)
  passed(await sealing())
}

/** Answers the page's heading as soon as there is one. */
const headingAppears =
  "new Promise((resolve) => { const look = () => { const title = document.querySelector('h1')?.textContent?.trim(); title ? resolve(title) : setTimeout(look, 50) }; look() })"

async function ask<T>(inPage: (code: string) => Promise<Answer<T>>, procedure: string, input: unknown): Promise<T> {
  const answer = await inPage(`window.rollcall.call(${JSON.stringify(procedure)}, ${JSON.stringify(input)})`)
  if (!answer.ok) throw new Error(`${procedure}: ${answer.error.message} ${answer.error.hint}`)
  return answer.value
}

/** The samples are of every kind of import that a file is taken for by itself. */
async function readSamples(inPage: (code: string) => Promise<never>): Promise<number> {
  const { samples } = await ask<{ samples: { name: string }[] }>(inPage, 'shell.samples', {})
  for (const { name } of samples) {
    const file = await ask<{ id: string }>(inPage, 'shell.openSample', { name })
    await ask(inPage, 'mapping.suggest', { fileId: file.id })
  }
  if (samples.length === 0) throw new Error('there are no samples')
  return samples.length
}

/** A computer without a key store is no fault of the program's. */
async function sealing(): Promise<string> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'the system seals no tokens here; they last as long as the program'
  const { result } = await safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync('smoke test'))
  if (result !== 'smoke test') throw new Error('what the system sealed cannot be opened again')
  return 'the system seals tokens and opens them again'
}

function passed(what: string): void {
  console.log(`  ok    ${what}`)
}
