import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { menuTemplate } from '../../../../src-main/shells/electron/window/app-menu.ts'
import { readChosenChannel, writeChosenChannel } from '../../../../src-main/shells/electron/updates/chosen-channel.ts'
import { policyPath, readUpdatePolicy, type UpdatePolicy } from '../../../../src-main/shells/electron/updates/update-policy.ts'
import { createUpdates, type Updater } from '../../../../src-main/shells/electron/updates/updates.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-updates-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program of 0.1.0 for which 0.2.0 is there, and what became of it. The person presses these buttons in turn. */
function program(presses: number[], { policy = {} as Partial<UpdatePolicy>, fault = '', isBusy = false, isNewest = false } = {}) {
  const did: string[] = []
  const updater: Updater = {
    channel: null,
    allowDowngrade: true,
    checkForUpdates: async () => {
      did.push(`look ${updater.channel}${updater.allowDowngrade ? ', older too' : ''}`)
      if (fault.startsWith('look')) throw new Error('no network')
      return { isUpdateAvailable: !isNewest, updateInfo: { version: '0.2.0' } }
    },
    downloadUpdate: async () => {
      did.push('load')
      if (fault !== '') throw Object.assign(new Error('no'), { code: fault })
    },
    quitAndInstall: () => void did.push('install'),
  }
  const updates = createUpdates({
    policy: { isAllowed: true, channel: null, ...policy },
    chosen: 'latest',
    remember: (channel) => void did.push(`remember ${channel}`),
    loadUpdater: async () => updater,
    askPerson: async ({ message }) => {
      did.push(`ask ${message}`)
      return { response: presses.shift() ?? 0, checkboxChecked: false }
    },
    isBusy: async () => isBusy,
    quit: () => void did.push('quit'),
    note: () => undefined,
  })
  return { updates, did }
}

const isThere = 'ask Rollcall 0.2.0 is there.'
const isReady = 'ask Rollcall 0.2.0 is ready to be installed.'

describe('an update', () => {
  test('is loaded when the person says so, and installed after everything has ended', async () => {
    const { updates, did } = program([0, 0])
    await updates.check('itself')
    expect(did).toEqual(['look latest', isThere, 'load', isReady, 'quit'])
    expect(updates.leave()).toBe(true)
    expect(did.at(-1)).toBe('install')
    expect(updates.leave()).toBe(false)
  })

  test('is not loaded when the person does not want it', async () => {
    const { updates, did } = program([1])
    await updates.check('itself')
    expect(did).toEqual(['look latest', isThere])
    expect(updates.leave()).toBe(false)
  })

  test('that waits for the end of the program does not start it again', async () => {
    const { updates, did } = program([0, 1])
    await updates.check('person')
    expect(did).not.toContain('quit')
    expect(updates.leave()).toBe(false)
  })

  test.each(['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'])('that is not what was published is refused: %s', async (fault) => {
    const { updates, did } = program([0], { fault })
    await updates.check('itself')
    expect(did.at(-1)).toBe('ask The update was not installed: it is not what its maker published.')
    expect(updates.leave()).toBe(false)
  })

  test('is not asked about beside a run, unless the person asks', async () => {
    const { updates, did } = program([1], { isBusy: true })
    await updates.check('itself')
    expect(did).toEqual([])
    await updates.check('person')
    expect(did).toEqual(['look latest', isThere])
  })

  test('that cannot be looked for is told only to who asked', async () => {
    const { updates, did } = program([], { fault: 'look' })
    await updates.check('itself')
    expect(did).toEqual(['look latest'])
    await updates.check('person')
    expect(did.at(-1)).toBe('ask Rollcall could not look for updates.')
  })

  test('that is not there is told only to who asked', async () => {
    const { updates, did } = program([], { isNewest: true })
    await updates.check('itself')
    await updates.check('person')
    expect(did).toEqual(['look latest', 'look latest', 'ask This is the newest version of Rollcall.'])
  })
})

describe('administrators', () => {
  const policy = (text: string) => {
    const path = join(folder, 'policy.json')
    writeFileSync(path, text)
    return readUpdatePolicy(path)
  }

  test('switch updates off: then nothing is asked of anybody', async () => {
    const { updates, did } = program([], { policy: policy('{"updates": "off"}') })
    await updates.check('itself')
    await updates.check('person')
    expect(did).toEqual([])
    const help = menuTemplate('win32', false, { act: () => undefined, copyDiagnostics: () => undefined, updates }).at(-1)?.submenu
    expect(JSON.stringify(help)).toContain('Updates are up to your administrators')
    expect(JSON.stringify(help)).not.toContain('Look for updates')
  })

  test('set the channel, which nobody then chooses', async () => {
    const { updates, did } = program([1], { policy: policy('\uFEFF{"channel": "beta"}') })
    expect(updates).toMatchObject({ isAllowed: true, isChannelFree: false })
    await updates.check('itself')
    expect(did[0]).toBe('look beta')
  })

  test.each(['', 'off', '{"updates": "no"}', '{"update": "off"}', '[]'])('who wrote %j meant to say something: no updates', (text) => {
    expect(policy(text)).toEqual({ isAllowed: false, channel: null })
  })

  test('who wrote nothing leave it to the person', () => {
    expect(readUpdatePolicy(join(folder, 'policy.json'))).toEqual({ isAllowed: true, channel: null })
    expect(policyPath('win32', { ProgramData: 'D:\\ProgramData' })).toBe('D:\\ProgramData\\Rollcall\\policy.json')
  })
})

test('the person chooses the channel in the menu, which the next start knows', async () => {
  const { updates, did } = program([1])
  const items = menuTemplate('win32', false, { act: () => undefined, copyDiagnostics: () => undefined, updates }).at(-1)?.submenu
  const item = (Array.isArray(items) ? items : []).find(({ label }) => label === 'Offer test versions, too')
  expect(item).toMatchObject({ type: 'checkbox', checked: false, enabled: true })
  item?.click?.({ checked: true } as never, undefined, {} as never)
  await updates.check('itself')
  expect(did.slice(0, 2)).toEqual(['remember beta', 'look beta'])

  expect(readChosenChannel(folder)).toBe('latest')
  writeChosenChannel(folder, 'beta')
  expect(readChosenChannel(folder)).toBe('beta')
  expect(readFileSync(join(folder, 'updates.json'), 'utf8')).toBe('{"channel":"beta"}')
  writeFileSync(join(folder, 'updates.json'), '{"channel":"nightly"}')
  expect(readChosenChannel(folder)).toBe('latest')
})
