import { unmix } from './mojibake.ts'

/** Invisible characters, and spaces that only look like the usual one. */
const suspicious =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u00A0\u00AD\u061C\u115F\u1160\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFC]/
const everySuspicious = new RegExp(suspicious.source, 'g')
const oddSpace = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u001C-\u001F]/
const lineBreak = /[\u000B\u000C\u2028\u2029]/
const directionMark = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
const writtenFromTheRight = /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
/** French puts a space that does not break beside these. */
const besidePunctuation = /[!?:;%«»€$£°]/
/** An amount with separated thousands, as French and other spreadsheets write it. */
const amount = /^[^\d\u00A0\u202F]*\d{1,3}(?:[\u00A0\u202F]\d{3})+(?:[.,]\d+)?(?:[ \u00A0\u202F]?(?:[%€$£]|[A-Z]{3}))?$/

/**
 * Without zero-width characters, soft hyphens, marks of direction and control characters; every odd space is a plain one.
 * What a script needs stays: joiners between letters that join and in emoji, marks of direction in Arabic and Hebrew, and
 * the space before French punctuation and between the thousands of an amount.
 */
export function withoutInvisible(text: string): string {
  // A garbled letter may consist of one: Ã and a soft hyphen are an í.
  if (!suspicious.test(text) || unmix(text) !== null) return text
  const keepsDirection = writtenFromTheRight.test(text)
  const isAmount = amount.test(text)
  const repaired = text.replace(everySuspicious, (mark, at: number) => {
    if (mark === '\u200C' || mark === '\u200D') return joins(text, at) ? mark : ''
    if (directionMark.test(mark)) return keepsDirection ? mark : ''
    if ((mark === '\u00A0' || mark === '\u202F') && (isAmount || isTypography(text, at))) return mark
    if (oddSpace.test(mark)) return ' '
    return lineBreak.test(mark) ? '\n' : ''
  })
  return repaired === text ? text : repaired.replace(/^ +| +$/g, '')
}

/** A joiner right between two characters beyond the scripts that have no use for one. */
function joins(text: string, at: number): boolean {
  return needsJoiners(text.charAt(at - 1)) && needsJoiners(text.charAt(at + 1))
}

function needsJoiners(character: string): boolean {
  return character >= '\u0590' && !(character >= '\u2000' && character <= '\u206F') && !suspicious.test(character)
}

function isTypography(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  const after = text.charAt(at + 1)
  const isInside = before.trim() !== '' && after.trim() !== '' && !suspicious.test(before) && !suspicious.test(after)
  return isInside && (besidePunctuation.test(after) || before === '«')
}
