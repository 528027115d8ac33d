import type { PlanRow } from '../../model/plans/plan-schema.ts'
import type { FieldChange, FieldValue } from '../../model/plans/plan-schema.ts'
import type { RunFigures } from '../../model/runs/figures-schema.ts'
import type { RunKind } from '../../model/kinds.ts'
import type { RowOutcome, RunRow, RunSummary } from '../../model/runs/run-schema.ts'
import { counted, number } from '../../text/counted.ts'
import { type Html, html } from './html.ts'
import { reportStyles } from './report-styles.ts'
import { type ReportCard, reportWords } from './report-words.ts'

export interface ReportFacts {
  run: RunSummary
  figures: RunFigures
  accountName: string
  /** When it is written. */
  nowMs: number
  isPractice: boolean
}

const outcomeWords: Record<RowOutcome, { title: string; tone: string }> = {
  done: { title: 'imported', tone: 'good' },
  failed: { title: 'failed', tone: 'bad' },
  unknown: { title: 'not known', tone: 'warn' },
  pending: { title: 'not done', tone: 'accent' },
  unchanged: { title: 'up to date', tone: 'neutral' },
  held: { title: 'waiting for an OK', tone: 'warn' },
  skipped: { title: 'left out', tone: 'neutral' },
  invalid: { title: "can't be used", tone: 'bad' },
}
const outcomes = Object.keys(outcomeWords) as RowOutcome[]

const outcomeTitle = (outcome: RowOutcome, kind: RunKind): string => reportWords[kind].outcomes[outcome] ?? outcomeWords[outcome].title

const columnTitles = ['Row', 'Contact', 'What became of it', 'Changes', 'What happened']
/** Where the rows come in between. No template of a page: a formatter would close there what is closed after the last row only. */
const tableStart = `<h2>Every row</h2>
<table class="rows">
<thead><tr>${columnTitles.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead>
<tbody>
`
const tableEnd = '</tbody></table>\n'
const pageEnd = '</main>\n</body>\n</html>\n'

/** The page down to the table of rows: whole in itself, without a script, and with nothing that is loaded. */
export function reportHead({ run, figures, accountName, nowMs, isPractice }: ReportFacts): string {
  const title = headline(run, figures)
  const parts = outcomes.filter((outcome) => run[outcome] > 0)
  const head = html`
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} · ${run.fileName}</title>
      <style>
        ${reportStyles}
      </style>
    </head>
  `
  const body = html`
    <header>
      <p class="kicker">
        ${run.fileName} into ${accountName} · ${dateText(run.finishedAtSeconds ?? run.startedAtSeconds)} · by
        ${run.operator === '' ? 'an unnamed person' : run.operator}
      </p>
      <h1>${title}</h1>
      ${isPractice ? html`<p class="practice">Practice: nothing of this concerns a real account.</p>` : ''}
    </header>
    <section class="cards" aria-label="What it came to">
      ${cards(run, figures).map(({ value, name, about }) => html`<div><strong>${number(value)}</strong><span>${name}</span><small>${value > 0 ? about : ''}</small></div>`)}
    </section>
    <section aria-label="What became of the rows">
      <div class="bar" aria-hidden="true">
        ${parts.map((outcome) => html`<i class="${outcomeWords[outcome].tone}" style="flex-grow:${Math.max(run[outcome], run.rows / 200)}"></i>`)}
      </div>
      <p>
        <strong>${counted(run.rows, 'row')}</strong>
        ${parts.map((outcome, at) => html`${at === 0 ? '= ' : ' + '}<span class="dot ${outcomeWords[outcome].tone}"></span> <strong>${number(run[outcome])}</strong> ${outcomeTitle(outcome, run.kind)}`)}
      </p>
    </section>
    ${
      figures.examples.length === 0
        ? ''
        : html`<h2>Before and after <small>${number(figures.examples.length)} of ${number(figures.rows)}</small></h2>
            ${figures.examples.map(example)}`
    }
    ${
      run.failures.length === 0
        ? ''
        : html`<h2>What went wrong</h2>
            <ul>
              ${run.failures.map(({ rows, message, hint, line }) => html`<li><strong>${counted(rows, 'row')}:</strong> ${message} <span class="muted">${hint} ${rows === 1 ? 'It is' : 'The first is'} on row ${number(line)} of the file.</span></li>`)}
            </ul>`
    }
    ${
      run.attention.length === 0
        ? ''
        : html`<h2>What waits for somebody</h2>
            <ul>
              ${run.attention.map(({ message }) => html`<li>${message}</li>`)}
            </ul>`
    }
    <p class="muted">Written by Rollcall on ${dateText(nowMs / 1000)}, after ${counted(run.calls, 'call')} to the service.</p>
  `
  return `<!doctype html>\n<html lang="en">${head.markup}<body>\n<main>${body.markup}${tableStart}`
}

export function reportRow({ line, outcome, contact, changes, error, hint }: RunRow, kind: RunKind): string {
  const name = contact?.name ?? contact?.phone ?? ''
  const phone = contact !== null && contact.name !== null && contact.phone !== null ? contact.phone : ''
  return html`<tr>
    <td class="number">${number(line)}</td>
    <td>${name} <small>${phone}</small></td>
    <td><span class="dot ${outcomeWords[outcome].tone}"></span> ${outcomeTitle(outcome, kind)}</td>
    <td>${changes}</td>
    <td>${error ?? ''} <small>${hint ?? ''}</small></td>
  </tr> `.markup
}

/** `left`: rows that are not in the table. */
export function reportFoot(left: number): string {
  const more =
    left === 0
      ? ''
      : html`<p>
          ${counted(left, 'further row')} ${left === 1 ? 'is' : 'are'} in the result file with all rows, which Rollcall saves beside this
          report.
        </p>`.markup
  return `${tableEnd}${more}${pageEnd}`
}

function headline({ done, failed, unknown, pending, kind, undo }: RunSummary, figures: RunFigures): string {
  if (undo !== null) return `${counted(undo.restored, 'field')} restored`
  const { nothing, title } = reportWords[kind]
  return done === 0 ? nothing : title(done, done + failed + unknown + pending, figures)
}

function cards({ kind, undo }: RunSummary, figures: RunFigures): ReportCard[] {
  if (undo === null) return reportWords[kind].cards(figures)
  return [
    { value: undo.restored, name: 'restored', about: 'As before the import' },
    { value: undo.already, name: 'as before already', about: 'Somebody had put them back' },
    { value: undo.kept, name: 'edited since', about: 'They stay' },
    { value: undo.held, name: undo.held === 1 ? 'needs an OK' : 'need an OK', about: 'They would allow texts again' },
    { value: undo.unknown, name: 'not known', about: 'No answer was seen' },
    { value: undo.impossible, name: 'cannot be restored', about: 'They stay as the import left them' },
    { value: undo.failed, name: 'failed', about: 'The service refused' },
  ].filter(({ value, name }) => value > 0 || name === 'restored')
}

function example({ contact, changes }: PlanRow): Html {
  const isNew = contact?.uuid === null
  return html`<section class="example">
    <h3>${contact?.name ?? contact?.phone ?? 'No name'} <small>${contact?.phone ?? ''}</small> <em>${isNew ? 'New' : 'Updated'}</em></h3>
    <table>
      <thead>
        <tr>
          <td></td>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        ${changes
          .filter(({ field }) => field !== 'phone_number')
          .map(
            (change) =>
              html`<tr>
                <th scope="row">${change.label}</th>
                <td>${before(change, isNew)}</td>
                <td><strong>${valueWords(change, change.after)}</strong></td>
              </tr>`,
          )}
      </tbody>
    </table>
  </section>`
}

function before(change: FieldChange, isNew: boolean): string {
  if (isNew) return change.field === 'consent' ? 'Not asked' : 'none'
  return change.beforeKnown ? valueWords(change, change.before) : 'not shown'
}

function valueWords({ field }: FieldChange, value: FieldValue): string {
  if (field === 'consent') return value === null ? 'Not asked' : value === true ? 'Agreed' : 'Refused'
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : value.length === 0 ? 'none' : value.join(', ')
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
const dateText = (seconds: number): string => dates.format(seconds * 1000)
