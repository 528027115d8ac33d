import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import type { MergeStaging } from '../../store/plans/merge-staging.ts'
import type { Store } from '../../store/open-store.ts'
import type { BriefPlanRow } from '../../store/plans/plan-rows.ts'
import type { StoredPlanRow } from '../../store/plans/stored-plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import { classify, type PlanRules } from '../row/classify.ts'
import type { DuplicateGroups, Part } from './duplicate-groups.ts'
import { consentIssue, flagIssue, manyNumbersIssue, notesIssue, numberIssue, severalContactsIssue } from './group-issues.ts'
import type { Grouping } from './grouping.ts'
import type { Match } from '../match/match.ts'
import { createContactMerge } from './merge-contacts.ts'
import { duplicateIssue } from '../row/match-issues.ts'
import type { WrittenRows } from './written-rows.ts'

/** The lines of merged rows that are kept by name. */
const linesKept = 100
/** What rows with more numbers share is a placeholder, or the address of an office. */
const mostNumbers = 5

/**
 * Resolves the groups of rows about one contact, one row at a step. Only rows that count on their own can carry
 * the calls: those that name a contact come before those that would create one. A group with rows about two contacts
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
) {
  const { contacts } = tablesOf(store)
  const kind = importDescriptors[rules.kind]
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
    const survey = createSurvey(grouping, groups, isRefusalFinal)
    const merge = staging === null ? null : createContactMerge(grouping.merge)
    let winner: { row: number; line: number; phone: string | null } | null = null

    /** No row counts: named after the first one. */
    const firstRow = rows[0] ?? 0
    const otherLine = (row: number): number => writtenRows.line(row === firstRow ? (rows[1] ?? row) : firstRow)

    const look = (row: number): void => {
      const stored = writtenRows.brief(row)
      survey.take(stored, partOf(stored))
      const desired = staging?.find(row) ?? null
      if (desired !== null) merge?.take(desired, stored.line)
    }

    const carry = (row: number): void => {
      const stored = writtenRows.find(row)
      winner = { row, line: stored.line, phone: stored.phone }
      writtenRows.join(row, row)
      if (grouping.strategy !== 'merge') return
      const place = { line: stored.line, column: null }
      const { mergedLines, consentLines } = survey
      const parts = { mergedLines: mergedLines.filter((line) => line !== stored.line).slice(0, linesKept), mergedRows: rows.length - 1 }
      const { issues = [], changes = [], calls = [], evidence, isOptOutExplicit } = stored.detail
      const said = isOptOutExplicit === undefined ? {} : { isOptOutExplicit }
      if (merge === null) {
        const { yes, no } = consentLines
        const added = yes !== null && no !== null ? [consentIssue(place, yes, no)] : []
        const record = stored.contactUuid === null ? null : (contacts.findByUuid(stored.contactUuid)?.record ?? null)
        const verdict = {
          class: calls.length > 0 ? ('send' as const) : stored.class,
          reason: null,
          record,
          phone: stored.phone,
          lane: stored.lane,
          changes,
          calls,
          issues: [...issues, ...added],
          ...said,
        }
        return writtenRows.replace(stored, verdict, { ...parts, ...(evidence !== undefined && { evidence }) }, added)
      }
      const added = [
        ...merge.contradictions().map((one) => flagIssue(place, rules.label(one.field), one)),
        ...(merge.notesCut() > 0 ? [notesIssue(place, merge.notesCut())] : []),
      ]
      const mapped = {
        line: stored.line,
        key: keyOf(stored),
        contact: merge.result(),
        ...survey.consent,
        issues: [...issues, ...added],
        ...said,
      }
      writtenRows.replace(
        stored,
        classify(mapped, matchOf(stored), rules),
        { ...parts, ...(evidence !== undefined && { evidence }) },
        added,
      )
    }

    /** The row cannot be used, because of this issue; a refusal of texts is sent all the same, and nothing else of the row. */
    const refuse = (stored: StoredPlanRow, issue: RowIssue): void => {
      if (!groups.refusesConsent(stored.row)) return writtenRows.refuse(stored, issue)
      const added: RowIssue[] = [{ ...issue, severity: 'warning' }]
      const { evidence, issues = [], isOptOutExplicit } = stored.detail
      const mapped = {
        line: stored.line,
        key: keyOf(stored),
        ...(kind.writesRecord && { contact: {} }),
        consent: false,
        ...(isOptOutExplicit && { isOptOutExplicit }),
        issues: [...issues, ...added],
      }
      writtenRows.replace(stored, classify(mapped, matchOf(stored), rules), evidence === undefined ? {} : { evidence }, added)
    }

    const keyOf = ({ phone, contactUuid }: StoredPlanRow): MatchKey =>
      phone !== null ? { by: 'phone', phone } : { by: 'uuid', uuid: contactUuid ?? '' }

    const matchOf = (stored: StoredPlanRow): Match => {
      const contact = stored.contactUuid === null ? null : contacts.findByUuid(stored.contactUuid)
      return contact === null ? { kind: 'none' } : { kind: 'contact', contact }
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
      const kept = issuesLeft(stored)
      const added = stored.phone !== null && stored.phone !== winner.phone ? [numberIssue(place, stored.phone, winner)] : []
      // The issues of a nameless row were not counted yet; see `leaveAlone`.
      const notCounted = part === 'nameless' ? [...kept, ...added] : added
      const reason = grouping.strategy === 'merge' ? 'merged' : 'duplicate'
      // The refusal goes with the row that counts, to that row's number; of another number it is remembered.
      const refuses = groups.refusesConsent(row) && stored.phone !== winner.phone
      writtenRows.passOver(stored, reason, winner.line, [...kept, ...added], notCounted, refuses)
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

/** Looks at a group's rows in file order, and keeps what decides about it: a few figures, however many rows there are. */
function createSurvey(grouping: Grouping, groups: DuplicateGroups, isRefusalFinal: boolean) {
  const takesFirst =
    grouping.strategy === 'first' || (grouping.strategy === 'merge' && grouping.merge.values === 'firstNonEmpty' && !isRefusalFinal)
  const consentLines: { yes: number | null; no: number | null } = { yes: null, no: null }
  const mergedLines: number[] = []
  const numbers = new Set<string>()
  let refuses = false
  let agrees = false
  let isConfirmed = false
  let best: { row: number; rank: number } | null = null
  let first: { uuid: string; line: number } | null = null
  let second: { uuid: string; line: number } | null = null

  const rankOf = ({ row, contactUuid }: BriefPlanRow): number => {
    // Of several rows about consent a "no" counts, so that the row and its evidence go with what is sent.
    if (groups.refusesConsent(row)) return 4
    return (contactUuid === null ? 0 : 2) + (groups.isSilent(row) ? 0 : 1)
  }

  return {
    take(stored: BriefPlanRow, part: Part): void {
      const { row, line, contactUuid, phone } = stored
      if (phone !== null && numbers.size <= mostNumbers) numbers.add(phone)
      if (mergedLines.length <= linesKept) mergedLines.push(line)
      if (part !== 'own') return
      if (groups.refusesConsent(row)) refuses = true
      else if (groups.givesConsent(row)) {
        agrees = true
        if (!groups.isUnconfirmed(row)) isConfirmed = true
      }
      if (isRefusalFinal) consentLines[groups.refusesConsent(row) ? 'no' : 'yes'] ??= line
      const rank = rankOf(stored)
      // Of silent rows the first counts, as where nothing is merged.
      const isBetter = best === null || rank > best.rank || (rank === best.rank && !takesFirst && !groups.isSilent(row))
      if (isBetter) best = { row, rank }
      if (contactUuid === null) return
      if (first === null) first = { uuid: contactUuid, line }
      else if (second === null && contactUuid !== first.uuid) second = { uuid: contactUuid, line }
    },
    consentLines,
    mergedLines,
    /** What all rows together say of consent: a refusal is never outvoted. */
    get consent(): Pick<MappedRow, 'consent' | 'isUnconfirmed'> {
      if (refuses) return { consent: false }
      if (!agrees) return {}
      return isConfirmed ? { consent: true } : { consent: true, isUnconfirmed: true }
    },
    /** The row that would count; null where none can. */
    get winner(): number | null {
      return best?.row ?? null
    },
    get hasManyNumbers(): boolean {
      return numbers.size > mostNumbers
    },
    /** Two contacts of the service, where the rows are about more than one. */
    get conflict() {
      return first === null || second === null ? null : { first, second }
    },
  }
}
