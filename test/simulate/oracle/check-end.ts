import { verifyLedger } from '../../../src-main/engine/ledger/verify-ledger.ts'
import { toEntry } from '../../../src-main/engine/store/ledger/stored-ledger-record.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Errand } from '../people/office.ts'
import type { World } from '../people/world.ts'
import { type FileRow, isTexting, type OfficeFile } from '../seed/scenario.ts'
import type { CustomerState } from '../service/service-model.ts'
import { isExact, type Traits } from '../service/traits.ts'
import { type ContactProblem, withoutSaid } from './said-changes.ts'
import { blankFields, type Fields, fieldsOfState, touchedFields, type Value, wanted } from './contact-fields.ts'
import { checkGroupTexts } from './check-group-texts.ts'
import { checkRefusals, checkSent } from './check-sent.ts'
import type { Problem } from './problem.ts'
import { type RowFate, rowFates, summaryOf } from './row-fates.ts'

/** What of each row Rollcall says, from each of the runs of its file. */
interface FileFate {
  file: OfficeFile
  rows: { row: FileRow; fates: RowFate[] }[]
}

/** Compares what Rollcall says of all its runs with what the service's model knows. */
export function checkEnd(world: World, first: readonly CustomerState[], errands: readonly (readonly Errand[])[]): Problem[] {
  const files = fatesOf(world, errands)
  return [
    ...checkCounts(world, errands.flat()),
    ...files.flatMap((fate, at) => (fate.file.kind === 'messages' ? checkMessages(world, fate, at) : [])),
    ...files.flatMap((fate, at) => (fate.file.kind === 'resolve' ? checkResolves(world, fate, at) : [])),
    ...checkTexting(world, errands),
    ...checkCreations(world, first),
    ...checkTexts(world, errands.flat()),
    ...withoutSaid(
      world,
      errands.flat(),
      checkContacts(
        world,
        first,
        files.filter(({ file }) => !isTexting(file)),
      ),
    ),
    ...checkStops(world, errands.flat()),
  ]
}

function fatesOf(world: World, errands: readonly (readonly Errand[])[]): FileFate[] {
  return errands.map((ofFile, at): FileFate => {
    const file = world.scenario.files[at]
    if (file === undefined) throw new Error('There is no such file.')
    const fates = ofFile.map((errand) => rowFates(world, errand))
    return { file, rows: file.rows.map((row, line) => ({ row, fates: fates.flatMap((one) => one[line] ?? []) })) }
  })
}

/** The same of all that people were texted. */
export function checkTexting(world: World, errands: readonly (readonly Errand[])[]): Problem[] {
  const files = fatesOf(world, errands).filter(({ file }) => isTexting(file))
  if (files.length === 0) return []
  const ofGroups = files.flatMap(({ file: { kind }, rows }) => (kind === 'groupSend' || kind === 'requestConsent' ? { kind, rows } : []))
  return [
    ...checkSent(
      world,
      files.filter(({ file }) => file.kind === 'send'),
    ),
    ...checkRefusals(world),
    ...(ofGroups.length === 0 ? [] : checkGroupTexts(world, ofGroups, errands.flat())),
  ]
}

function checkCounts(world: World, errands: readonly Errand[]): Problem[] {
  return errands.flatMap((errand): Problem[] => {
    const { what, runId, stop } = errand
    if (what.kind !== 'import') return []
    if (runId === null) return [{ what: 'lost', message: 'A file was never run.' }]
    const summary = summaryOf(world, runId)
    const { rows, done, failed, unknown, pending, unchanged, held, skipped, invalid } = summary
    const sum = done + failed + unknown + pending + unchanged + held + skipped + invalid
    const problems: Problem[] = []
    if (rows !== what.file.rows.length || sum !== rows) {
      problems.push({ what: 'counts', message: `${what.file.rows.length} rows were read, the run says ${rows}, its outcomes ${sum}.` })
    }
    if (summary.state === 'cancelled') return [...problems, ...checkCanceled(world, errand)]
    if (stop === null && (summary.state !== 'finished' || pending > 0)) {
      problems.push({ what: 'stuck', message: `A run ends as ${summary.state} with ${pending} rows pending.` })
    }
    return problems
  })
}

/** A run was canceled: no row of which anything was sent reads as if nothing had been. */
function checkCanceled(world: World, errand: Errand): Problem[] {
  const { calls } = tablesOf(world.program('first').store)
  const wasSent = (at: number) => calls.ofRow(errand.runId ?? '', at + 1).some(({ state }) => state !== 'failed' && state !== 'pending')
  return rowFates(world, errand).flatMap((fate, at): Problem[] => {
    const isSilent = fate === 'sent' || (fate === 'pending' && wasSent(at))
    return isSilent ? [{ what: 'counts', message: `Row ${at + 1} of a canceled run was sent, and is told as not sent.` }] : []
  })
}

/** A service that does as it is asked stops no run. */
function checkStops({ scenario: { traits } }: World, errands: readonly Errand[]): Problem[] {
  if (!isExact(traits) || traits.altersTexts !== 'never') return []
  return errands.flatMap(({ stop }): Problem[] => (stop === null ? [] : [{ what: 'stuck', message: `A run stopped: ${stop.message}` }]))
}

function checkMessages(world: World, { file, rows }: FileFate, at: number): Problem[] {
  const problems: Problem[] = []
  const posts = world.service.effects.filter((effect) => effect.kind === 'import' || effect.kind === 'whisper')
  for (const [line, { row, fates }] of rows.entries()) {
    const { body = '', isWhisper = false } = row.message ?? {}
    const kind = isWhisper ? 'whisper' : 'import'
    const ofRow = posts.filter((effect) => effect.phone === row.phone && effect.body === body)
    if (ofRow.some((effect) => effect.kind !== kind))
      problems.push({ what: 'changed', message: `Message ${line} of file ${at} became no ${kind}.` })
    const arrived = ofRow.filter((effect) => effect.kind === kind).length
    const name = `Message ${line} of file ${at} (${fates.join(', ')})`
    if (arrived > 1) problems.push({ what: 'twice', message: `${name} arrived ${arrived} times.` })
    if (arrived === 0 && fates.includes('done')) problems.push({ what: 'lost', message: `${name} is done and never arrived.` })
    const isAccounted = fates.some((fate) => fate === 'done' || fate === 'unknown' || fate === 'notApplied' || fate === 'sent')
    if (arrived > 0 && !isAccounted) problems.push({ what: 'changed', message: `${name} arrived, and no run says so.` })
  }
  if (world.scenario.isRaced && at === 0) return problems
  const lines = new Map(
    rows.flatMap(({ row, fates }, line) => (fates.includes('done') ? [[`${row.phone} ${row.message?.body}`, line]] : [])),
  )
  for (const phone of new Set(file.rows.map((row) => row.phone))) {
    const order = posts.filter((effect) => effect.phone === phone).flatMap(({ body }) => lines.get(`${phone} ${body}`) ?? [])
    if (order.some((line, place) => line < (order[place - 1] ?? 0))) {
      problems.push({ what: 'order', message: `Messages of ${phone} in file ${at} arrived in the order ${order.join(', ')}.` })
    }
  }
  return problems
}

/** Resolving once more changes nothing, so that what is asked is only whether it happened, and happened to nobody else. */
function checkResolves(world: World, { rows }: FileFate, at: number): Problem[] {
  const resolved = new Set(world.service.effects.flatMap((effect) => (effect.kind === 'resolve' ? effect.phone : [])))
  return rows.flatMap(({ row, fates }, line): Problem[] => {
    const isSaid = fates.some((fate) => fate === 'done' || fate === 'unchanged')
    const name = `Conversation ${line} of file ${at} (${fates.join(', ')})`
    return isSaid && !resolved.has(row.phone) ? [{ what: 'lost', message: `${name} is said to be resolved, and is not.` }] : []
  })
}

/** A service that texts people by itself has texted two of them at most in each run, or as often as a run was begun anew. */
function checkTexts({ service, scenario }: World, errands: readonly Errand[]): Problem[] {
  const texted = service.effects.filter(({ kind }) => kind === 'text').length
  const writing = errands.filter((errand) => writesOf(errand).includes(scenario.traits.texts)).length
  const most = 2 * (writing + scenario.crashes.length + scenario.deeds.length * (scenario.isRaced ? 2 : 1))
  return texted > most ? [{ what: 'changed', message: `The service has texted ${texted} people by itself, in ${writing} runs.` }] : []
}

/** The writes of an errand after which such a service may text. */
function writesOf({ what }: Errand): readonly Traits['texts'][] {
  if (what.kind === 'undo') return ['update', 'consent']
  if (what.file.kind === 'contacts') return ['update', 'consent', 'create']
  return what.file.kind === 'resolve' ? ['resolve'] : []
}

function checkCreations(world: World, first: readonly CustomerState[]): Problem[] {
  const created = world.service.effects.filter((effect) => effect.kind === 'create')
  return [...Map.groupBy(created, ({ phone }) => phone)].flatMap(([phone, all]): Problem[] => {
    if (first.some((one) => one.phone === phone)) return [{ what: 'twice', message: `${phone} was created by somebody else before.` }]
    return all.length > 1 ? [{ what: 'twice', message: `${phone} was created ${all.length} times.` }] : []
  })
}

function checkContacts(world: World, first: readonly CustomerState[], files: readonly FileFate[]): ContactProblem[] {
  const problems: ContactProblem[] = []
  const before = new Map(first.map((state) => [state.phone, fieldsOfState(state)]))
  for (const state of world.service.customers()) {
    const rows = files.flatMap(({ rows: all }) => all.filter(({ row }) => row.phone === state.phone))
    const start = before.get(state.phone) ?? blankFields
    const end = fieldsOfState(state)
    for (const field of fieldNames(start, end, rows)) {
      const others = world.service.byOthers.filter((one) => one.phone === state.phone && one.field === field)
      const possible = [...possibleValues(field, start[field] ?? '', rows), ...others.map((one) => one.value)]
      const value = end[field] ?? ''
      if (possible.includes(value)) continue
      const fates = rows.map(({ fates: one }) => one.join(', ')).join('; ')
      const what = rows.some(({ row }) => touchedFields(row).includes(field)) ? 'lost' : 'changed'
      const should = possible.map((one) => JSON.stringify(one)).join(' or ')
      problems.push({
        what,
        phone: state.phone,
        field,
        message: `${field} of ${state.phone} (${fates}) is ${JSON.stringify(value)}, not ${should}.`,
      })
    }
  }
  const there = new Set(world.service.customers().map(({ phone }) => phone))
  for (const { file, rows } of files) {
    if (file.kind !== 'contacts') continue
    for (const { row, fates } of rows) {
      if (fates.includes('done') && !there.has(row.phone))
        problems.push({ what: 'lost', phone: row.phone, field: 'phone', message: `${row.phone} is done and not there.` })
    }
  }
  return problems
}

function fieldNames(start: Fields, end: Fields, rows: readonly { row: FileRow }[]): string[] {
  return [...new Set([...Object.keys(start), ...Object.keys(end), ...rows.flatMap(({ row }) => touchedFields(row))])]
}

/** Rows of which Rollcall does not say that what they want is there, or is not. */
const isOpen: ReadonlySet<RowFate> = new Set(['failed', 'notApplied', 'unknown', 'pending', 'sent'])

/** What a field may be in the end: as the rows that are done want it, and either way where Rollcall does not say that it knows. */
function possibleValues(field: string, start: Value, rows: readonly { row: FileRow; fates: readonly RowFate[] }[]): Value[] {
  let possible: Value[] = [start]
  for (const { row, fates } of rows) {
    const after = possible.map((value) => wanted(row, field, value) ?? value)
    if (fates.some((fate) => fate === 'done' || fate === 'unchanged')) possible = after
    else if (fates.some((fate) => isOpen.has(fate))) possible = [...possible, ...after]
  }
  return possible
}

/** The ledger is whole, says only what was confirmed, and says each once. */
export async function checkLedger(world: World): Promise<Problem[]> {
  const { store } = world.program('first')
  const { consentLedger, runRows, runs } = tablesOf(store)
  const problems: Problem[] = []
  const { ok, firstProblem } = await verifyLedger(consentLedger)
  if (!ok) problems.push({ what: 'ledger', message: firstProblem?.message ?? 'The ledger is damaged.' })
  const consents = world.service.effects.filter((effect) => effect.kind === 'consent')
  const known = new Set<string>()
  const changed = new Set<string>()
  for (const stored of consentLedger.iterate()) {
    const { kind, run, row, to, contact } = toEntry(stored)
    if (kind !== 'consent') continue
    const name = `${run} ${row} ${to}`
    // What a service takes back beside what it is asked to is put back: a refusal is set, and recorded, again.
    const isAgain = known.has(name) && (to || isExact(world.scenario.traits))
    if (isAgain) problems.push({ what: 'ledger', message: `Row ${row} of ${run} is recorded twice.` })
    known.add(name)
    changed.add(`${contact} ${to}`)
    if (!consents.some(({ uuid, consent, isStored }) => isStored && uuid === contact && consent === to)) {
      problems.push({ what: 'ledger', message: `Row ${row} of ${run} is recorded, and its consent was never set.` })
    }
  }
  for (const { id, planId } of runs.all().map(({ id }) => ({ id, planId: runs.find(id)?.planId ?? '' }))) {
    for (const planned of tablesOf(store).planRows.after(planId, 0, 1000)) {
      const end = runRows.find(id, [planned.row]).get(planned.row)
      if (end?.outcome !== 'done') continue
      const call = planned.detail.calls?.find(({ kind }) => kind === 'setConsent')
      if (call?.kind !== 'setConsent' || (runs.find(id)?.undoesRunId ?? null) !== null) continue
      // What another run has done is recorded of that one.
      const isElsewhere = end.failure?.code === 'done.elsewhere' && changed.has(`${planned.contactUuid} ${call.consent}`)
      if (!isElsewhere && !known.has(`${id} ${planned.row} ${call.consent}`)) {
        problems.push({ what: 'ledger', message: `Row ${planned.row} of ${id} is done, and its consent is not recorded.` })
      }
    }
  }
  return problems
}
