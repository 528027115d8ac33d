import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Protocol } from 'electron'
import { appScheme, isAppUrl } from './security.ts'

/** To be registered before the app is ready: an origin of its own, treated like https. */
export const appSchemePrivileges = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The app loads its own files and nothing else; the same as in the browser shell. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The file that an address of the app stands for; null when it is not one, leaves the folder, or has no known type. */
export function appFilePath(rendererFolder: string, address: string): string | null {
  if (!isAppUrl(address)) return null
  const path = decoded(new URL(address).pathname)
  if (path === null || /[\\\0:]/.test(path)) return null
  const file = join(rendererFolder, path === '/' ? 'index.html' : path)
  const inside = relative(rendererFolder, file)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return null
  return extname(file) in contentTypes ? file : null
}

/** What the protocol answers for an address, headers included. */
export async function appResponse(rendererFolder: string, address: string): Promise<Response> {
  const file = appFilePath(rendererFolder, address)
  const body = file === null ? null : await readFile(file).catch(() => null)
  if (file === null || body === null) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })
  return new Response(body, {
    headers: {
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

export function serveAppFiles(protocol: Protocol, rendererFolder: string): void {
  protocol.handle(appScheme, (request) => appResponse(rendererFolder, request.url))
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
