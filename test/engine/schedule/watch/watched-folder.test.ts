import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimFolder } from '../../../../src-main/engine/schedule/watch/watch-claim.ts'
import { createWatchedFolder, type Decision, isPassing, unchangedMs } from '../../../../src-main/engine/schedule/watch/watched-folder.ts'

function office() {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-watched-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let nowMs = 0
  const clock = { monotonicMs: () => nowMs }
  const write = (name: string, text = 'Phone\n') => writeFileSync(join(folder, name), text)
  return { folder, write, pass: (ms: number) => void (nowMs += ms), clock, watched: createWatchedFolder(folder, clock) }
}

test.each(['~$list.xlsx', '.DS_Store', 'list.csv.part', 'LIST.TMP', 'list.csv.crdownload', 'Thumbs.db', 'desktop.ini'])(
  '%s is left alone',
  (name) => {
    expect(isPassing(name)).toBe(true)
  },
)
test.each(['list.csv', 'part.csv', 'tmp', 'list.part.csv', 'a~$b.xlsx'])('%s is a file to import', (name) => {
  expect(isPassing(name)).toBe(false)
})

test('a file is whole when its size and time have been the same for ten seconds', async () => {
  const { folder, write, pass, watched } = office()
  write('list.csv')
  expect(await watched.look()).toEqual({ whole: [], growing: 1 })
  pass(unchangedMs - 1)
  expect(await watched.look()).toEqual({ whole: [], growing: 1 })
  appendFileSync(join(folder, 'list.csv'), '+12025550100\n')
  pass(1)
  expect(await watched.look()).toEqual({ whole: [], growing: 1 })
  pass(unchangedMs)
  expect(await watched.look()).toEqual({ whole: ['list.csv'], growing: 0 })
  // Written over with the same size.
  utimesSync(join(folder, 'list.csv'), 1, 1)
  expect(await watched.look()).toEqual({ whole: [], growing: 1 })
})

test('the oldest comes first; folders, links and what passes are no files', async () => {
  const { folder, write, pass, watched } = office()
  for (const name of ['b.csv', 'a.csv', 'new.csv', '~$a.csv']) write(name)
  for (const [name, seconds] of [
    ['new.csv', 30],
    ['b.csv', 10],
    ['a.csv', 10],
  ] as const)
    utimesSync(join(folder, name), seconds, seconds)
  mkdirSync(join(folder, 'done'))
  symlinkSync(join(folder, 'a.csv'), join(folder, 'link.csv'))
  await watched.look()
  pass(unchangedMs)
  expect(await watched.look()).toEqual({ whole: ['a.csv', 'b.csv', 'new.csv'], growing: 0 })
})

test('of two programs one has a file, and one that was changed at the last moment goes back', async () => {
  const { folder, write, pass, watched, clock } = office()
  const other = createWatchedFolder(folder, clock)
  write('list.csv')
  for (const one of [watched, other]) await one.look()
  pass(unchangedMs)
  for (const one of [watched, other]) await one.look()
  const claims = await Promise.all([watched.claim('list.csv'), other.claim('list.csv')])
  expect(claims.filter((one) => one !== null)).toEqual([{ name: 'list.csv', path: join(folder, 'in progress', 'list.csv') }])
  write('list.csv', 'the next one')
  await watched.look()
  pass(unchangedMs)
  await watched.look()
  appendFileSync(join(folder, 'list.csv'), ', longer')
  expect(await watched.claim('list.csv')).toBeNull()
  expect(readFileSync(join(folder, 'list.csv'), 'utf8')).toBe('the next one, longer')
  // What the winner keeps beside its file stays; of the file that went back there is nothing.
  expect(readdirSync(join(folder, 'in progress')).sort()).toEqual(['list.csv', 'list.csv.rollcall.json'])
})

test('nothing is written over, and the plan that was noted is found by the next program', async () => {
  const { folder, watched, clock } = office()
  mkdirSync(join(folder, 'in progress'))
  for (const text of ['one', 'two']) {
    writeFileSync(join(folder, 'in progress', 'list.csv'), text)
    const [file] = await watched.leftover()
    if (file === undefined) throw new Error('It is gone.')
    expect(await watched.planOf(file)).toBeNull()
    await watched.notePlan(file, `plan-${text}`)
    expect(await createWatchedFolder(folder, clock).leftover()).toEqual([file])
    expect(await createWatchedFolder(folder, clock).planOf(file)).toBe(`plan-${text}`)
    const decision = await watched.decide(file, decided({ report: `${text} is done` }))
    await watched.settle(file, decision)
    await watched.finish(file)
  }
  const done = (name: string) => readFileSync(join(folder, 'done', name), 'utf8')
  expect([done('list.csv'), done('list (2).csv')]).toEqual(['one', 'two'])
  expect([done('list.csv - report.txt'), done('list (2).csv - report.txt')]).toEqual(['one is done\n', 'two is done\n'])
  expect(readdirSync(join(folder, 'in progress'))).toEqual([])
})

const decided = (parts: Partial<Omit<Decision, 'name'>> = {}): Omit<Decision, 'name'> => ({
  id: 'one',
  room: 'done',
  outcome: 'imported',
  report: 'It is done.',
  message: '1 row: 1 done.',
  recipeName: 'Monthly',
  runId: null,
  planId: null,
  ...parts,
})

test('what was decided before a break comes to the same, wherever it broke off: one file, one report', async () => {
  for (const broken of ['decided', 'report written', 'moved']) {
    const { folder, watched, clock } = office()
    mkdirSync(join(folder, 'in progress'))
    writeFileSync(join(folder, 'in progress', 'list.csv'), 'text')
    const [file] = await watched.leftover()
    if (file === undefined) throw new Error('It is gone.')
    const decision = await watched.decide(file, decided())
    if (broken !== 'decided') await watched.settle(file, decision)
    if (broken === 'report written') renameSync(join(folder, 'done', 'list.csv'), join(folder, 'in progress', 'list.csv'))

    const later = createWatchedFolder(folder, clock)
    const [left] = await later.leftover()
    expect([broken, left, await later.decisionOf(file)]).toEqual([broken, file, decision])
    await later.settle(file, decision)
    await later.finish(file)
    expect([broken, readdirSync(join(folder, 'done')).sort()]).toEqual([broken, ['list.csv', 'list.csv - report.txt']])
    expect([broken, await later.leftover()]).toEqual([broken, []])
  }
})

test('a name is free only where nothing lies that is to lie beside the file', async () => {
  const { folder, watched } = office()
  for (const room of ['in progress', 'done']) mkdirSync(join(folder, room))
  writeFileSync(join(folder, 'in progress', 'list.csv'), 'text')
  writeFileSync(join(folder, 'done', 'list - results.csv'), 'of another import')
  const [file] = await watched.leftover()
  if (file === undefined) throw new Error('It is gone.')
  expect(await watched.decide(file, decided())).toMatchObject({ name: 'list (2).csv' })
})

test('one program at a time watches a folder; one that ended without a word is in nobody’s way', async () => {
  const { folder } = office()
  const path = join(folder, 'in progress', '.watched')
  const letGo = await claimFolder(folder)
  await expect(claimFolder(folder)).rejects.toMatchObject({ code: 'run.locked' })
  await letGo()
  expect(existsSync(path)).toBe(false)
  // A program of another computer that was heard of just now, and a long time ago.
  writeFileSync(path, JSON.stringify({ host: 'elsewhere', process: 1 }))
  await expect(claimFolder(folder)).rejects.toMatchObject({ code: 'run.locked' })
  utimesSync(path, 1, 1)
  await (
    await claimFolder(folder)
  )()
})
