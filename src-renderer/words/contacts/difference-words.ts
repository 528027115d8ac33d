import type { Difference, DifferenceKind, DifferencePeriod } from '../../../src-main/engine/contract.ts'
import { valueText } from '../review/field-text.ts'
import { consentText } from '../consent-text.ts'
import { dateText } from '../format.ts'

export const differenceWords: Record<DifferenceKind, string> = { new: 'New', changed: 'Changed', gone: 'Gone' }

/** Between which moments something differs. */
export function periodWords({ sinceSeconds, untilSeconds }: DifferencePeriod): string {
  return untilSeconds === null ? `Since ${dateText(sinceSeconds)}` : `Between ${dateText(sinceSeconds)} and ${dateText(untilSeconds)}`
}

interface Part {
  label: string | null
  before: string | null
  after: string
}

/** What there is to say of a contact that differs, one thing after the other. */
export function differenceParts({ kind, changes, tags, consent, numberNowOf }: Difference): Part[] {
  const says = (label: string | null, after: string): Part => ({ label, before: null, after })
  switch (kind) {
    case 'new':
      return [...(tags.length > 0 ? [says('Tags', tags.join(', '))] : []), says('Consent', consentText(consent))]
    case 'gone':
      return [
        says(
          null,
          numberNowOf === null
            ? `No longer in the service. Last seen with consent: ${consentText(consent)}.`
            : `No longer in the service. The number now belongs to ${numberNowOf}.`,
        ),
      ]
    case 'changed':
      return changes.map(({ field, label, before, after }) => ({
        label,
        before: valueText(field, before) ?? 'empty',
        after: valueText(field, after) ?? 'emptied',
      }))
  }
}
