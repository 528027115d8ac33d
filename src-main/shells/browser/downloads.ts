import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Answer, EngineClient } from '../../engine/contract.ts'
import { createBinaryFile } from '../../engine/files/output-file.ts'
import { createZipWriter } from '../../engine/files/zip-file.ts'
import { cleanUp } from '../../engine/files/patient-files.ts'
import { contactFilterSchema, exportColumnsSchema } from '../../engine/model/contacts/contact-filter-schema.ts'
import { conversationsWantedSchema } from '../../engine/model/contacts/shown-conversation-schema.ts'
import { AppError, asAppError } from '../../engine/model/errors.ts'
import { ledgerFormats } from '../../engine/model/ledger-schema.ts'
import type { BrowserShellProcedures, Download } from '../bridge.ts'

type Name = Exclude<keyof BrowserShellProcedures, 'shell.chooseFolder'>

const inputs = {
  'shell.downloadResults': z.object({ runId: z.string().min(1).max(200), kind: z.enum(['results', 'failed']) }),
  'shell.downloadReport': z.object({ runId: z.string().min(1).max(200), name: z.string().max(200) }),
  'shell.downloadContacts': contactFilterSchema.extend({ columns: exportColumnsSchema, format: z.enum(['csv', 'xlsx']) }),
  'shell.downloadDifferences': z.object({ since: z.int().optional(), format: z.enum(['csv', 'xlsx']) }),
  'shell.downloadConversations': conversationsWantedSchema.extend({
    attachmentsBeside: z.boolean().optional(),
    format: z.enum(['csv', 'xlsx', 'json']),
  }),
  'shell.downloadLedger': z.object({ format: z.enum(ledgerFormats) }),
} satisfies Record<Name, z.ZodType>

export function isDownloadProcedure(name: string): name is Name {
  return Object.hasOwn(inputs, name)
}

/** At most this many files wait to be fetched; the oldest go first. */
const waitingAtMost = 20

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.zip': 'application/zip',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Lets the engine write files into a private folder and hands each out once, under a ticket that cannot be guessed. A
 * file is removed when it has been fetched, or when it was not and too many wait.
 */
export function createDownloads(folder: string) {
  const tickets = new Map<string, { own: string; path: string; name: string }>()

  async function offer(own: string, path: string, name: string, rows: number): Promise<Download> {
    const ticket = randomBytes(24).toString('base64url')
    tickets.set(ticket, { own, path, name })
    for (const [oldest, file] of tickets) {
      if (tickets.size <= waitingAtMost) break
      tickets.delete(oldest)
      await cleanUp(file.own)
    }
    return { url: `download/${ticket}`, name, rows }
  }

  async function prepare(client: EngineClient, name: Name, input: unknown, own: string): Promise<Answer<Download>> {
    if (name === 'shell.downloadContacts') {
      const { format, ...filter } = inputs[name].parse(input)
      const fileName = `contacts.${format}`
      const written = await client.call('contacts.export', { ...filter, path: join(own, fileName) })
      return written.ok ? { ok: true, value: await offer(own, written.value.path, fileName, written.value.rows) } : written
    }
    if (name === 'shell.downloadDifferences') {
      const { format, since } = inputs[name].parse(input)
      const fileName = `contacts-changed.${format}`
      const written = await client.call('sync.exportDifferences', { since, path: join(own, fileName) })
      return written.ok ? { ok: true, value: await offer(own, written.value.path, fileName, written.value.rows) } : written
    }
    if (name === 'shell.downloadConversations') {
      const { format, ...wanted } = inputs[name].parse(input)
      const fileName = `conversations.${format}`
      const written = await client.call('conversations.export', { ...wanted, path: join(own, fileName) })
      if (!written.ok) return written
      const { path, rows, attachments } = written.value
      // A browser saves one file: what was saved beside it comes along.
      const whole = (attachments?.saved ?? 0) === 0 ? path : await zipTogether(own, path, attachments?.folder ?? '')
      const offered = await offer(own, whole, basename(whole), rows)
      return { ok: true, value: { ...offered, conversations: written.value } }
    }
    if (name === 'shell.downloadLedger') {
      const { format } = inputs[name].parse(input)
      const fileName = `consent-ledger.${format}`
      const written = await client.call('ledger.export', { path: join(own, fileName), format })
      return written.ok ? { ok: true, value: await offer(own, written.value.path, fileName, written.value.records) } : written
    }
    if (name === 'shell.downloadReport') {
      const { runId, name: reportName } = inputs[name].parse(input)
      const written = await client.call('runs.writeReport', { runId, path: join(own, 'report.html') })
      return written.ok ? { ok: true, value: await offer(own, written.value.path, reportName, written.value.rows) } : written
    }
    const { runId, kind } = inputs[name].parse(input)
    const written = await client.call('runs.writeResults', { runId, folder: own })
    if (!written.ok) return written
    const file = written.value.files.find((each) => each.kind === kind)
    if (!file) throw new AppError('file.empty', 'No row of this run has failed.', 'The file with all rows has everything.')
    await Promise.all(written.value.files.filter((each) => each !== file).map((each) => cleanUp(each.path)))
    return { ok: true, value: await offer(own, file.path, file.name, file.rows) }
  }

  return {
    /** Never rejects. */
    async call(name: Name, input: unknown, client: EngineClient): Promise<Answer<Download>> {
      const own = await mkdtemp(join(folder, 'download-'))
      const answer = await prepare(client, name, input, own).catch((error: unknown): Answer<Download> => {
        const known =
          error instanceof z.ZodError ? new AppError('usage', 'This file cannot be asked for.', 'Reload the page.') : asAppError(error)
        return { ok: false, error: known.toAnswer() }
      })
      if (!answer.ok) await cleanUp(own)
      return answer
    },
    /** Sends the ticket's file and forgets it. Answers false when there is no such ticket, or no longer. */
    async send(ticket: string, response: ServerResponse): Promise<boolean> {
      const file = tickets.get(ticket)
      if (!file) return false
      tickets.delete(ticket)
      try {
        const { size } = await stat(file.path)
        response.writeHead(200, {
          'Content-Type': contentTypes[extname(file.name)] ?? 'text/csv; charset=utf-8',
          'Content-Length': size,
          'Content-Disposition': attachmentNamed(file.name),
        })
        await pipeline(createReadStream(file.path), response)
      } finally {
        await cleanUp(file.own)
      }
      return true
    },
  }
}

/** A file and a folder in one archive. */
async function zipTogether(own: string, path: string, folder: string): Promise<string> {
  const file = await createBinaryFile(own)
  try {
    const zip = createZipWriter(file)
    await zip.add(basename(path), createReadStream(path))
    for (const name of await readdir(folder)) await zip.add(`${basename(folder)}/${name}`, createReadStream(join(folder, name)))
    await zip.finish()
    return await file.publish('conversations.zip', 'replace')
  } finally {
    await file.discard()
  }
}

/** RFC 6266 with an ASCII fallback and the RFC 5987 form for every other name. */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
