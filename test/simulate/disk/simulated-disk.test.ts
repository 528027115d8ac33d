import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { durably, openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import { VirtualTime } from '../time/virtual-time.ts'
import { SimulatedDisk } from './simulated-disk.ts'

const nobodyWatches = { onStatement: () => undefined, onCommit: () => undefined }

function disk() {
  const root = mkdtempSync(join(tmpdir(), 'rollcall-simulated-disk-'))
  const template = join(root, 'template.db')
  openStore(template).close()
  const time = new VirtualTime()
  const simulated = new SimulatedDisk(root, template, time)
  onTestFinished(() => {
    simulated.closeAll()
    rmSync(root, { recursive: true, force: true })
  })
  return { simulated, time }
}

const add = (store: Store, key: string) => () => store.prepare('INSERT INTO settings (key, value) VALUES (?, 1)').run(key)
/** What `add` has added. */
const keysIn = (store: Store) => store.prepare('SELECT key FROM settings WHERE length(key) = 1 ORDER BY key').pluck().all()

test('of what was not synced, a power cut takes what it will; what was synced stays', () => {
  const { simulated } = disk()
  const store = simulated.openFor(nobodyWatches)
  add(store, 'a')()
  durably(store, add(store, 'b'))
  store.transaction(add(store, 'c'))()
  simulated.powerCut(0)
  const next = simulated.openFor(nobodyWatches)
  expect(keysIn(next)).toEqual(['a', 'b'])
  // It lies on the disk by then.
  simulated.powerCut(0)
  expect(keysIn(simulated.openFor(nobodyWatches))).toEqual(['a', 'b'])
})

test('a program that is killed leaves all that it has committed', () => {
  const { simulated } = disk()
  const store = simulated.openFor(nobodyWatches)
  add(store, 'a')()
  simulated.close(store)
  expect(keysIn(simulated.openFor(nobodyWatches))).toEqual(['a'])
})

test('what is half a minute old has reached the disk by itself', async () => {
  const { simulated, time } = disk()
  const store = simulated.openFor(nobodyWatches)
  add(store, 'a')()
  await time.passUntilDone(time.sleep(31_000), 60_000)
  add(store, 'b')()
  simulated.powerCut(0)
  expect(keysIn(simulated.openFor(nobodyWatches))).toEqual(['a'])
})
