import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { html } from '../../../../src-main/engine/results/report/html.ts'
import { writeReport } from '../../../../src-main/engine/results/report/write-report.ts'
import { reportHead, reportRow } from '../../../../src-main/engine/results/report/report-page.ts'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { figuresOfRun } from '../../../../src-main/engine/results/figures-of-run.ts'
import { planRows, runStations, runToEnd } from '../../run/run-stations.ts'

const station = runStations()
const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>'

/** Two contacts updated, one refused, one created, one that cannot be: of people who write markup. */
async function ran() {
  const { store, runner, phones, folder } = await station({ contacts: 30 })
  const [a = '', b = ''] = phones
  const planId = await planRows(
    store,
    [
      { phone: a, contact: { notes: hostile } },
      { phone: b, contact: { name: "O'Neill & <b>sons</b>" }, consent: false },
      { phone: '+12025550177', contact: { name: hostile } },
    ],
    { notFound: 'create' },
  )
  return { store, folder, runId: await runToEnd(runner, store, planId) }
}

const facts = { accountName: `<i>${hostile}`, isPractice: false, nowMs: Date.UTC(2026, 10, 23), overwrite: false }

test('the figures of a run count what its done rows did, with what was before of a few of them', async () => {
  const { store, runId } = await ran()
  const figures = await figuresOfRun(store, runId)
  expect(figures).toMatchObject({ rows: 3, created: 1, updated: 2, refused: 1, given: 0 })
  expect(figures.examples).toHaveLength(3)
  expect(new Set(figures.examples.map(({ row }) => row)).size).toBe(3)
  await expect(figuresOfRun(store, 'none')).rejects.toMatchObject({ code: 'run.unknown' })
})

test('a report is one page that is whole in itself: every row, no script, nothing loaded, and no text becomes markup', async () => {
  const { store, folder, runId } = await ran()
  const path = join(folder, 'report.html')
  expect(await writeReport({ ...facts, store, runId, path })).toBe(3)
  const page = readFileSync(path, 'utf8')
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(page.trimStart().startsWith('<!doctype html>')).toBe(true)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('3 contacts are in')
  expect(page).toContain('@media print')
  expect(page.match(/<tr>\s*<td class="number">/g)).toHaveLength(3)
  // The rows stand in their table, and nothing after the end of the page.
  const table = page.split('<table class="rows">')[1] ?? ''
  expect(table.slice(0, table.indexOf('</table>')).match(/<td class="number">/g)).toHaveLength(3)
  expect(page.indexOf('</html>')).toBe(page.trimEnd().length - '</html>'.length)
  for (const once of ['<html', '<body>', '</body>', '<table class="rows">']) expect(page.split(once), once).toHaveLength(2)
  expect(page).toContain('O&#39;Neill &amp; &lt;b&gt;sons&lt;/b&gt;')
  // What is between brackets is ours alone.
  const markup = page.match(/<[^>]*>/g)?.join('') ?? ''
  expect(markup).not.toMatch(/<script|<img|<b>|<i>|\bsrc=|href=|javascript:|\son\w+=/i)
  expect(page).not.toMatch(/url\(|@import/)
  expect(page.replace(/<[^>]*>/g, '')).toContain('alert(1)')
  await expect(writeReport({ ...facts, store, runId, path })).rejects.toMatchObject({ code: 'usage' })
  expect(await writeReport({ ...facts, store, runId, path, overwrite: true })).toBe(3)
})

test('the report of an undo counts fields, and says in its own words what became of a row', async () => {
  const { store, runId } = await ran()
  const run = runSummary(store, runId, facts.nowMs)
  const undo = { undoesRunId: 'r', restored: 26, already: 0, kept: 2, held: 1, unknown: 0, impossible: 0, failed: 0 }
  const page = reportHead({ ...facts, run: { ...run, kind: 'undo', undo }, figures: await figuresOfRun(store, runId) })
  expect(page.match(/<strong>\d+<\/strong><span>[^<]+/g)).toEqual([
    '<strong>26</strong><span>restored',
    '<strong>2</strong><span>edited since',
    '<strong>1</strong><span>needs an OK',
  ])
  expect(page).toContain('<strong>3</strong> taken back')
  const [row] = runRows(store, runId, { offset: 0, limit: 1 }).rows
  expect(row && reportRow(row, 'undo')).toContain('</span> taken back</td>')
  expect(row && reportRow(row, 'contacts')).toContain('</span> imported</td>')
})

test('the report of a history tells whispers from messages', async () => {
  const { store, runId } = await ran()
  const figures = await figuresOfRun(store, runId)
  const title = (done: number, failed: number, whispers?: number) => {
    const run = { ...runSummary(store, runId, facts.nowMs), kind: 'messages' as const, done, failed, unknown: 0, pending: 0 }
    const page = reportHead({ ...facts, run, figures: { ...figures, rows: done, ...(whispers !== undefined && { whispers }) } })
    return /<h1>([^<]*)/.exec(page)?.[1]
  }
  expect(title(60, 0, 20)).toBe('40 messages and 20 whispers are in')
  expect(title(1, 0, 1)).toBe('1 whisper is in')
  expect(title(60, 2, 20)).toBe('60 of 62 messages and whispers are in')
  expect(title(60, 0)).toBe('60 messages are in')
})

test.each([
  ['resolve', 'No conversation was resolved'],
  ['whispers', 'No whisper was written'],
  ['contacts', 'Nothing was imported'],
  ['messages', 'Nothing was imported'],
  ['send', 'Nobody was texted'],
  ['requestConsent', 'Nobody was asked for consent'],
] as const)('the report of %s says in its own words that nothing was done', async (kind, title) => {
  const { store, runId } = await ran()
  const run = { ...runSummary(store, runId, facts.nowMs), kind, done: 0 }
  const page = reportHead({ ...facts, run, figures: await figuresOfRun(store, runId) })
  expect(/<h1>([^<]*)/.exec(page)?.[1]).toBe(title)
})

test.each([
  ['contacts', { created: 2, updated: 1 }, '3 contacts are in', '3 of 4 contacts are in', ['2 new contacts', '1 contact updated']],
  ['contacts', {}, '3 rows are in', '3 of 4 rows are in', ['0 new contacts', '0 contacts updated']],
  ['consent', { given: 3 }, '3 rows are in', '3 of 4 rows are in', ['0 contacts updated', '3 agreed to texts']],
  ['consent', { created: 1, given: 3 }, '3 rows are in', '3 of 4 rows are in', ['1 new contact', '0 contacts updated']],
  ['resolve', { conversations: 1 }, '3 conversations resolved', '3 of 4 conversations resolved', ['1 conversation resolved']],
  ['whispers', { whispers: 3, conversations: 2 }, '3 whispers are in', '3 of 4 whispers are in', ['3 whispers', '2 conversations']],
  ['messages', { conversations: 1 }, '3 messages are in', '3 of 4 messages are in', ['3 messages', '1 conversation']],
  ['send', { conversations: 3 }, '3 people were texted', '3 of 4 people were texted', ['3 people texted']],
  ['groupSend', { conversations: 3 }, '3 groups were texted', '3 of 4 groups were texted', ['3 groups texted']],
  ['requestConsent', {}, '3 people were asked for consent', '3 of 4 people were asked for consent', ['3 people asked']],
] as const)('the report of %s with %j says what was done, and how much of it', async (kind, figures, all, some, shown) => {
  const { store, runId } = await ran()
  const figuresNow = await figuresOfRun(store, runId)
  const nothing = { ...figuresNow, rows: 3, created: 0, updated: 0, given: 0, refused: 0, fields: [], conversations: 0, days: [] }
  const page = (failed: number) => {
    const run = { ...runSummary(store, runId, facts.nowMs), kind, done: 3, failed, unknown: 0, pending: 0 }
    return reportHead({ ...facts, run, figures: { ...nothing, ...figures } })
  }
  const title = (markup: string) => /<h1>([^<]*)/.exec(markup)?.[1]
  expect([title(page(0)), title(page(1))]).toEqual([all, some])
  const cards = [...page(0).matchAll(/<strong>(\d+)<\/strong><span>([^<]+)/g)].map(([, value, name]) => `${value} ${name}`)
  expect(cards.slice(0, shown.length)).toEqual(shown)
  const [row] = runRows(store, runId, { offset: 0, limit: 1 }).rows
  const done = {
    resolve: 'resolved',
    whispers: 'written',
    send: 'sent',
    groupSend: 'sent',
    requestConsent: 'asked',
    consent: 'set',
  } as Record<string, string>
  expect(row && reportRow(row, kind)).toContain(`</span> ${done[kind] ?? 'imported'}</td>`)
})

test('texts in markup are escaped, in attributes too, and parts that are markup are not escaped twice', () => {
  const part = html`<em>${'a<b'}</em>`
  expect(html`<p title="${'"\'&\u0000'}">${part}${[part, part]}${7}</p>`.markup).toBe(
    '<p title="&quot;&#39;&amp;\uFFFD"><em>a&lt;b</em><em>a&lt;b</em><em>a&lt;b</em>7</p>',
  )
})
