import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUp } from '../../engine/files/patient-files.ts'

/**
 * Writes the page that the system's browser is told to open, in a file only its owner can read: it posts a key to the app. So
 * neither the browser's arguments, which every user of the computer can list, nor its history ever hold one.
 */
export async function writeEntryPage(folder: string, origin: string, key: string): Promise<string> {
  const path = entryPath(folder)
  await writeFile(path, entryPage(origin, key), { mode: 0o600 })
  await chmod(path, 0o600) // one of an earlier opening keeps its mode
  return path
}

/** Once its key is spent it is of no use. */
export async function removeEntryPage(folder: string): Promise<void> {
  await cleanUp(entryPath(folder))
}

function entryPath(folder: string): string {
  return join(folder, 'open-rollcall.html')
}

function entryPage(origin: string, key: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Rollcall</title></head>
<body>
<form method="post" action="${origin}/enter"><input type="hidden" name="key" value="${key}"><button>Open Rollcall</button></form>
<script>document.forms[0].submit()</script>
</body>
</html>
`
}

/** The screens' page with a session in it, for the page's own script to take out and keep. */
export function withSession(page: string, session: string): string {
  return page.replace(/<head[^>]*>|^/i, (head) => `${head}<meta name="rollcall-session" content="${session}">`)
}
