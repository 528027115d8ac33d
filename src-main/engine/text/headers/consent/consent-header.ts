/**
 * What a column's header says of permission to text. Only the first four may be mapped without asking, and `status` only
 * where the values say themselves what they mean.
 */
export type ConsentHeader =
  | { says: 'permission' | 'refusal'; isAboutTexts: boolean; reason: string }
  /** When somebody refused: any date there is a refusal. */
  | { says: 'refusalDate'; isAboutTexts: boolean; reason: string }
  | { says: 'status'; isAboutTexts: boolean; reason: string }
  /** How or when permission was given. */
  | { says: 'evidence'; isDate: boolean; reason: string }
  | { says: 'question'; isAboutTexts: boolean; reason: string }
