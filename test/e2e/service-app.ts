import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contact, ImportFile, PlanSummary, Recipe } from '../../src-main/engine/contract.ts'
import type { EffectCounts } from '../../src-main/sandbox/control/effect-counts.ts'
import { startSandboxThread } from '../../src-main/sandbox/start-sandbox-thread.ts'
import { type ServedApp, serveForTest } from './serve-for-test.ts'

/** The built screens, signed in to a service of the test's own, whose faults the test switches. */
export async function serveWithService(options: { contacts: number }) {
  const service = await startSandboxThread(new URL('../../out/main/sandbox-worker.js', import.meta.url), options)
  const app: ServedApp = await serveForTest()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-e2e-files-'))

  async function control(method: string, path: string, body?: string): Promise<unknown> {
    const answer = await fetch(`${service.baseUrl}/sandbox/${path}.json`, {
      method,
      headers: { 'X-Sandbox-Secret': service.controlSecret },
      body: body ?? null,
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}`)
    return answer.json()
  }

  async function signIn(token: string): Promise<void> {
    const step = await app.ask('signIn.pasteToken', { baseUrl: service.baseUrl, token, accountName: 'Main office' })
    if (step.step === 'signedIn') await app.ask('accounts.open', { accountId: step.account.id })
  }

  async function sync(): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      const off = app.client.on('sync.progress', ({ state, error }) => {
        if (state === 'running') return
        off()
        if (state === 'complete') resolve()
        else reject(new Error(error?.message ?? state))
      })
    })
    // Where it fails before the call that begins it is answered, somebody listens already.
    ended.catch(() => undefined)
    await app.ask('sync.start', {})
    await ended
  }

  async function openFile(name: string, lines: readonly string[]): Promise<ImportFile> {
    const path = join(folder, name)
    await writeFile(path, lines.join('\n'))
    return app.ask('files.open', { path, name })
  }

  await signIn(service.token)
  await sync()

  return {
    app,
    service,
    sync,
    openFile,
    setFaults: (spec: string) => control('PUT', 'faults', JSON.stringify(spec)),
    expireTokens: () => control('DELETE', 'tokens'),
    issueToken: async () => ((await control('POST', 'tokens')) as { token: string }).token,
    counts: async () => (await control('GET', 'counts')) as EffectCounts,
    /** Contacts that have a phone number, from the address book. */
    async contacts(count: number): Promise<(Contact & { phone: string })[]> {
      const { contacts } = await app.ask('contacts.page', { offset: 0, limit: 500 })
      return contacts.flatMap((contact) => (contact.phone === null ? [] : [{ ...contact, phone: contact.phone }])).slice(0, count)
    },
    /** A file that is planned and waits for the review, and the address of that. */
    async planned(name: string, lines: readonly string[], recipe: Recipe): Promise<{ plan: PlanSummary; hash: string }> {
      const file = await openFile(name, lines)
      const plan = await app.ask('plans.start', { fileId: file.id, recipe, wait: true })
      const state = {
        step: 'review' as const,
        fileId: file.id,
        fileName: name,
        kind: recipe.kind,
        dialect: recipe.source,
        recipe,
        planId: plan.id,
        runId: null,
      }
      const draft = await app.ask('drafts.create', { state })
      return { plan, hash: `#/import/${draft.id}/review` }
    },
    async close(): Promise<void> {
      await app.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ServiceApp = Awaited<ReturnType<typeof serveWithService>>

/** A recipe that finds contacts by their number and does what `part` says. */
export function recipeOf(part: Pick<Recipe, 'kind' | 'fields'> & Partial<Recipe>): Recipe {
  return {
    version: 1,
    name: 'Test',
    source: { encoding: 'auto', delimiter: 'auto', quote: 'auto', header: true, skipLines: 0, shortRows: 'invalid' },
    match: { by: 'phone', column: 'Phone' },
    blank: 'keep',
    notFound: 'skip',
    duplicates: 'last',
    ...part,
  }
}
