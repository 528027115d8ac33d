import { stat } from 'node:fs/promises'
import { extname, isAbsolute, resolve } from 'node:path'
import type { EngineClient } from '../../engine/contract.ts'

const endings = new Set(['.csv', '.tsv', '.tab', '.txt', '.xlsx', '.xlsm', '.vcf', '.vcard', '.zip', '.gz'])

/** The file that a start was given to open, by its arguments: the last one that is a file of a known kind. Null without one. */
export async function fileInArguments(args: readonly string[], folder: string): Promise<string | null> {
  for (const argument of [...args].reverse()) {
    if (argument.startsWith('-') || !endings.has(extname(argument).toLowerCase())) continue
    const path = isAbsolute(argument) ? argument : resolve(folder, argument)
    if ((await stat(path).catch(() => null))?.isFile()) return path
  }
  return null
}

/** Begins an import with the file, as choosing it would, and answers the address of its page; null where it cannot be begun. */
export async function beginImport(client: EngineClient, path: string): Promise<string | null> {
  const file = await client.call('files.open', { path })
  if (!file.ok) return null
  const suggested = await client.call('mapping.suggest', { fileId: file.value.id, dialect: { skipLines: 'auto' } })
  if (!suggested.ok) return null
  const { recipe } = suggested.value
  const state = {
    step: 'file' as const,
    fileId: file.value.id,
    fileName: file.value.name,
    kind: recipe.kind,
    dialect: recipe.source,
    recipe,
    planId: null,
    runId: null,
  }
  const draft = await client.call('drafts.create', { state })
  return draft.ok ? `#/import/${encodeURIComponent(draft.value.id)}/file` : null
}
