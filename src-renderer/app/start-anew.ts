const storageName = 'rollcall-started-anew'
/** What cannot be loaded again so soon is no matter of a moment. */
const pauseMs = 60_000

/**
 * Loads the whole page again where the code of a screen could not be loaded: a browser does not try that again by itself. Does nothing
 * while Rollcall does not answer, and at most once a minute.
 */
export async function startAnew(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(storageName)) < pauseMs) return
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok !== true) return
  sessionStorage.setItem(storageName, String(Date.now()))
  location.reload()
}
