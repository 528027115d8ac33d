import type { OperationName } from '../operations/operation-names.ts'

const customerWrites = ['update-customer', 'create-customer'] as const
const messages = ['import-message', 'send-by-phone', 'send-to-conversation'] as const
/** Every operation that changes something at the service. */
export const writeOperations = [...customerWrites, 'set-consent', 'request-consent', ...messages, 'resolve'] as const
/** The lists that are read page by page. */
export const listOperations = ['list-customers', 'list-conversations', 'report-conversations'] as const
const postPages = ['get-conversation', 'find-conversation', 'report-posts'] as const

/** Statuses with which any operation can be refused before it has an effect, or answered after it. */
const statuses = [
  '301',
  '302',
  '307',
  '308',
  '400',
  '401',
  '403',
  '404',
  '405',
  '408',
  '409',
  '410',
  '413',
  '422',
  '425',
  '429',
  '500',
  '501',
  '502',
  '503',
  '504',
  '505',
  '507',
  '508',
  '520',
  '521',
  '522',
  '523',
  '524',
  '530',
] as const
type Status = (typeof statuses)[number]
export type StatusFault = Status | `${Status}-after`

export interface FaultRule {
  /** What `=VALUE` means: a share of the requests, a number, or a word. */
  value: 'share' | 'amount' | 'choice'
  /** One line for the help. */
  says: string
  /** The operations that it can hit; all when null. */
  operations: readonly OperationName[] | null
  /** The words that it takes; any when absent. */
  choices?: readonly string[]
  /** The number or word may be left out. */
  isOptional?: boolean
  /** Several of this kind can hit one request, and in lists it hits the records of its contacts alone. */
  isPerRecord?: boolean
}

const share = (says: string, operations: FaultRule['operations'] = null, more: Partial<FaultRule> = {}): FaultRule => ({
  value: 'share',
  says,
  operations,
  ...more,
})
const amount = (says: string, operations: FaultRule['operations'] = null, more: Partial<FaultRule> = {}): FaultRule => ({
  value: 'amount',
  says,
  operations,
  ...more,
})
const choice = (says: string, operations: FaultRule['operations'] = null, more: Partial<FaultRule> = {}): FaultRule => ({
  value: 'choice',
  says,
  operations,
  ...more,
})

const texts = [...customerWrites, ...messages] as const
const perRecord = { isPerRecord: true }

/** Every fault but the statuses, in the groups of the help. */
const groups = {
  'Time and connection': {
    latency: amount('each answer MS later; ms=J adds up to J at random'),
    'slow-body': share('the body in two halves with a pause of ms=200 between them'),
    'drop-before': share('the connection ends before the effect'),
    'drop-after': share('the connection ends after the effect'),
    'hang-before': share('no answer and no effect; the connection stays open'),
    'hang-after': share('the effect, but no answer; the connection stays open'),
  },
  'Late effects and late reads': {
    'late-effect': amount(
      'the answer first, the effect MS later; with drop-after, hang-after or 503-after: no answer or an error, and the effect later',
      writeOperations,
    ),
    'read-lag': amount('reads show contacts, conversations and posts as they were MS ago, in lists too', null, perRecord),
  },
  'Effects that are missing, elsewhere or more than was asked': {
    'echo-only': share('answered as done, and nothing is stored', writeOperations),
    'echo-asked': share('the answer shows what was asked, whatever is stored', writeOperations),
    'wrong-customer': share('answered as asked, stored at another contact', writeOperations),
    ignore: choice('fields of a record that are not stored, like ignore=archived+unreachable', customerWrites, perRecord),
    'drop-custom-fields': share('custom fields are not stored', customerWrites),
    'ignore-archived': share('`archived` is not stored', customerWrites),
    'ignore-blocked': share('`blocked` is not stored', customerWrites),
    'replace-custom-fields': share('custom fields that were left out are gone', ['update-customer']),
    'clear-left-out': choice(
      'fields that were left out are cleared, like clear-left-out=notes+tags; name, notes, email and tags when no word is given',
      ['update-customer'],
      { isOptional: true },
    ),
    'add-replaces-tags': share('`add` is treated as `replace`', ['update-customer']),
    'remove-replaces-tags': share('`remove` is treated as `replace`', ['update-customer']),
    block: share('the contact is blocked by it', writeOperations),
    unblock: share('the contact is no longer blocked', writeOperations),
    archive: share('the contact is archived by it', writeOperations),
    unarchive: share('the contact is no longer archived', writeOperations),
    unsubscribe: share('the contact is unreachable afterwards', writeOperations),
    resubscribe: share('the contact is no longer unreachable', writeOperations),
    'give-consent': share('the contact has consented afterwards', writeOperations),
    'withdraw-consent': share('the contact has refused afterwards', writeOperations),
    'reset-consent': share('the consent is null afterwards', writeOperations),
    'drop-avatar': share('the address of the picture is gone afterwards', writeOperations),
    unverify: share('the contact is not verified afterwards', writeOperations),
    'resolve-open': share('the conversation with the contact is resolved afterwards', writeOperations),
    'auto-reply': share('the service answers with a message of its own', writeOperations),
    'late-reply': amount('the service answers with a message of its own, MS later', writeOperations),
  },
  'Texts that are altered (field=name+notes+body+custom_fields chooses where)': {
    'html-escape': share('& < > " become entities', texts, perRecord),
    'shorten-links': share('web addresses become short ones', texts, perRecord),
    'mask-words': choice('these words become stars, like mask-words=free+win; two of its own when none is given', texts, {
      ...perRecord,
      isOptional: true,
    }),
    truncate: amount('cut after N characters, like truncate=255:field=name', texts, perRecord),
    trim: share('white space at both ends is gone', texts, perRecord),
    unicode: choice('another Unicode normalisation', texts, { ...perRecord, choices: ['nfc', 'nfd', 'nfkc'] }),
    'trim-notes': amount('notes are cut after N characters, 100 when left out', customerWrites, { isOptional: true }),
    'split-tags': share('an underscore in a tag parts it', customerWrites),
  },
  Lists: {
    'reorder-lists': amount('contacts are listed by activity, latest first; N more become active after each page', ['list-customers'], {
      isOptional: true,
    }),
    'empty-page': share('a page is empty, though it is not the last', [...listOperations, ...postPages]),
    'no-page-after': amount('404 for every page after page N', [...listOperations, ...postPages]),
    'endless-list': choice(
      'the list begins anew behind its end (wrap), or goes on with contacts that do not exist (invented)',
      ['list-customers'],
      { choices: ['wrap', 'invented'] },
    ),
    'repeat-last-page': share('the last page comes again and again'),
    'pages-from-one': share('pages are numbered from 1; page 0 is page 1'),
    'delete-while-listed': amount('after each page, N contacts of it are deleted', ['list-customers']),
    'list-shape': choice('the list is elsewhere in the answer', null, { choices: ['array', 'data', 'nested', 'by-uuid'] }),
    'refuse-customers-list': share('403 for the list of contacts and the look-up by phone'),
    'ignore-phone-filter': share('the look-up by phone answers with the whole list'),
  },
  'Answers of other shapes': {
    'error-in-200': share('an error with status 200, and no effect'),
    'error-in-200-after': share('an error with status 200, after the effect', writeOperations),
    'invalid-json': share('half of the JSON'),
    'empty-body': share('no body'),
    'html-errors': share('errors are HTML pages'),
    'custom-fields-array': share('no custom fields are [] instead of {}', null, perRecord),
    'phone-object': share('phone numbers are objects', null, perRecord),
    'phone-zeros': share('phone numbers are shown as 0012125550100', null, perRecord),
    'missing-fields': choice('fields are left out of records, like missing-fields=tags+notes; all that can be when none is given', null, {
      ...perRecord,
      isOptional: true,
    }),
    'null-customer': share('`customer` is null'),
    'null-conversation': share('`conversation` is null'),
    milliseconds: share('times of posts are milliseconds'),
    'extra-fields': share('fields that nobody knows', null, perRecord),
  },
  'Sign-in': {
    'sign-in-201': share('a sign-in answers 201'),
    'token-shape': choice('the token is elsewhere in the answer', null, { choices: ['text', 'top', 'header', 'none'] }),
    'expire-token-after': amount('each token ends after N requests'),
  },
} as const satisfies Record<string, Record<string, FaultRule>>

type Groups = typeof groups
type NamedFault = { [Title in keyof Groups]: keyof Groups[Title] }[keyof Groups] & string
export type FaultKind = StatusFault | NamedFault

export const faultGroups: readonly { title: string; rules: readonly (readonly [FaultKind, FaultRule])[] }[] = Object.entries(groups).map(
  ([title, rules]) => ({ title, rules: Object.entries(rules) as [FaultKind, FaultRule][] }),
)

export const statusFaults: readonly StatusFault[] = statuses.flatMap((status): StatusFault[] => [status, `${status}-after`])
export const isStatusFault = (kind: FaultKind): kind is StatusFault => (statusFaults as readonly FaultKind[]).includes(kind)

const named = new Map<FaultKind, FaultRule>(faultGroups.flatMap((group) => group.rules))
export const faultKinds: readonly FaultKind[] = [...statusFaults, ...named.keys()]

const refusal = share('refused with this status')
/** A status after the effect hits only what has one. */
const refusalAfter = share('answered with this status, after the effect', writeOperations)

export function ruleOf(kind: FaultKind): FaultRule {
  return named.get(kind) ?? (kind.endsWith('-after') ? refusalAfter : refusal)
}
