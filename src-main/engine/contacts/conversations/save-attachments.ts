import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createBinaryFile } from '../../files/output-file.ts'
import { safeFileName } from '../../files/safe-file-name.ts'
import type { FetchProblem, FileFetcher } from '../../service/http/file-fetcher.ts'
import { inParallel } from '../../service/in-parallel.ts'

/** So many files are fetched at once, and in all. */
const atOnce = 4
export const mostFiles = 100_000

/** What became of one attachment: its file with the digest of its bytes, or why there is none. */
export type SavedAttachment = { file: string; sha256: string; sizeBytes: number; problem: null } | { file: null; problem: string }

interface AttachmentsWanted {
  fetcher: FileFetcher
  /** By their addresses, with what each is called. */
  named: ReadonlyMap<string, string | null>
  folder: string
  signal: AbortSignal
  onProgress: (progress: { done: number; total: number }) => void
}

/**
 * Saves the files behind these addresses in a folder. One that is there already, from an export that was broken off, is not fetched again.
 * What cannot be fetched is said, and keeps nothing else from being saved. Throws `store.full` and the signal's reason.
 */
export async function saveAttachments({
  fetcher,
  named,
  folder,
  signal,
  onProgress,
}: AttachmentsWanted): Promise<Map<string, SavedAttachment>> {
  const saved = new Map<string, SavedAttachment>()
  const wanted = [...named].slice(0, mostFiles)
  for (const [address] of [...named].slice(mostFiles)) saved.set(address, { file: null, problem: 'An export saves at most 100,000 files.' })
  onProgress({ done: 0, total: wanted.length })
  await inParallel(wanted, atOnce, signal, async ([address, name], stop) => {
    saved.set(address, await saveOne(fetcher, address, fileNameOf(address, name), folder, stop))
    onProgress({ done: saved.size, total: wanted.length })
  })
  return saved
}

/** The same file at each export: by its address, with the name that it has there. */
function fileNameOf(address: string, name: string | null): string {
  const path = URL.parse(address)?.pathname ?? ''
  const last = basename(path)
  return `${createHash('sha256').update(address).digest('hex').slice(0, 16)}-${safeFileName(name ?? (last === '' ? 'attachment' : last))}`
}

async function saveOne(fetcher: FileFetcher, address: string, file: string, folder: string, signal: AbortSignal): Promise<SavedAttachment> {
  const there = await digestOf(join(folder, file), signal)
  if (there !== null) return { file, ...there, problem: null }
  let output = await createBinaryFile(folder)
  let hash = createHash('sha256')
  let sizeBytes = 0
  try {
    const problem = await fetcher.fetch(
      address,
      {
        async write(bytes) {
          hash.update(bytes)
          sizeBytes += bytes.length
          await output.write(bytes)
        },
        async restart() {
          await output.discard()
          output = await createBinaryFile(folder)
          hash = createHash('sha256')
          sizeBytes = 0
        },
      },
      signal,
    )
    if (problem !== null) return { file: null, problem: problemWords(problem) }
    if (sizeBytes === 0) return { file: null, problem: 'Its address gave an empty file.' }
    await output.publish(file, 'replace')
    return { file, sha256: hash.digest('hex'), sizeBytes, problem: null }
  } finally {
    await output.discard()
  }
}

/** Null where there is no such file, or an empty one. */
async function digestOf(path: string, signal: AbortSignal): Promise<{ sha256: string; sizeBytes: number } | null> {
  const found = await lstat(path).catch(() => null)
  if (found === null || !found.isFile() || found.size === 0) return null
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer)
  return { sha256: hash.digest('hex'), sizeBytes: found.size }
}

function problemWords(problem: FetchProblem): string {
  switch (problem.why) {
    case 'address':
      return 'Its address is none that a file may be fetched from.'
    case 'too_large':
      return 'It is larger than 100 MB.'
    case 'too_slow':
      return 'It took too long to come.'
    case 'unreachable':
      return 'The computer that has it could not be reached.'
    case 'redirects':
      return 'Its address leads on and on to other addresses.'
    case 'status':
      return problem.status === 404 || problem.status === 410
        ? 'It is no longer there.'
        : problem.status === 401 || problem.status === 403
          ? 'It is not shown to this account.'
          : `Its computer answered with an error (${problem.status}).`
  }
}
