import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getRawHeader, listPackage } from '@electron/asar'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { parse } from 'yaml'
import { z } from 'zod'

/** The files in an asar, with `/` and without their folders. */
export function filesInAsar(path: string): string[] {
  const all = listPackage(path, { isPack: false }).map((name) => name.replaceAll('\\', '/').replace(/^\//, ''))
  const folders = new Set(all.flatMap((name) => name.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))))
  return all.filter((name) => !folders.has(name))
}

/** The hash that the runtime compares before it loads an asar. */
export function asarHash(path: string): string {
  return createHash('sha256').update(getRawHeader(path).headerString).digest('hex')
}

export interface WindowsProgram {
  version: string
  productName: string
  icons: number
  /** By the asar's path from the program's folder. */
  asarHashes: Record<string, string>
}

/** What Windows and the runtime read in a program's resources. */
export function readWindowsProgram(path: string): WindowsProgram {
  const resources = NtExecutableResource.from(NtExecutable.from(readFileSync(path), { ignoreCert: true }))
  const info = Resource.VersionInfo.fromEntries(resources.entries)[0]
  const language = info?.getAllLanguagesForStringValues()[0]
  const strings = info && language ? info.getStringValues(language) : {}
  const integrity = resources.entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
  const hashes = integrity
    ? (JSON.parse(Buffer.from(integrity.bin).toString('utf8')) as { file: string; alg: string; value: string }[])
    : []
  return {
    version: strings.FileVersion ?? '',
    productName: strings.ProductName ?? '',
    icons: Resource.IconGroupEntry.fromEntries(resources.entries).length,
    asarHashes: Object.fromEntries(hashes.map(({ file, value }) => [file.replaceAll('\\', '/'), value])),
  }
}

export const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64')

const updateFile = z.object({
  version: z.string(),
  path: z.string(),
  sha512: z.string(),
  files: z.tuple([z.object({ size: z.number() })]),
})

/** What a program that looks for updates is told of the newest one. */
export function readUpdateFile(path: string): { version: string; path: string; sha512: string; size: number } {
  const { files, ...update } = updateFile.parse(parse(readFileSync(path, 'utf8')))
  return { ...update, size: files[0].size }
}
