import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The file for a URL's path inside the folder; null when there is none, it is of no served type, or it leads outside. */
export async function findStaticFile(folder: string, urlPath: string): Promise<{ path: string; type: string; sizeBytes: number } | null> {
  const decoded = decode(urlPath)
  if (decoded === null || /[\0\\]/.test(decoded)) return null
  const name = decoded === '/' ? '/index.html' : decoded
  const type = types[extname(name)]
  if (type === undefined) return null
  try {
    const root = await realpath(folder)
    const path = await realpath(join(root, name))
    if (!path.startsWith(root + sep)) return null
    const found = await stat(path)
    return found.isFile() ? { path, type, sizeBytes: found.size } : null
  } catch {
    return null // not there, or not readable: the same to a browser
  }
}

export async function sendStaticFile(response: ServerResponse, file: { path: string; type: string; sizeBytes: number }): Promise<void> {
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.sizeBytes })
  await pipeline(createReadStream(file.path), response)
}

function decode(urlPath: string): string | null {
  try {
    return decodeURIComponent(urlPath)
  } catch {
    return null
  }
}
