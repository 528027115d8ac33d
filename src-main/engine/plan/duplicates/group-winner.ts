import type { BriefPlanRow } from '../../store/plans/plan-rows.ts'
import type { DuplicateGroups, Part } from './duplicate-groups.ts'
import type { Grouping } from './grouping.ts'
import { createLatestPermission } from './latest-permissions.ts'
import { refusalsIn, type Together, together } from './said-flags.ts'

/** The lines of merged rows that are kept by name. */
export const linesKept = 100
/** What rows with more numbers share is a placeholder, or the address of an office. */
export const mostNumbers = 5

/** Stands for rows that cannot count themselves. */
const nobody = 0

/** Looks at a group's rows in file order, and keeps what decides about it: a few figures, however many rows there are. */
export function createGroupSurvey(
  grouping: Pick<Grouping, 'strategy' | 'merge'>,
  groups: DuplicateGroups,
  isRefusalFinal: boolean,
  nowMs: number,
) {
  const takesFirst =
    grouping.strategy === 'first' || (grouping.strategy === 'merge' && grouping.merge.values === 'firstNonEmpty' && !isRefusalFinal)
  const consentLines: { yes: number | null; no: number | null } = { yes: null, no: null }
  const mergedLines: number[] = []
  const numbers = new Set<string>()
  const latest = createLatestPermission(nowMs)
  let flags = 0
  let agreeingRow: number | null = null
  let best: { row: number; rank: number } | null = null
  let first: { uuid: string; line: number } | null = null
  let second: { uuid: string; line: number } | null = null

  const rankOf = ({ row, contactUuid }: BriefPlanRow): number => {
    // Of several rows about consent a "no" counts, so that the row and its evidence go with what is sent.
    if (groups.refusesConsent(row)) return 4
    return (contactUuid === null ? 0 : 2) + (groups.isSilent(row) ? 0 : 1)
  }

  /** The row of a permission that came after every refusal by the dates of all; null where a refusal counts, or none is there. */
  const lastPermission = (): number | null => {
    const row = grouping.strategy === 'invalid' ? null : latest.permission()
    return row === nobody ? null : row
  }

  return {
    take(stored: BriefPlanRow, part: Part): void {
      const { row, line, contactUuid, phone } = stored
      if (phone !== null && numbers.size <= mostNumbers) numbers.add(phone)
      if (mergedLines.length <= linesKept) mergedLines.push(line)
      const [isNo, isYes] = [groups.refusesConsent(row), groups.givesConsent(row)]
      // A refusal counts also in a row that cannot count itself.
      flags |= part === 'own' ? groups.flagsOf(row) : refusalsIn(groups.flagsOf(row))
      if (isNo || isYes) {
        consentLines[isNo ? 'no' : 'yes'] ??= line
        latest.seen(part === 'own' ? row : nobody, isYes, groups.consentDate(row))
      }
      if (part !== 'own') return
      if (isYes) agreeingRow ??= row
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
    /** What all rows together say of texting. */
    get together(): Together {
      const last = lastPermission()
      return together(flags, last === null ? null : groups.flagsOf(last))
    },
    /** The first row that agrees; null where none does that can count. */
    agreeingRow: (): number | null => agreeingRow,
    /** The row that would count; null where none can. */
    get winner(): number | null {
      return lastPermission() ?? best?.row ?? null
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
