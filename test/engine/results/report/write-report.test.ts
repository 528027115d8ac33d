import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { html } from '../../../../src-main/engine/results/report/html.ts'
import { writeReport } from '../../../../src-main/engine/results/report/write-report.ts'
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
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(page.trimStart().startsWith('<!doctype html>')).toBe(true)
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('3 contacts are in')
  expect(page).toContain('@media print')
  expect(page.match(/<tr>\s*<td class="number">/g)).toHaveLength(3)
  expect(page).toContain('O&#39;Neill &amp; &lt;b&gt;sons&lt;/b&gt;')
  // What is between brackets is ours alone.
  const markup = page.match(/<[^>]*>/g)?.join('') ?? ''
  expect(markup).not.toMatch(/<script|<img|<b>|<i>|\bsrc=|href=|javascript:|\son\w+=/i)
  expect(page).not.toMatch(/url\(|@import/)
  expect(page.replace(/<[^>]*>/g, '')).toContain('alert(1)')
  await expect(writeReport({ ...facts, store, runId, path })).rejects.toMatchObject({ code: 'usage' })
  expect(await writeReport({ ...facts, store, runId, path, overwrite: true })).toBe(3)
})

test('texts in markup are escaped, in attributes too, and parts that are markup are not escaped twice', () => {
  const part = html`<em>${'a<b'}</em>`
  expect(html`<p title="${'"\'&\u0000'}">${part}${[part, part]}${7}</p>`.markup).toBe(
    '<p title="&quot;&#39;&amp;\uFFFD"><em>a&lt;b</em><em>a&lt;b</em><em>a&lt;b</em>7</p>',
  )
})
