import { changesOf } from '../../kinds/row-changes.ts'
import type { Clock } from '../../model/clock.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import type { MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import { numbersOf } from '../../model/plans/stored-phones.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { createStoredTexts } from '../match/altered-texts.ts'
import { tablesOf } from '../../store/tables.ts'
import { freshSync } from '../match/contact-lookup.ts'
import { type Match, pickContact } from '../match/match.ts'
import { classify, type PlanRules } from '../row/classify.ts'
import { keyText } from '../row/match-issues.ts'
import { rowReason } from '../row/reasons.ts'
import type { PreviewedContact } from './estimate-schema.ts'

export interface PreviewContactsOptions {
  store: Store
  recipe: Recipe
  mapping: { groupUuid: string | null; ifEmpty?: ReadonlySet<string> }
  settings: { syncMaxAgeSeconds: number }
  clock: Clock
}

/**
 * What each of these rows, seen alone, would make of its contact as it is cached. Nobody is asked, so that it follows each change of
 * a mapping; a contact that nobody has looked for yet is shown as if it were to be added.
 */
export function previewContacts(
  rows: readonly { number: number; mapped: MappedRow }[],
  { store, recipe, mapping, settings, clock }: PreviewContactsOptions,
): PreviewedContact[] {
  const { contacts, syncs, customFields, unknownAtService } = tablesOf(store)
  const nowMs = clock.nowMs()
  const believedSinceMs = nowMs - settings.syncMaxAgeSeconds * 1000
  const hasAll = freshSync(syncs.latestComplete(), settings.syncMaxAgeSeconds, nowMs) !== null
  const isStoredAs = createStoredTexts(store, nowMs)
  const rules: PlanRules = {
    kind: recipe.kind,
    mode: modeOf(recipe),
    ifEmpty: mapping.ifEmpty ?? new Set(),
    createdOn: new Set(),
    matchColumn: recipe.match.column,
    groupUuid: mapping.groupUuid,
    // What is cached is shown as it was read, however long ago: the plan reads it again.
    since: { believedSinceMs: 0, plannedSinceMs: nowMs },
    label: createFieldLabels(customFields.all()),
    ...(isStoredAs !== null && { isStoredAs }),
  }
  const find = (key: MatchKey): Match => {
    if (key.by === 'phone') return pickContact(contacts.findByPhone(key.phone))
    const contact = contacts.findByUuid(key.uuid)
    return contact === null ? { kind: 'none' } : { kind: 'contact', contact }
  }
  const matchOf = ({ key, members }: MappedRow): Match => {
    if (members === undefined) return key === null ? { kind: 'none' } : find(key)
    return { kind: 'group', members: members.map((phone) => ({ phone, match: find({ by: 'phone', phone }) })) }
  }
  const isLooked = (key: MatchKey): boolean =>
    (hasAll && key.by === 'phone') || unknownAtService.isKnownSince(keyText(key), believedSinceMs)

  return rows.map(({ number, mapped }) => {
    const { key } = mapped
    const match = matchOf(mapped)
    const isOpen = key !== null && match.kind === 'none' && !isLooked(key)
    const verdict = classify(mapped, match, isOpen ? { ...rules, mode: 'updateAndAdd' } : rules)
    return {
      number,
      line: mapped.line,
      phone: numbersOf(verdict.phone).join(', ') || null,
      name: mapped.contact?.name || verdict.record?.name || groupName(match),
      class: verdict.class,
      reason: rowReason(verdict.class, verdict.reason, mapped.filtered === undefined ? {} : { filtered: mapped.filtered }),
      isKnown: isOpen ? null : match.kind !== 'none',
      isUnconfirmed: verdict.isUnconfirmed === true,
      changes: changesOf(verdict),
      issues: verdict.issues,
    }
  })
}

/** Everybody in a group, by name or number; null for a row about one contact. */
function groupName(match: Match): string | null {
  if (match.kind !== 'group') return null
  const names = match.members.map(({ phone, match: own }) => (own.kind === 'contact' && own.contact.record.name) || phone)
  return names.join(', ')
}
