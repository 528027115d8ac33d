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
  /** The share of the writes that are only echoed once a run is taken back. */
  undoEchoes: number
}

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
  undoEchoes: 0,
}

/** Whether the service changes nothing but what it is asked to. */
export function isExact({ update, consent, import: imports }: Traits): boolean {
  return update === 'exact' && consent === 'exact' && imports === 'exact'
}
