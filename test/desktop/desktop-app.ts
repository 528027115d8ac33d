import type { Page } from 'playwright-core'

/** What the system's dialogs answer; a message box with the number of its button. */
export type DialogAnswer =
  { kind: 'open'; filePaths: string[] } | { kind: 'save'; filePath: string } | { kind: 'message'; response: number }

export interface ShownDialog {
  kind: 'open' | 'save' | 'message'
  options: { message?: string; properties?: string[]; defaultPath?: string }
}

/** The desktop app as a test has it, whatever runs it: the stand-in for Electron, or Electron. */
export interface DesktopApp {
  home: string
  page: Page
  /** What went wrong in the page. */
  problems: string[]
  /** The dialogs that were shown so far. */
  dialogs: ShownDialog[]
  /** Answers the next dialog of that kind. */
  willAnswer(answer: DialogAnswer): void
  /** Closes the window as its button does. */
  closeWindow(): Promise<void>
  /** Resolves with the exit code when the program has ended by itself. */
  ended: Promise<number | null>
  /** Ends the program, whatever it does. Leaves the data. */
  kill(): Promise<void>
}

/** Asks the engine as the page does. Throws what it refuses. */
export async function askEngine<T>(page: Page, procedure: string, input: unknown): Promise<T> {
  const answer = await callEngine(page, procedure, input)
  if (!answer.ok) throw new Error(`${procedure}: ${JSON.stringify(answer.error)}`)
  return answer.value as T
}

export function callEngine(
  page: Page,
  procedure: string,
  input: unknown,
): Promise<{ ok: boolean; value?: unknown; error?: { code: string; message: string } }> {
  return page.evaluate(
    ([name, value]) =>
      (window as unknown as { rollcall: { call(name: unknown, value: unknown): Promise<never> } }).rollcall.call(name, value),
    [procedure, input],
  )
}
