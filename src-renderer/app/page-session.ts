/**
 * The browser shell's session, which this tab keeps: no cookie, because every other port of this computer would be sent one.
 * A new address of Rollcall holds a key in its fragment, which is exchanged for a session once and taken out of the address.
 */
const storageName = 'rollcall-session'
const keyInFragment = /^#k=([\w-]+)$/

/** Whether the page's address holds a key, such as one that somebody opened in a tab of Rollcall. */
export function hasKey(): boolean {
  return keyInFragment.test(location.hash)
}

/** The session of this tab: for the key in the address, from the page that let it in, or as it was kept. Null without any. */
export async function enter(): Promise<string | null> {
  const key = keyInFragment.exec(location.hash)?.[1]
  const given = document.querySelector<HTMLMetaElement>('meta[name="rollcall-session"]')
  if (key !== undefined || given !== null) history.replaceState(null, '', `/${key === undefined ? location.hash : '#/'}`)
  if (given !== null) {
    sessionStorage.setItem(storageName, given.content)
    given.remove()
  }
  if (key !== undefined) await exchange(key)
  return sessionStorage.getItem(storageName)
}

/** For requests beside the socket. */
export function sessionHeaders(): Record<string, string> {
  return { Authorization: `Bearer ${sessionStorage.getItem(storageName) ?? ''}` }
}

/** What the socket names, so that it is opened at all. */
export function socketProtocols(session: string): string[] {
  return ['rollcall', `rollcall.session.${session}`]
}

/** A key that is spent leaves the session that this tab has. */
async function exchange(key: string): Promise<void> {
  const answer = await fetch('/session', { method: 'POST', body: key }).catch(() => null)
  if (answer?.ok) sessionStorage.setItem(storageName, await answer.text())
}
