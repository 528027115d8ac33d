import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notesRecipe, twoOffices } from './two-offices.ts'

test('a call that waits stays with its account, whichever is opened meanwhile', async () => {
  const { north, south, ask, home, drop } = await twoOffices()
  drop(
    home,
    'list.csv',
    north.phones.slice(0, 6).map((phone) => [phone, 'north'] as const),
  )
  await ask(undefined, 'accounts.open', { accountId: north.id })
  const file = await ask(undefined, 'files.open', { path: join(home, 'list.csv') })
  north.service.setFaults('latency=40')
  const planning = ask(undefined, 'plans.start', { fileId: file.id, recipe: notesRecipe, wait: true })
  await ask(undefined, 'accounts.open', { accountId: south.id })
  const plan = await planning
  expect(plan).toMatchObject({ state: 'ready', send: 6 })
  await ask(undefined, 'accounts.open', { accountId: north.id })
  const running = ask(undefined, 'runs.start', { planId: plan.id, wait: true })
  await ask(undefined, 'accounts.open', { accountId: south.id })
  expect(await running).toMatchObject({ state: 'finished', done: 6 })
  expect((await ask(undefined, 'history.list', {})).runs).toEqual([])
  expect(south.service.counts().customerUpdates).toBe(0)
})

test('of two tabs each works in the account that it shows', async () => {
  const { north, south, ask } = await twoOffices()
  await ask(north.id, 'accounts.open', { accountId: north.id })
  await ask(south.id, 'accounts.open', { accountId: south.id })
  const [first = ''] = north.phones
  await ask(north.id, 'contacts.stopTexts', { person: { phone: first }, how: 'Phone call' })
  expect((await ask(south.id, 'contacts.page', { offset: 0, limit: 10 })).total).toBe(0)
  expect(south.service.counts()).toMatchObject({ consentsTrue: 0, consentsFalse: 0, customerUpdates: 0 })
  expect(north.service.customerByPhone(first)).toMatchObject({ consent: false })
  await expect(ask('nobody', 'history.list', {})).rejects.toMatchObject({ code: 'account.unknown' })
})

test('two accounts at once, on two services: runs, caches, ledgers, lists, settings, schedules and secrets stay apart', async () => {
  const { north, south, home, drop, vault } = await twoOffices()
  const offices = [north, south]
  const notes = new Map(offices.map(({ id }) => [id, `for ${id}`]))
  await Promise.all(
    offices.map(async ({ id, call, phones }) => {
      const [own = '', ...others] = phones
      const listed = others.slice(0, 15).map((phone) => [phone, notes.get(id) ?? ''] as const)
      drop(home, `${id}.csv`, listed)
      const file = await call('files.open', { path: join(home, `${id}.csv`) })
      const saved = await call('recipes.save', { recipe: { ...notesRecipe, name: `Notes of ${id}` }, fileId: file.id })
      const plan = await call('plans.start', { fileId: file.id, recipe: saved.recipe, wait: true })
      await call('runs.start', { planId: plan.id, wait: true })
      await call('contacts.stopTexts', { person: { phone: own }, how: 'Phone call' })
      await call('accounts.update', {
        accountId: id,
        settings: { country: id === north.id ? 'GB' : 'DE', requestsPerMinute: id === north.id ? 5000 : 6000 },
      })
      await call('notices.setWebhook', { address: `http://127.0.0.1:9/${id}` })
    }),
  )
  for (const office of offices) {
    const other = offices.find(({ id }) => id !== office.id)
    const { runs } = await office.call('history.list', {})
    expect(runs).toMatchObject([{ fileName: `${office.id}.csv`, state: 'finished', done: 15, failed: 0 }])
    expect((await office.call('recipes.list', {})).recipes.map(({ name }) => name)).toEqual([`Notes of ${office.id}`])
    const { contacts } = await office.call('contacts.page', { offset: 0, limit: 100 })
    expect(contacts.length).toBeGreaterThan(0)
    expect(contacts.every(({ phone }) => phone === null || office.phones.includes(phone))).toBe(true)
    const stored = office.service.customers(0, 500)
    expect(stored.filter(({ notes: text }) => text === notes.get(office.id)).length).toBeGreaterThanOrEqual(15)
    expect(stored.some(({ notes: text }) => text === notes.get(other?.id ?? ''))).toBe(false)
    const { records } = (await office.call('ledger.page', { offset: 0, limit: 50 } as never)) as { records: { phone: string | null }[] }
    expect(records.map(({ phone }) => phone)).toEqual([office.phones[0]])
    expect(await vault.read(`${office.id}--webhook`)).toBe(`http://127.0.0.1:9/${office.id}`)
    expect(await vault.read(office.id)).toBe(office.service.token)
    // The address is a secret: the account's own file tells no more than the host.
    expect(readFileSync(join(home, 'accounts', office.id, 'account.json'), 'utf8')).not.toContain(`9/${office.id}`)
  }
  const { accounts } = await north.call('accounts.list', {})
  expect(accounts.map(({ settings }) => [settings.country, settings.requestsPerMinute]).sort()).toEqual([
    ['DE', 6000],
    ['GB', 5000],
  ])
  expect(new Set(accounts.map(({ color }) => color)).size).toBe(2)
})
