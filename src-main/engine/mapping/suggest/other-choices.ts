import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import { readYesNo } from '../../text/boolean-words.ts'
import { compactKey, nearNames } from '../../text/headers/name-key.ts'
import { isForOtherThanTexts } from '../../text/headers/phone-header.ts'
import type { ColumnValues } from './column-values.ts'
import { type HeaderRole, isAboutOtherChannel, type Role } from '../../text/headers/header-role.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { Target } from '../../model/recipes/recipe-schema.ts'

/** Another place where a column could go, and why, in words. */
export interface OtherChoice {
  target: Target | 'match'
  confidence: 'likely' | 'guess'
  reason: string
}

/** A column by its header and a look at its values. */
export interface DescribedColumn {
  name: string
  header: HeaderRole | null
  values: ColumnValues
}

const mostChoices = 3
/** Fields that almost anything could be put into. */
const collecting: ReadonlySet<string> = new Set(['tags', 'notes'])

/** Where a column goes that is what its header says. */
export const targetOfRole: Record<Role, Target | 'match'> = {
  firstName: 'name',
  lastName: 'name',
  secondLastName: 'name',
  nameParticle: 'name',
  fullName: 'name',
  email: 'email',
  phone: 'match',
  uuid: 'match',
  notes: 'notes',
  tags: 'tags',
  archived: 'archived',
  blocked: 'blocked',
  unreachable: 'unreachable',
  consent: 'consent',
  optedOut: 'consent',
  optedOutDate: 'consent',
  consentStatus: 'consent',
  evidence: 'evidence',
  whisper: 'body',
  body: 'body',
  sentAt: 'sentAt',
  attachments: 'attachments',
  disposition: 'disposition',
  timeZone: 'timeZone',
}

/**
 * Where else a column could go, the best first, at most three. `present` is where it goes, and no choice; where that is sure
 * its values alone offer no other. Nor do they offer tags and notes where another column has them (`taken`). What stops or
 * starts messages to people is offered only where the header speaks of it, or where the import is about nothing else.
 */
export function otherChoices(
  column: DescribedColumn,
  present: { target: string | null; confidence: string },
  kind: ImportKind,
  customFields: readonly CustomFieldDefinition[],
  taken: ReadonlySet<string>,
): OtherChoice[] {
  // Nothing is known of a column that is blank so far but its name.
  if (column.values.filled === 0) return []
  const isSure = present.target !== null && present.confidence === 'sure'
  const values = isSure ? [] : byValues(column, kind, customFields).filter(({ target }) => !(collecting.has(target) && taken.has(target)))
  const found = [...byHeader(column), ...byName(column, kind, customFields), ...values]
  const different = new Map(found.toReversed().map((choice) => [choice.target, choice]))
  const best = [...new Set(found.map(({ target }) => target))].flatMap((target) => different.get(target) ?? [])
  return best.filter(({ target }) => target !== present.target).slice(0, mostChoices)
}

function byHeader({ name, header }: DescribedColumn): OtherChoice[] {
  return header === null ? [] : [{ target: targetOfRole[header.role], confidence: 'likely', reason: `The header says "${name}".` }]
}

/** Custom fields that are called almost alike. */
function byName({ name }: DescribedColumn, kind: ImportKind, customFields: readonly CustomFieldDefinition[]): OtherChoice[] {
  if (!importDescriptors[kind].writesRecord) return []
  return nearNames(
    name,
    customFields.map((field) => field.name),
  ).flatMap((near) =>
    customFields
      .filter((field) => field.name === near)
      .map((field): OtherChoice => ({
        target: `custom:${field.uuid}`,
        confidence: 'guess',
        reason: `It is called almost like the custom field "${near}".`,
      })),
  )
}

function byValues({ name, values }: DescribedColumn, kind: ImportKind, customFields: readonly CustomFieldDefinition[]): OtherChoice[] {
  const { targets, writesRecord } = importDescriptors[kind]
  const guess = (isSo: boolean, target: OtherChoice['target'], reason: string): OtherChoice[] =>
    isSo ? [{ target, confidence: 'guess', reason }] : []
  const found = [
    ...guess(values.writtenAsPhones >= 0.5 && !isForOtherThanTexts(compactKey(name)), 'match', 'Its values are written as phone numbers.'),
    ...guess(values.emails >= 0.5, 'email', 'Its values are e-mail addresses.'),
    ...customFields
      .filter(({ dataType }) => dataType === 'link')
      .flatMap((field) => guess(values.links >= 0.5, `custom:${field.uuid}`, `Its values are web addresses, which "${field.name}" takes.`)),
    ...guess(values.lists >= 0.5, 'tags', 'Its cells hold lists, as tags are.'),
    ...guess(repeatsWords(values), 'tags', 'It repeats a few words, as tags do.'),
    ...guess(values.averageLength >= 30 && values.links < 0.5 && values.emails < 0.5, 'notes', 'It holds longer texts.'),
    ...guess(
      !writesRecord &&
        !isAboutOtherChannel(name) &&
        values.distinct.length <= 5 &&
        values.distinct.every((word) => readYesNo(word) !== null),
      'consent',
      'Its values are words for yes and no.',
    ),
    ...guess(!writesRecord && values.dates >= 0.5, 'evidence', 'Its values are dates, which may tell when consent was given.'),
    ...guess(values.dates >= 0.5, 'sentAt', 'Its values are dates.'),
    ...guess(values.links >= 0.5, 'attachments', 'Its values are web addresses.'),
    ...guess(values.averageLength >= 20 && values.links < 0.5, 'body', 'It holds longer texts.'),
  ]
  const taken: ReadonlySet<string> = new Set(['match', ...targets])
  return found.filter(({ target }) => (target.startsWith('custom:') ? writesRecord : taken.has(target)))
}

/** A few short words that come again and again; yes and no are none. */
function repeatsWords({ filled, distinct, averageLength, dates, phones, emails, links }: ColumnValues): boolean {
  const isSomethingElse = [dates, phones, emails, links].some((share) => share >= 0.5)
  return (
    filled >= 8 &&
    distinct.length <= filled / 3 &&
    averageLength <= 30 &&
    !isSomethingElse &&
    distinct.some((word) => /\p{L}{2}/u.test(word) && readYesNo(word) === null)
  )
}
