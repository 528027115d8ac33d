/** What a service is like where its specification leaves that open, or where it does not keep to it. */
export interface Traits {
  /** How long after a write reads do not show it. */
  readLagMs: number
  /** A list of contacts or posts comes in another order each time. */
  reordersLists: boolean
  /** What becomes of the text of a post. */
  altersTexts: 'never' | 'escapes' | 'truncates' | 'masks'
  /** PUT customer: what it changes beside what it is asked to. */
  update: UpdateTrait
  /** POST set_consent: the same. */
  consent: 'exact' | 'unblocks' | 'onlyFirst'
  /** POST new_customer_post: the same. */
  import: 'exact' | 'unblocks' | 'givesConsent' | 'answers'
  /** POST resolve: the same. */
  resolve: 'exact' | 'unblocks'
  /** POST customers: the same. */
  create: 'exact' | 'echoesOnly'
  /** After which writes it texts the contact by itself. */
  texts: 'never' | TextingWrite
  /** POST conversations to several numbers: the same; `none`: the account has no department for that. */
  groupTexts: 'none' | 'exact' | 'archives' | 'echoesOnly'
  /** POST request_consent: the same; `unshown`: what it texts stands in no conversation. */
  asks: 'exact' | 'archives' | 'unshown'
  /** The share of the writes that are only echoed once a run is taken back. */
  undoEchoes: number
}

export const textingWrites = ['update', 'consent', 'create', 'resolve'] as const
export type TextingWrite = (typeof textingWrites)[number]

export const updateTraits = [
  'exact',
  'replacesMap',
  'clearsNotes',
  'clearsTags',
  'unblocks',
  'unarchives',
  'resetsConsent',
  'replacesTags',
  'echoesOnly',
  'storesElsewhere',
] as const
export type UpdateTrait = (typeof updateTraits)[number]

export const asSpecified: Traits = {
  readLagMs: 0,
  reordersLists: false,
  altersTexts: 'never',
  update: 'exact',
  consent: 'exact',
  import: 'exact',
  resolve: 'exact',
  create: 'exact',
  texts: 'never',
  groupTexts: 'none',
  asks: 'exact',
  undoEchoes: 0,
}

/** Whether the service changes nothing but what it is asked to. */
export function isExact({ update, consent, import: imports, resolve, create, texts, groupTexts, asks }: Traits): boolean {
  if (groupTexts === 'archives' || groupTexts === 'echoesOnly' || asks === 'archives') return false
  return [update, consent, imports, resolve, create].every((one) => one === 'exact') && texts === 'never'
}
