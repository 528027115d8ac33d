import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { UnwritableValue } from '../../model/plans/mapped-row.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { MergeStaging } from '../../store/plans/merge-staging.ts'
import type { Store } from '../../store/open-store.ts'
import type { BriefPlanRow } from '../../store/plans/plan-rows.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import { classify, type PlanRules } from '../row/classify.ts'
import type { DuplicateGroups, Part } from './duplicate-groups.ts'
import { consentIssue, flagIssue, manyNumbersIssue, notesIssue, numberIssue, severalContactsIssue } from './contradiction-issues.ts'
import { createGroupSurvey, linesKept, mostNumbers } from './group-winner.ts'
import type { Grouping } from './grouping.ts'
import { createContactMerge } from './merge-contacts.ts'
import { duplicateIssue } from '../row/match-issues.ts'
import { createRowRefuser, matchOf } from './refuse-row.ts'
import { refusalsIn, refusesIn, together } from './said-flags.ts'
import { createSayTogether, keyOf } from './say-together.ts'
import type { WrittenRows } from './written-rows.ts'

/**
 * Resolves the groups of rows about one contact, one row at a time. Only rows that count on their own can carry
 * the calls, and a row whose contact exists carries them rather than one that would create it. A group with rows about two contacts
 * of the service is never resolved by itself, nor is one with so many numbers that it can hardly be one contact: all of these
 * rows are invalid until a person decides.
 */
export function createGroupResolver(
  store: Store,
  rules: PlanRules,
  grouping: Grouping,
  groups: DuplicateGroups,
  staging: MergeStaging | null,
  writtenRows: WrittenRows,
  nowMs: number,
) {
  const { contacts } = tablesOf(store)
  const kind = importDescriptors[rules.kind]
  const sayTogether = createSayTogether(store, rules, writtenRows)
  const refuseRow = createRowRefuser(store, rules, writtenRows)
  const { duplicates } = kind
  const isRefusalFinal = duplicates.counts === 'one' && duplicates.isRefusalFinal

  const partOf = ({ row, class: rowClass }: BriefPlanRow): Part => {
    if (groups.isNameless(row)) return 'nameless'
    return rowClass === 'skipped' ? 'unfound' : 'own'
  }
  /** The issues of a row that matter still when another one carries its values. */
  const issuesLeft = (stored: StoredPlanRow): RowIssue[] => {
    const { issues = [] } = stored.detail
    return groups.isNameless(stored.row) ? issues.filter(({ severity }) => severity === 'warning') : issues
  }

  const createGroup = (rows: Uint32Array) => {
    const survey = createGroupSurvey(grouping, groups, isRefusalFinal, nowMs)
    const merge = staging === null ? null : createContactMerge(grouping.merge)
    /** Values of the rows that the service would not take: mistakes of the row that counts, where it would write them. */
    const unwritable = new Map<string, UnwritableValue>()
    /** What the rows about each contact, or number that nobody has, refuse together. */
    const refusals = new Map<string, number>()
    let winner: { row: number; line: number; phone: string | null } | null = null

    /** No row counts: named after the first one. */
    const firstRow = rows[0] ?? 0
    const otherLine = (row: number): number => writtenRows.line(row === firstRow ? (rows[1] ?? row) : firstRow)

    const look = (row: number): void => {
      const stored = writtenRows.brief(row)
      const part = partOf(stored)
      survey.take(stored, part)
      const refused = part === 'nameless' ? 0 : refusalsIn(groups.flagsOf(row))
      if (refused !== 0) refusals.set(subjectOf(stored), (refusals.get(subjectOf(stored)) ?? 0) | refused)
      const staged = staging?.find(row) ?? null
      if (staged === null) return
      merge?.take(staged.desired, stored.line)
      for (const one of staged.ifWritten ?? []) unwritable.set(JSON.stringify([one.field, one.value]), one)
    }

    const carry = (row: number): void => {
      const stored = writtenRows.find(row)
      winner = { row, line: stored.line, phone: stored.phone }
      writtenRows.join(row, row)
      const place = { line: stored.line, column: null }
      const { mergedLines, consentLines, together: said } = survey
      const { yes, no } = consentLines
      const isContradicted = yes !== null && no !== null && said.consent === false
      const contradiction = isContradicted ? [consentIssue(place, yes, no)] : []
      if (grouping.strategy !== 'merge') {
        if (JSON.stringify(said) === JSON.stringify(together(groups.flagsOf(row)))) return
        const giver = said.consent === true && !groups.givesConsent(row) ? survey.agreeingRow() : null
        return sayTogether(stored, said, (giver === null ? stored : writtenRows.find(giver)).detail.evidence, contradiction)
      }
      const agreedAt = groups.consentDate(row)
      const { issues = [], changes = [], calls = [], evidence, isOptOutExplicit } = stored.detail
      const parts = {
        mergedLines: mergedLines.filter((line) => line !== stored.line).slice(0, linesKept),
        mergedRows: rows.length - 1,
        evidence,
        ...(agreedAt !== null && groups.givesConsent(row) && { agreedAt }),
      }
      const asked = isOptOutExplicit === undefined ? {} : { isOptOutExplicit }
      if (merge === null) {
        const record = stored.contactUuid === null ? null : (contacts.findByUuid(stored.contactUuid)?.record ?? null)
        const verdict = {
          class: calls.length > 0 ? ('send' as const) : stored.class,
          reason: null,
          record,
          phone: stored.phone,
          lane: stored.lane,
          changes,
          calls,
          issues: [...issues, ...contradiction],
          ...asked,
        }
        return writtenRows.replace(stored, verdict, parts, contradiction)
      }
      const added = [
        ...contradiction,
        ...merge.contradictions().map((one) => flagIssue(place, rules.label(one.field), one)),
        ...(merge.notesCut() > 0 ? [notesIssue(place, merge.notesCut())] : []),
      ]
      const mapped = {
        line: stored.line,
        key: keyOf(stored),
        contact: merge.result(),
        ...(said.consent !== undefined && { consent: said.consent }),
        ...(said.isUnconfirmed && { isUnconfirmed: true as const }),
        ...(said.isOptOutExplicit && { isOptOutExplicit: true as const }),
        ifWritten: [...unwritable.values()],
        issues: [...issues, ...added],
      }
      const verdict = classify(mapped, matchOf(contacts, stored), rules)
      const told = withoutRepeats(verdict.issues)
      writtenRows.replace(stored, { ...verdict, issues: told }, parts, told)
    }

    /** The first row that refuses for a contact does so for all of them. */
    const refuse = (stored: StoredPlanRow, issue: RowIssue): void => {
      const subject = subjectOf(stored)
      const isFirst = refusesIn(groups.flagsOf(stored.row))
      refuseRow(stored, isFirst ? (refusals.get(subject) ?? 0) : 0, issue)
      if (isFirst) refusals.delete(subject)
    }

    const end = (row: number): void => {
      if (row === winner?.row) return
      const stored = writtenRows.find(row)
      const part = partOf(stored)
      const place = { line: stored.line, column: rules.matchColumn }
      const { conflict } = survey
      if (survey.winner === null) return leaveAlone(stored)
      if (conflict !== null) {
        if (part !== 'own') return leaveAlone(stored)
        writtenRows.join(row, firstRow)
        const named = ({ uuid, line }: typeof conflict.first) => ({ name: contacts.findByUuid(uuid)?.record.name ?? null, line })
        const [one, other] =
          stored.contactUuid === conflict.second.uuid ? [conflict.second, conflict.first] : [conflict.first, conflict.second]
        return refuse(stored, severalContactsIssue(place, stored.phone ?? stored.contactUuid, named(one), named(other)))
      }
      if (survey.hasManyNumbers) {
        if (part !== 'own') return leaveAlone(stored)
        writtenRows.join(row, firstRow)
        return refuse(stored, manyNumbersIssue(place, stored.phone, mostNumbers))
      }
      if (grouping.strategy === 'invalid') {
        writtenRows.join(row, firstRow)
        leaveAlone(stored)
        return refuse(stored, duplicateIssue(place, stored.phone ?? stored.contactUuid, otherLine(row)))
      }
      if (winner === null) throw new Error('A group was ended before it had been decided.')
      writtenRows.join(row, winner.row)
      const added = stored.phone !== null && stored.phone !== winner.phone ? [numberIssue(place, stored.phone, winner)] : []
      // Those of a nameless row were not counted yet; see `leaveAlone`.
      const issues = [...issuesLeft(stored), ...added]
      const reason = grouping.strategy === 'merge' ? 'merged' : 'duplicate'
      // The refusal goes with the row that counts, to that row's number; of another number it is remembered.
      const refuses = refusesIn(groups.flagsOf(row)) && stored.phone !== winner.phone
      writtenRows.passOver(stored, reason, winner.line, issues, issues, refuses)
    }

    /** The row stays as it is. A nameless one is counted as invalid for good. */
    const leaveAlone = (stored: StoredPlanRow): void => {
      if (groups.isNameless(stored.row)) writtenRows.addIssues(stored.row, stored.detail.issues ?? [])
    }

    return {
      look,
      decide(): void {
        if (survey.winner !== null && survey.conflict === null && !survey.hasManyNumbers && grouping.strategy !== 'invalid')
          carry(survey.winner)
      },
      end,
    }
  }

  return {
    /** All steps, to be taken one after the other, each at once or after others of its group. Null: others may work now. */
    *steps(): Generator<(() => void) | null> {
      for (const rows of groups.all()) {
        if (rows === null) {
          yield null
          continue
        }
        const group = createGroup(rows)
        for (const row of rows) yield () => group.look(row)
        yield group.decide
        for (const row of rows) yield () => group.end(row)
      }
      for (const row of groups.namelessRows()) {
        if (!groups.has(row)) yield () => writtenRows.addIssues(row, writtenRows.find(row).detail.issues ?? [])
      }
    },
  }
}

/** A row that is classified once more says again what it said before. */
function withoutRepeats(issues: readonly RowIssue[]): RowIssue[] {
  return [...new Map(issues.map((one) => [JSON.stringify(one), one])).values()]
}

function subjectOf({ contactUuid, phone }: Pick<BriefPlanRow, 'contactUuid' | 'phone'>): string {
  return contactUuid ?? phone ?? ''
}
