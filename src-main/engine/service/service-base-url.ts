import { AppError } from '../model/errors.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a URL's `hostname` is this computer itself. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * The service's address in one spelling: no trailing slash, no query, no credentials. `https:` everywhere, `http:` only on
 * this computer. Throws `usage`.
 */
export function serviceBaseUrl(text: string): string {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || url.hostname === '') {
    throw new AppError(
      'usage',
      'The address of the service is not a web address.',
      'Copy it from the service, such as https://example.com.',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'usage',
      'The address of the service holds a name or a password.',
      'Leave them out of the address; sign in with them instead.',
    )
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    throw new AppError(
      'usage',
      'The address of the service must begin with https://.',
      'Without https anybody on the way could read your contacts. http:// works only for this computer.',
    )
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
