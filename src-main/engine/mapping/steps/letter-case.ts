import type { LetterCase } from '../../model/recipes/step-schema.ts'

const word = /[^\s-]+/gu
/** Small between the parts of a name, whatever the language; never first or last. */
const particles = new Set([
  ...['van', 'von', 'vom', 'der', 'den', 'des', 'ter', 'ten', 'te', 'zu', 'zur', 'zum', 'und'],
  ...['de', 'del', 'di', 'da', 'das', 'do', 'dos', 'du', 'della', 'e', 'y', 'et', 'bin', 'ibn', 'of', 'and', 'the', 'af', 'av'],
])
/** Small only behind `de`: "de la Cruz", but Marine Le Pen. */
const afterDe = new Set(['la', 'las', 'los', 'le', 'les'])
const ordinal = /^(?:ii|iii|iv|vii|viii|ix)$/i
const ofGeorgia = /\p{Script=Georgian}/u
const ofTurkey = /[İığĞ]/

/** Writes a text in another case. Letters that only Turkish has are taken as saying that the text is Turkish. */
export function changeCase(text: string, to: LetterCase, language: string | undefined): string {
  const locale = language ?? (ofTurkey.test(text) ? 'tr' : undefined)
  switch (to) {
    case 'upper':
      return text.toLocaleUpperCase(locale)
    case 'lower':
      return text.toLocaleLowerCase(locale)
    case 'sentence':
      return withCapital(text.toLocaleLowerCase(locale), locale)
    case 'title':
      return titleCase(text, locale)
  }
}

function titleCase(text: string, locale: string | undefined): string {
  const words = text.match(word) ?? []
  let at = -1
  return text.replace(word, (each, place: number) => {
    at += 1
    const small = each.toLocaleLowerCase(locale)
    const isInside = at > 0 && at < words.length - 1 && text.charAt(place - 1) !== '-'
    if (isInside && particles.has(small)) return small
    if (isInside && afterDe.has(small) && words[at - 1]?.toLocaleLowerCase(locale) === 'de') return small
    if (at > 0 && ordinal.test(each)) return each.toUpperCase()
    return nameWord(each, small, locale)
  })
}

/** A word in mixed case was written so on purpose and stays, but for `McDONALD`. */
function nameWord(written: string, small: string, locale: string | undefined): string {
  const scottish = /^mc(?=\p{L}{3})/u.test(small)
  const isAlike = written === small || written === written.toLocaleUpperCase(locale)
  if (!isAlike && !(scottish && written.slice(2) === written.slice(2).toLocaleUpperCase(locale))) return written
  if (scottish) return `Mc${withCapital(small.slice(2), locale)}`
  const parts = small.split(/(?<=['’.(/"“„«])/u)
  // The s of "Smith's" is no name of its own.
  return parts.map((part, at) => (/^[st]$/.test(part) && /['’]$/.test(parts[at - 1] ?? '') ? part : withCapital(part, locale))).join('')
}

function withCapital(text: string, locale: string | undefined): string {
  if (locale === 'nl' && text.startsWith('ij')) return `IJ${text.slice(2)}`
  const first = /[\p{L}\p{N}]/u.exec(text)
  if (first === null || ofGeorgia.test(first[0])) return text
  const [letter] = first
  const capital = letter.toLocaleUpperCase(locale)
  // ß and ligatures become two letters, of which only the first is a capital.
  const shown = capital.charAt(0) + capital.slice(1).toLocaleLowerCase(locale)
  return text.slice(0, first.index) + shown + text.slice(first.index + letter.length)
}
