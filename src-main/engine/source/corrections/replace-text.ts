import type { Correction } from '../../model/files/correction-schema.ts'

type ReplaceCorrection = Extract<Correction, { kind: 'replace' }>

/** No cell grows beyond what a row may have. */
const mostChars = 16 * 1024 * 1024

/**
 * What a replacement makes of a cell's text; the text itself where it finds nothing. A whole cell is compared without the
 * space around it. The text that is put in is taken as it is.
 */
export function createReplacer({ find, replaceWith, matchCase, wholeCell }: ReplaceCorrection): (text: string) => string {
  if (wholeCell) {
    const wanted = foldedOf(find.trim(), matchCase)
    return (text) => (foldedOf(text.trim(), matchCase) === wanted ? replaceWith : text)
  }
  if (find === '') return (text) => text
  const fits = (text: string): boolean => replaceWith.length <= find.length || (text.length / find.length) * replaceWith.length <= mostChars
  if (matchCase) return (text) => (text.includes(find) && fits(text) ? text.replaceAll(find, () => replaceWith) : text)
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  return (text) => (fits(text) ? text.replace(pattern, () => replaceWith) : text)
}

function foldedOf(text: string, matchCase: boolean): string {
  return matchCase ? text : text.toLowerCase()
}
