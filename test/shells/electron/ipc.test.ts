import type { BrowserWindow } from 'electron'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EngineClient, EventName } from '../../../src-main/engine/contract.ts'
import { askChannel, eventChannel } from '../../../src-main/shells/electron/bridge-channels.ts'
import { createChosenPaths } from '../../../src-main/shells/electron/chosen-paths.ts'
import { connectBridge } from '../../../src-main/shells/electron/ipc.ts'

const ourPage = { url: 'rollcall://app/index.html', parent: null }

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-ipc-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The bridge between an engine that records its calls and a window that records what it is sent. */
function connected(choices: { file?: string; folder?: string; save?: string; confirms?: boolean } = {}) {
  const calls: { procedure: string; input: unknown }[] = []
  const sent: unknown[][] = []
  const shown: string[] = []
  const asked: string[] = []
  const printed: string[] = []
  const listeners = new Map<EventName, (payload: never) => void>()
  let handler: ((event: unknown, method: unknown, input: unknown) => Promise<unknown>) | null = null
  const client = {
    call: async (procedure: string, input: unknown) => {
      calls.push({ procedure, input })
      if (procedure === 'accounts.list')
        return { ok: true, value: { accounts: [{ baseUrl: 'https://texts.example.com/api' }], currentId: null } }
      if (procedure === 'runs.writeReport') {
        const { path } = input as { path: string }
        writeFileSync(path, 'the report')
        return { ok: true, value: { path, rows: 3 } }
      }
      if (procedure === 'forget.carryOut') return { ok: true, value: { ledgerPath: (input as { ledgerPath?: string }).ledgerPath ?? null } }
      return { ok: true, value: {} }
    },
    on: (name: EventName, listener: (payload: never) => void) => {
      listeners.set(name, listener)
      return () => void listeners.delete(name)
    },
    close: async () => {},
  } as unknown as EngineClient
  const window = {
    isDestroyed: () => false,
    webContents: { send: (...message: unknown[]) => sent.push(message) },
  } as unknown as BrowserWindow
  const end = connectBridge(
    {
      handle: (channel: string, listener: typeof handler) => {
        expect(channel).toBe(askChannel)
        handler = listener
      },
      removeHandler: () => void (handler = null),
    } as never,
    {
      client,
      samplesFolder: folder,
      paths: createChosenPaths(),
      window: () => window,
      dialog: {
        showOpenDialog: async (_window: unknown, { properties }: { properties: string[] }) => {
          const path = properties.includes('openDirectory') ? choices.folder : choices.file
          return { canceled: path === undefined, filePaths: path === undefined ? [] : [path] }
        },
        showMessageBox: async (_window: unknown, { message }: { message: string }) => {
          asked.push(message)
          return { response: choices.confirms ? 0 : 1 }
        },
        showSaveDialog: async () => ({ canceled: choices.save === undefined, filePath: choices.save ?? '' }),
      } as never,
      pageAsPdf: async (path: string) => {
        printed.push(path)
        return Buffer.from(`%PDF of ${readFileSync(path, 'utf8')}`)
      },
      shell: { showItemInFolder: (path) => void shown.push(path) },
    },
  )
  const ask = (method: unknown, input: unknown, senderFrame: unknown = ourPage) => {
    if (handler === null) throw new Error('nothing handles the channel')
    return handler({ senderFrame }, method, input)
  }
  return {
    ask,
    calls,
    sent,
    shown,
    asked,
    printed,
    end,
    emit: (name: EventName, payload: unknown) => listeners.get(name)?.(payload as never),
    listeners,
  }
}

const call = (procedure: string, input: unknown) => ({ procedure, input })

describe('the bridge', () => {
  test('carries a call to the engine and its answer back', async () => {
    const { ask, calls } = connected()
    expect(await ask('call', call('history.list', {}))).toEqual({ ok: true, value: {} })
    expect(calls).toEqual([{ procedure: 'history.list', input: {} }])
  })

  test('answers nobody but the app itself', async () => {
    const { ask, calls } = connected()
    for (const sender of [null, { url: 'https://evil.example/', parent: null }, { url: 'rollcall://app/', parent: ourPage }]) {
      await expect(ask('call', call('history.list', {}), sender)).rejects.toThrow('does not come from Rollcall')
    }
    expect(calls).toEqual([])
  })

  test('knows no other requests and no malformed ones', async () => {
    const { ask, calls } = connected()
    await expect(ask('constructor', null)).rejects.toThrow()
    await expect(ask({ call: true }, null)).rejects.toThrow()
    await expect(ask('call', { procedure: 7 })).rejects.toThrow()
    expect(await ask('call', call('toString', {}))).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(calls).toEqual([])
  })

  test('lets the page name only paths that the person chose', async () => {
    const chosen = join(folder, 'contacts.csv')
    const { ask, calls } = connected({ file: chosen, folder: join(folder, 'results'), save: join(folder, 'export.csv') })
    const attempts = [
      call('files.open', { path: chosen }),
      call('runs.writeResults', { runId: 'r', folder: join(folder, 'results') }),
      call('contacts.export', { path: join(folder, 'export.csv') }),
    ]
    for (const attempt of attempts) expect(await ask('call', attempt)).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(calls).toEqual([])

    expect(await ask('openFile', null)).toEqual({ path: chosen, name: 'contacts.csv' })
    expect(await ask('chooseFolder', null)).toBe(join(folder, 'results'))
    expect(await ask('chooseSavePath', { suggestedName: 'export.csv' })).toBe(join(folder, 'export.csv'))
    for (const attempt of attempts) expect(await ask('call', attempt)).toEqual({ ok: true, value: {} })
    expect(calls).toEqual(attempts)
    expect(await ask('call', call('files.open', { path: join(folder, '..', 'passwords.csv') }))).toMatchObject({ ok: false })
    expect(await ask('call', call('files.open', { path: ['x'] }))).toMatchObject({ ok: false })
  })

  test('takes a dropped file as chosen', async () => {
    const { ask } = connected()
    const path = join(folder, 'dropped.csv')
    expect(await ask('call', call('files.open', { path }))).toMatchObject({ ok: false })
    await ask('noteDropped', { path })
    expect(await ask('call', call('files.open', { path }))).toMatchObject({ ok: true })
    await ask('noteDropped', { path: '' })
    expect(await ask('call', call('files.open', { path: '' }))).toMatchObject({ ok: false })
  })

  test('lets each grant do just what it is for', async () => {
    const [file, saved, into] = [join(folder, 'contacts.csv'), join(folder, 'export.csv'), join(folder, 'results')]
    mkdirSync(into)
    writeFileSync(file, 'a')
    writeFileSync(join(into, 'other.csv'), 'b')
    const { ask } = connected({ file, folder: into, save: saved })
    await ask('openFile', null)
    await ask('chooseFolder', null)
    await ask('chooseSavePath', { suggestedName: 'export.csv' })
    const refusals = [
      call('contacts.export', { path: file }),
      call('ledger.export', { path: file, format: 'csv', overwrite: true }),
      call('runs.writeResults', { runId: 'r', folder }),
      call('runs.writeResults', { runId: 'r', folder: file }),
      call('contacts.export', { path: into }),
      call('contacts.export', { path: join(into, 'new.csv') }),
      call('files.open', { path: join(into, 'other.csv') }),
      call('files.open', { path: into }),
      call('files.open', { path: saved }),
      call('runs.writeResults', { runId: 'r', folder: saved }),
      call('runs.writeResults', { runId: 'r', folder: join(into, 'deeper') }),
    ]
    for (const one of refusals) expect(await ask('call', one), JSON.stringify(one)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  test('lets a dropped file be read and never be written', async () => {
    const path = join(folder, 'dropped.csv')
    writeFileSync(path, 'a')
    const { ask } = connected()
    await ask('noteDropped', { path })
    expect(await ask('call', call('files.open', { path }))).toMatchObject({ ok: true })
    for (const procedure of ['contacts.export', 'ledger.export']) {
      expect(await ask('call', call(procedure, { path, format: 'csv', overwrite: true }))).toMatchObject({
        ok: false,
        error: { code: 'usage' },
      })
    }
  })

  test('forgets without a file, and writes the ledger of an account only where the person said, once', async () => {
    const ledgerPath = join(folder, 'ledger.json')
    const { ask, calls, shown } = connected({ save: ledgerPath })
    const forgetRun = call('forget.carryOut', { accountId: 'a', scope: { kind: 'run', runId: 'r' } })
    expect(await ask('call', forgetRun)).toMatchObject({ ok: true })
    const forgetAccount = call('forget.carryOut', { accountId: 'a', scope: { kind: 'account' }, ledgerPath })
    expect(await ask('call', forgetAccount)).toMatchObject({ ok: false, error: { code: 'usage' } })
    await ask('chooseSavePath', { suggestedName: 'ledger.json' })
    writeFileSync(ledgerPath, '[]')
    expect(await ask('call', forgetAccount)).toMatchObject({ ok: true })
    expect(calls).toEqual([forgetRun, forgetAccount])
    await ask('showInFolder', { path: ledgerPath })
    expect(shown).toEqual([ledgerPath])
    expect(await ask('call', forgetAccount)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  test('says itself whether a file is replaced, whatever the page says', async () => {
    const [there, fresh] = [join(folder, 'there.csv'), join(folder, 'fresh.csv')]
    writeFileSync(there, 'old')
    const first = connected({ save: there })
    await first.ask('chooseSavePath', { suggestedName: 'there.csv' })
    await first.ask('call', call('contacts.export', { path: there, overwrite: false }))
    expect(first.calls).toEqual([call('contacts.export', { path: there, overwrite: true })])
    const second = connected({ save: fresh })
    await second.ask('chooseSavePath', { suggestedName: 'fresh.csv' })
    writeFileSync(fresh, 'somebody was quicker')
    await second.ask('call', call('contacts.export', { path: fresh, overwrite: true }))
    expect(second.calls).toEqual([call('contacts.export', { path: fresh })])
  })

  // Making a link takes a right on Windows that people rarely have.
  test.skipIf(process.platform === 'win32')('resolves links before it looks, and hands on where they led', async () => {
    const [file, secret, link, deep] = [
      join(folder, 'real.csv'),
      join(folder, 'secret.csv'),
      join(folder, 'list.csv'),
      join(folder, 'deep'),
    ]
    writeFileSync(file, 'a')
    writeFileSync(secret, 'b')
    symlinkSync(file, link)
    const { ask, calls } = connected({ file: link })
    await ask('openFile', null)
    expect(await ask('call', call('files.open', { path: link }))).toMatchObject({ ok: true })
    expect(calls).toEqual([call('files.open', { path: file, name: 'list.csv' })])
    rmSync(link)
    symlinkSync(secret, link)
    expect(await ask('call', call('files.open', { path: link }))).toMatchObject({ ok: false })
    mkdirSync(deep)
    const chosen = connected({ folder: deep })
    await chosen.ask('chooseFolder', null)
    rmSync(deep, { recursive: true })
    symlinkSync(tmpdir(), deep)
    expect(await chosen.ask('call', call('runs.writeResults', { runId: 'r', folder: deep }))).toMatchObject({ ok: false })
  })

  test('sends a sign-in nowhere that nobody confirmed', async () => {
    const start = (baseUrl: unknown) => call('signIn.start', { baseUrl, email: 'pat@example.com', password: 'x', apiKey: 'y' })
    const paste = (baseUrl: unknown) => call('signIn.pasteToken', { baseUrl, token: 't' })
    const wary = connected({ confirms: false })
    for (const attempt of [
      start('https://evil.example'),
      paste('evil.example'),
      start('https://texts.example.com.evil.example'),
      start('http://127.0.0.1:9'),
    ]) {
      expect(await wary.ask('call', attempt)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    }
    expect(wary.asked).toEqual([
      'Sign in at evil.example?',
      'Sign in at evil.example?',
      'Sign in at texts.example.com.evil.example?',
      'Sign in at 127.0.0.1:9?',
    ])
    expect(wary.calls.filter(({ procedure }) => procedure.startsWith('signIn'))).toEqual([])
    await wary.ask('call', start('texts.example.com'))
    expect(wary.calls.at(-1)).toEqual(start('texts.example.com'))

    const willing = connected({ confirms: true })
    await willing.ask('call', start('https://new.example/'))
    await willing.ask('call', paste('new.example'))
    expect(willing.asked).toEqual(['Sign in at new.example?'])
  })

  test('tells no address of imports that nobody confirmed, and asks of none that is taken away', async () => {
    const set = (address: unknown) => call('notices.setWebhook', { address })
    const wary = connected({ confirms: false })
    expect(await wary.ask('call', set('https://texts.example.com/hook'))).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(wary.asked).toEqual(['Tell texts.example.com when an import has ended?'])
    expect(wary.calls).toEqual([])
    expect(await wary.ask('call', set(null))).toMatchObject({ ok: true })
    expect(wary.calls).toEqual([set(null)])

    const willing = connected({ confirms: true })
    for (const path of ['a', 'b']) await willing.ask('call', set(`https://hooks.example/${path}`))
    await willing.ask('call', call('signIn.start', { baseUrl: 'https://hooks.example' }))
    expect(willing.asked).toEqual(['Tell hooks.example when an import has ended?', 'Sign in at hooks.example?'])
    expect(willing.calls.filter(({ procedure }) => procedure === 'notices.setWebhook')).toHaveLength(2)
  })

  test('shows one dialog at a time, and the next once it is closed', async () => {
    const { ask } = connected({ folder })
    expect(await Promise.all([1, 2, 3].map(() => ask('chooseFolder', null)))).toEqual([folder, null, null])
    expect(await ask('chooseFolder', null)).toBe(folder)
  })

  test('turns away what is nested too deep to be handed on', async () => {
    const { ask, calls } = connected()
    let nested: unknown = 1
    for (let level = 0; level < 100_000; level += 1) nested = [nested]
    expect(await ask('call', call('recipes.save', { recipe: nested }))).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(calls).toEqual([])
  })

  test('prints a report to where the person says, as often as they say, and leaves nothing else of it', async () => {
    const path = join(folder, 'report.pdf')
    const { ask, calls, printed } = connected({ save: path })
    const save = { runId: 'run-1', suggestedName: 'list - report.pdf' }
    for (const _ of [1, 2]) {
      expect(await ask('saveReportPdf', save)).toEqual({ ok: true, value: { path, rows: 3 } })
      expect(readFileSync(path, 'utf8')).toBe('%PDF of the report')
    }
    expect(calls).toMatchObject([{ input: { runId: 'run-1' } }, { input: { runId: 'run-1' } }])
    expect(printed.map((page) => existsSync(page))).toEqual([false, false])
    await ask('showInFolder', { path })
    expect(await connected().ask('saveReportPdf', save)).toEqual({ ok: true, value: null })
  })

  test('answers null when a dialog is closed', async () => {
    const { ask } = connected()
    expect(await ask('openFile', null)).toBeNull()
    expect(await ask('chooseFolder', null)).toBeNull()
    expect(await ask('chooseSavePath', { suggestedName: 'export.csv' })).toBeNull()
  })

  test('shows a written file in its folder, and no other', async () => {
    const { ask, shown } = connected({ folder })
    await ask('showInFolder', { path: join(folder, 'results.csv') })
    await ask('chooseFolder', null)
    await ask('showInFolder', { path: join(folder, 'results.csv') })
    await ask('showInFolder', { path: '/etc/passwd' })
    expect(shown).toEqual([join(folder, 'results.csv')])
  })

  test('lists and opens the samples by their names', async () => {
    writeFileSync(join(folder, 'hubspot.csv'), 'Record ID\n1\n')
    const { ask, calls } = connected()
    expect(await ask('call', call('shell.samples', {}))).toMatchObject({
      ok: true,
      value: { samples: [{ name: 'hubspot.csv', title: 'HubSpot' }] },
    })
    await ask('call', call('shell.openSample', { name: 'hubspot.csv' }))
    expect(calls).toEqual([{ procedure: 'files.open', input: { path: join(folder, 'hubspot.csv'), name: 'hubspot.csv' } }])
    expect(await ask('call', call('shell.openSample', { name: '../hubspot.csv' }))).toMatchObject({ ok: false })
  })

  test('carries every event to the window, until it ends', () => {
    const { emit, sent, end, listeners } = connected()
    emit('sync.progress', { state: 'running' })
    expect(sent).toEqual([[eventChannel, 'sync.progress', { state: 'running' }]])
    expect([...listeners.keys()].sort()).toEqual([
      'account.changed',
      'conversations.progress',
      'damage.progress',
      'file.progress',
      'mapping.progress',
      'plan.progress',
      'plan.releasing',
      'run.progress',
      'sync.progress',
      'unattended.changed',
      'unattended.ended',
    ])
    end()
    expect(listeners.size).toBe(0)
  })
})
