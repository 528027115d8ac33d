import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { notesRecipe, openOffices, twoOffices } from './two-offices.ts'

const waiting = { timeout: 60_000, interval: 20 }
const contents = (folder: string, room: string) =>
  readdirSync(join(folder, room))
    .filter((name) => !name.startsWith('.'))
    .sort()

/** Two accounts; a folder of the first is watched while the second is in use. */
async function watching() {
  const offices = await twoOffices()
  const { north, south, folder, ask } = offices
  const { id: recipeId } = await north.call('recipes.save', { recipe: notesRecipe })
  const lists = folder('lists')
  await north.call('watches.add', { folder: lists, recipeId })
  await ask(undefined, 'accounts.open', { accountId: south.id })
  const rows = (count: number, note: string) => north.phones.slice(0, count).map((phone) => [phone, note] as const)
  const outcomes = () => offices.toldOf('unattended.ended').map(({ file }) => file.outcome)
  return { ...offices, recipeId, lists, rows, outcomes }
}

test('a file of a watched folder is imported into its own account while another one is in use, and told by counts alone', async () => {
  const { lists, drop, rows, north, south, toldOf, ask } = await watching()
  drop(lists, 'Dana Miller.csv', rows(10, 'in person'))
  await expect.poll(() => toldOf('unattended.ended').length, waiting).toBe(1)
  const [told] = toldOf('unattended.ended')
  expect(told).toMatchObject({ accountId: north.id, file: { outcome: 'imported', recipeName: 'Notes', waits: false } })
  expect(told?.notice).toEqual({ title: 'North: Notes', body: 'A list was imported. 10 rows: 10 done.' })
  expect(contents(lists, 'done')).toEqual(['Dana Miller - results.csv', 'Dana Miller.csv', 'Dana Miller.csv - report.txt'])
  expect(north.service.customerByPhone(north.phones[0] ?? '')).toMatchObject({ notes: 'in person' })
  // Nothing of it is in the other account, which is still the one in use.
  expect((await ask(undefined, 'accounts.list', {})).currentId).toBe(south.id)
  expect((await ask(undefined, 'history.list', {})).runs).toEqual([])
  expect((await south.call('unattended.list', {})).files).toEqual([])
  expect((await south.call('watches.list', {})).folders).toEqual([])
  expect(south.service.counts().customerUpdates).toBe(0)
  const [watch] = (await north.call('watches.list', {})).folders
  expect(watch).toMatchObject({ folder: lists, recipeName: 'Notes', state: 'watching', last: { fileName: 'Dana Miller.csv' } })
})

test('the same bytes again are noted; "Run again" prepares them for a review, and "Put aside" ends the note', async () => {
  const { lists, drop, rows, north, outcomes } = await watching()
  drop(lists, 'list.csv', rows(5, 'once'))
  await expect.poll(outcomes, waiting).toEqual(['imported'])
  drop(lists, 'list.csv', rows(5, 'once'))
  await expect.poll(outcomes, waiting).toEqual(['imported', 'sameFile'])
  const same = async () => (await north.call('unattended.list', {})).files.find(({ outcome }) => outcome === 'sameFile')
  expect(await same()).toMatchObject({ fileName: 'list.csv', waits: true })
  const draft = await north.call('unattended.review', { noteId: (await same())?.id ?? '' })
  expect(draft.state).toMatchObject({ step: 'review', fileName: 'list.csv' })
  expect(await same()).toMatchObject({ waits: false })
  expect((await north.call('history.list', {})).runs).toHaveLength(1)
})

test('a list that is unlike the last ones waits with a draft; discarded, it is noted and its file stays', async () => {
  const { lists, drop, rows, north, toldOf, outcomes } = await watching()
  const { id: recipeId } = await north.call('recipes.save', {
    recipe: { ...notesRecipe, limits: { fewestRows: 4 } },
    replace: true,
  })
  expect(recipeId).toBeDefined()
  drop(lists, 'short.csv', rows(2, 'cut off'))
  await expect.poll(outcomes, waiting).toEqual(['unlike'])
  expect(toldOf('unattended.ended')[0]?.notice?.body).toBe('A list is unlike the last ones. Nothing was imported; it waits for you.')
  const [file] = (await north.call('unattended.list', {})).files
  expect(file).toMatchObject({ waits: true, outcome: 'unlike', path: join(lists, 'needs attention', 'short.csv') })
  const draft = await north.call('drafts.get', { draftId: file?.draftId ?? '' })
  expect(draft.state).toMatchObject({ step: 'review', fileName: 'short.csv' })
  await expect(north.call('runs.start', { planId: draft.state.planId ?? '' })).rejects.toMatchObject({ code: 'plan.unlike' })
  await north.call('unattended.discard', { draftId: draft.id })
  expect((await north.call('unattended.list', {})).files).toMatchObject([{ outcome: 'discarded', waits: false }])
  expect((await north.call('drafts.list', {})).drafts).toEqual([])
  expect(contents(lists, 'needs attention')).toEqual(['short.csv', 'short.csv - report.txt'])
  expect((await north.call('history.list', {})).runs).toEqual([])
})

test('an unlike list that somebody accepts is imported, waits no more, and goes to those that are done', async () => {
  const { lists, drop, rows, north, outcomes } = await watching()
  await north.call('recipes.save', { recipe: { ...notesRecipe, limits: { fewestRows: 4 } }, replace: true })
  drop(lists, 'short.csv', rows(2, 'all there is'))
  await expect.poll(outcomes, waiting).toEqual(['unlike'])
  const [file] = (await north.call('unattended.list', {})).files
  const plan = await north.call('plans.get', { planId: file?.planId ?? '' })
  await north.call('runs.start', { planId: plan.id, acceptUnlike: plan.unlikeSha256 ?? '', wait: true })
  expect(north.service.customerByPhone(north.phones[1] ?? '')).toMatchObject({ notes: 'all there is' })
  const noted = async () => (await north.call('unattended.list', {})).files
  await expect.poll(noted, waiting).toMatchObject([{ outcome: 'imported', waits: false, path: join(lists, 'done', 'short.csv') }])
  expect(contents(lists, 'done')).toEqual(['short - results.csv', 'short.csv'])
  expect(outcomes()).toEqual(['unlike'])
})

test('a sign-in that has expired fails no row: the file waits, is told, and goes on once somebody has signed in', async () => {
  const { lists, drop, rows, north, ask, toldOf, outcomes } = await watching()
  north.service.expireTokens()
  drop(lists, 'list.csv', rows(5, 'later'))
  await expect
    .poll(() => toldOf('account.changed').some(({ id, signInExpired }) => id === north.id && signInExpired === true), waiting)
    .toBe(true)
  await expect.poll(async () => (await north.call('watches.list', {})).folders[0]?.waiting, waiting).toBe(1)
  expect([outcomes(), contents(lists, 'in progress').filter((name) => !name.endsWith('.json'))]).toEqual([[], ['list.csv']])
  const { baseUrl } = north.service
  await ask(undefined, 'signIn.pasteToken', { baseUrl, token: north.service.issueToken(), accountName: 'North', keep: true })
  await expect.poll(outcomes, waiting).toEqual(['imported'])
  const [run] = (await north.call('history.list', {})).runs
  expect(run).toMatchObject({ state: 'finished', done: 5, failed: 0 })
})

test('a folder that cannot be reached is said so, and watched again when it is back; one that another account watches is refused', async () => {
  const { lists, north, south, folder, drop, rows, outcomes } = await watching()
  const recipe = await south.call('recipes.save', { recipe: notesRecipe })
  await expect(south.call('watches.add', { folder: lists, recipeId: recipe.id })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('"North"'),
  })
  rmSync(lists, { recursive: true })
  const state = async () => (await north.call('watches.list', {})).folders[0]?.state
  await expect.poll(state, waiting).toBe('unreachable')
  folder('lists')
  drop(lists, 'list.csv', rows(3, 'back'))
  await expect.poll(outcomes, waiting).toEqual(['imported'])
  expect(await state()).toBe('watching')
})

test('what cannot be read needs attention and says why; what is watched no more is left alone', async () => {
  const { lists, drop, rows, north, toldOf } = await watching()
  drop(lists, 'list.csv', [])
  await expect.poll(() => toldOf('unattended.ended').length, waiting).toBe(1)
  expect(toldOf('unattended.ended')[0]?.file).toMatchObject({ outcome: 'error', waits: true, runId: null })
  expect(readFileSync(join(lists, 'needs attention', 'list.csv - report.txt'), 'utf8').length).toBeGreaterThan(20)
  const [watch] = (await north.call('watches.list', {})).folders
  await north.call('watches.remove', { watchId: watch?.id ?? '' })
  await expect.poll(() => existsSync(join(lists, 'in progress', '.watched')), waiting).toBe(false)
  drop(lists, 'next.csv', rows(3, 'nobody asked'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(existsSync(join(lists, 'next.csv'))).toBe(true)
})

test('watches go on with the next start of the program', async () => {
  const { home, lists, engine, drop, rows, north } = await watching()
  await engine.close()
  drop(lists, 'list.csv', rows(4, 'overnight'))
  const next = openOffices(home)
  try {
    await expect
      .poll(() => next.toldOf('unattended.ended').map(({ accountId, file }) => [accountId, file.outcome]), waiting)
      .toEqual([[north.id, 'imported']])
  } finally {
    await next.engine.close()
  }
})

test('an address that does not answer keeps no further file waiting', async () => {
  const { lists, drop, rows, north, outcomes } = await watching()
  const asked: string[] = []
  const slow = createServer((request) => void asked.push(request.url ?? ''))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void (slow.closeAllConnections(), slow.close()))
  const { port } = slow.address() as AddressInfo
  await north.call('notices.setWebhook', { address: `http://127.0.0.1:${port}/told` })
  drop(lists, 'first.csv', rows(5, 'once'))
  await expect.poll(outcomes, waiting).toEqual(['imported'])
  drop(lists, 'second.csv', rows(6, 'twice'))
  await expect.poll(outcomes, waiting).toEqual(['imported', 'imported'])
  // It has answered nobody yet, and was not tried again before the second file either.
  expect(asked.length).toBeLessThanOrEqual(2)
  await expect.poll(() => asked.length, waiting).toBeGreaterThanOrEqual(2)
})
