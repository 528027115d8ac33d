import { copyFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { EventPayload } from '../../../src-main/engine/contract.ts'
import { recipe } from '../store/stored-things.ts'
import { practiceEngine } from './practice-engine.ts'

async function practice() {
  const { home, engine, call } = await practiceEngine({ contacts: 20 })
  const path = join(home, 'list.csv')
  const phones = ['+12025550110', '+12025550111', '+12025550112']
  const write = (note: string) => writeFileSync(path, `Phone,Notes\n${phones.map((phone) => `${phone},${note}`).join('\n')}\n`)
  const notes = recipe({
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [{ to: 'notes', from: ['Notes'] }],
    notFound: 'create',
  })
  return { home, engine, call, path, write, notes }
}

test('a run of a file that was changed since is refused in words, and goes as planned or anew', async () => {
  const { call, path, write, notes } = await practice()
  write('one')
  const file = await call('files.open', { path })
  const plan = await call('plans.start', { fileId: file.id, recipe: notes, wait: true })
  // The same size, so that only what is in it tells.
  write('two')
  utimesSync(path, 2_000_000_000, 2_000_000_000)
  await expect(call('runs.start', { planId: plan.id })).rejects.toMatchObject({
    code: 'file.changed',
    message: expect.stringContaining('list.csv'),
  })
  expect((await call('history.list', {})).runs).toEqual([])

  const fresh = await call('files.reopen', { fileId: file.id })
  expect(fresh.sha256).not.toBe(file.sha256)
  const anew = await call('plans.start', { fileId: fresh.id, recipe: notes, wait: true })
  expect(await call('runs.start', { planId: anew.id, wait: true })).toMatchObject({ state: 'finished' })
  expect(await call('runs.start', { planId: plan.id, asPlanned: true, wait: true })).toMatchObject({ state: 'finished' })
  await expect(call('runs.start', { planId: plan.id })).rejects.toMatchObject({ code: 'run.state' })
})

test('a plan from before a correction that is kept beside its file is not run, until it follows or is wanted as it is', async () => {
  const { call, path, write, notes } = await practice()
  write('one')
  const file = await call('files.open', { path })
  const plan = await call('plans.start', { fileId: file.id, recipe: notes, wait: true })
  await call('corrections.add', { fileId: file.id, corrections: [{ kind: 'exclude', lines: [2] }] })
  const { id: planId, send, held, calls, correctionsThrough } = plan
  const refused = { code: 'plan.changed', message: expect.stringContaining('list.csv') }
  await expect(call('runs.start', { planId, seen: { send, held, calls, correctionsThrough } })).rejects.toMatchObject(refused)
  await call('corrections.undo', { fileId: file.id })
  await expect(call('runs.start', { planId })).rejects.toMatchObject(refused)
  expect((await call('history.list', {})).runs).toEqual([])

  const { plan: next } = await call('plans.revise', { planId, corrections: [] })
  expect(next.send).toBe(send)
  expect(await call('runs.start', { planId, wait: true })).toMatchObject({ state: 'finished' })
  const other = await call('plans.start', { fileId: file.id, recipe: notes, wait: true })
  await call('corrections.add', { fileId: file.id, corrections: [{ kind: 'exclude', lines: [2] }] })
  expect(await call('runs.start', { planId: other.id, asPlanned: true, wait: true })).toMatchObject({ state: 'finished' })
})

test('a plan that was corrected or released elsewhere since it was looked at is not run unseen', async () => {
  const { call, path, write, notes } = await practice()
  write('one')
  const file = await call('files.open', { path })
  const { id: planId, send, held, calls, correctionsThrough } = await call('plans.start', { fileId: file.id, recipe: notes, wait: true })
  const seen = { send, held, calls, correctionsThrough }
  const { plan: left } = await call('plans.revise', { planId, corrections: [{ kind: 'exclude', lines: [2] }] })
  expect(left.send).toBe(send - 1)
  await expect(call('runs.start', { planId, seen })).rejects.toMatchObject({ code: 'plan.changed' })
  // The counts are the same again, and yet it may be about other rows.
  const { plan: back } = await call('plans.revise', { planId, undo: [1] })
  expect(back).toMatchObject({ send, held, calls })
  await expect(call('runs.start', { planId, seen })).rejects.toMatchObject({ code: 'plan.changed' })
  for (const part of ['send', 'held', 'calls'] as const) {
    const other = { ...seen, correctionsThrough: back.correctionsThrough, [part]: seen[part] + 1 }
    await expect(call('runs.start', { planId, seen: other })).rejects.toMatchObject({ code: 'plan.changed' })
  }
  expect((await call('history.list', {})).runs).toEqual([])
  expect(await call('runs.start', { planId, seen: { ...seen, correctionsThrough: back.correctionsThrough }, wait: true })).toMatchObject({
    state: 'finished',
    done: send,
  })
})

test('a file that was only touched, moved or deleted since can still be used', async () => {
  const { call, path, write, notes } = await practice()
  write('one')
  const planned = async () => call('plans.start', { fileId: (await call('files.open', { path })).id, recipe: notes, wait: true })
  const touched = await planned()
  const gone = await planned()
  utimesSync(path, 2_000_000_000, 2_000_000_000)
  expect(await call('runs.start', { planId: touched.id, wait: true })).toMatchObject({ state: 'finished' })
  rmSync(path)
  expect(await call('runs.start', { planId: gone.id, wait: true })).toMatchObject({ state: 'finished' })
  await expect(call('files.reopen', { fileId: gone.fileId })).rejects.toMatchObject({ code: 'file.not_found' })
})

test('a suggestion keeps the number of title lines that were found, and a packed file without a name is called like the outer one', async () => {
  const { home, call } = await practice()
  const path = join(home, 'report.csv.gz')
  writeFileSync(
    path,
    gzipSync('My report\nMade today\n\nName,Phone,City\nAna,+12025550123,Bonn\nBo,+12025550124,Rome\nCy,+12025550125,Oslo\n'),
  )
  const file = await call('files.open', { path })
  const { inspection } = await call('files.inspect', { fileId: file.id, dialect: { skipLines: 'auto' } })
  expect(inspection).toMatchObject({ dialect: { skipLines: 3 }, packed: { as: 'gzip', name: 'report.csv' } })
  expect(inspection.notices).toMatchObject([{ code: 'file.title', remedy: { change: { skipLines: 0 } } }])
  const { recipe: suggested } = await call('mapping.suggest', { fileId: file.id, dialect: { skipLines: 'auto' } })
  expect(suggested.source.skipLines).toBe(3)
  expect(suggested.match.column).toBe('Phone')
})

test.each(['a workbook', 'a packed file'])('the first look at %s tells how far it is, the next one has nothing to tell', async (kind) => {
  const { home, engine, call } = await practice()
  const path = join(home, 'first')
  if (kind === 'a workbook') copyFileSync(new URL('../../fixtures/xlsx/libreoffice.xlsx', import.meta.url), path)
  else writeFileSync(path, gzipSync('Phone,Notes\n+12025550110,one\n'))
  const { id: fileId } = await call('files.open', { path })
  const told: number[] = []
  engine.onAnyEvent((event, payload) => {
    if (event === 'file.progress') told.push((payload as EventPayload<'file.progress'>).share)
  })
  await call('files.inspect', { fileId })
  expect(told).not.toEqual([])
  expect(told.every((share) => share > 0 && share <= 1)).toBe(true)
  told.splice(0)
  await call('files.inspect', { fileId })
  expect(told).toEqual([])
})
