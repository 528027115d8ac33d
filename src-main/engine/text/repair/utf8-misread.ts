import { cp437, cp850, macRoman, windows1250, windows1251, windows1252, type CodePage } from './code-pages.ts'

/** One character of UTF-8 that was read as two to four of a code page: `Ã©` for `é`. */
interface Sequence {
  at: number
  length: number
  /** What the bytes mean. */
  character: string
  /** What follows its first character also stands behind real letters: quotation marks, dashes, and letters of the page. */
  isWeak: boolean
}

interface Misreading {
  page: CodePage
  sequences: RegExp
  /** Whether its letters are those of a script in which people write, so that pairs of them prove nothing. */
  isAlphabet: boolean
  /** Whether letters of the page stand for continuation bytes. */
  hasLetters: boolean
}

const typographic = new Set('‚„…†‘’“”•–—™›‹«»°·®º¡¿ \u00A0')
/** Nothing was misread where no two characters beyond ASCII stand side by side. */
const neighbours = /[\u0080-\uFFFF]{2}/
const capital = /\p{Lu}/u
const small = /\p{Ll}/u
const letter = /\p{L}/u
const cased = /\p{Lu}|\p{Ll}/u

const misreadings: readonly Misreading[] = [windows1252, macRoman, windows1250, windows1251, cp437, cp850].map((page) => ({
  page,
  sequences: sequencesOf(page),
  isAlphabet: page === windows1251,
  hasLetters: page === windows1250 || page === windows1251,
}))

function sequencesOf({ characterOf, byteOf }: CodePage): RegExp {
  const set = (from: number, to: number) => {
    const characters = [...byteOf].filter(([, byte]) => byte >= from && byte <= to).map(([character]) => character)
    return `[${[...new Set([...characters, ...characterOf.slice(from - 128, to - 127)])].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`
  }
  const next = set(0x80, 0xbf)
  return new RegExp(`${set(0xc2, 0xdf)}${next}|${set(0xe0, 0xef)}${next}${next}|${set(0xf0, 0xf4)}${next}${next}${next}`, 'g')
}

/** Takes back one misreading of UTF-8, the one that explains most or the one of `page`; null where none is beyond doubt. */
export function repairUtf8(text: string, onlyPage: string | null = null): { text: string; page: string } | null {
  if (!neighbours.test(text)) return null
  let best: { text: string; page: string; count: number } | null = null
  for (const misreading of misreadings) {
    const { page, sequences } = misreading
    if ((onlyPage !== null && onlyPage !== page.name) || text.search(sequences) === -1) continue
    const accepted = acceptedSequences(text, misreading)
    if (accepted.length > (best?.count ?? 0)) best = { text: rewritten(text, accepted), page: page.name, count: accepted.length }
  }
  return best
}

function findSequences(text: string, page: CodePage, pattern: RegExp, hasLetters: boolean): Sequence[] {
  const found: Sequence[] = []
  for (const match of text.matchAll(pattern)) {
    const bytes = Buffer.from([...match[0]].map((character) => page.byteOf.get(character) ?? 0))
    const character = bytes.toString('utf8')
    if (character.includes('\uFFFD') || [...character].length !== 1 || kindOf(character) === null) continue
    found.push({
      at: match.index,
      length: match[0].length,
      character,
      isWeak: [...match[0]].slice(1).every((one) => typographic.has(one) || (hasLetters && letter.test(one))),
    })
  }
  return found
}

function acceptedSequences(text: string, { page, sequences, hasLetters, isAlphabet }: Misreading): Sequence[] {
  const found = findSequences(text, page, sequences, hasLetters)
  const accepted = runsOf(found).flatMap((run) => run.filter((_one, at) => isPlausible(text, run, at, hasLetters)))
  // Where one is, and nothing else is beyond ASCII, all are.
  if (!isAlphabet && accepted.length > 0 && lengthOf(found) === countNonAscii(text)) return found
  return isAlphabet ? accepted.filter(beyondDoubtAmongLetters(text, accepted)) : accepted
}

/** Sequences that follow each other without anything between them, or with one plain character such as a space. */
function runsOf(found: Sequence[]): Sequence[][] {
  const runs: Sequence[][] = []
  for (const one of found) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && one.at - last.at - last.length <= 1) run.push(one)
    else runs.push([one])
  }
  return runs
}

function isPlausible(text: string, run: Sequence[], at: number, hasLetters: boolean): boolean {
  const one = run[at]
  if (one === undefined) return false
  const before = text.charAt(one.at - 1)
  const after = text.charAt(one.at + one.length)
  const isInRun = run.length > 1
  // After a small letter nobody writes a capital; and where a letter follows, what stands before it closes no quotation.
  const isInsideWord = small.test(before) || letter.test(after) || isInRun
  const hasCapitalLead = capital.test(text.charAt(one.at))
  switch (kindOf(one.character)) {
    case 'latin':
      // ÄŤ in DEVÄŤDESIAT is no č.
      if (!isInRun && small.test(one.character) && capital.test(before) && capital.test(after)) return false
      if (!one.isWeak || (one.character === 'à' && !capital.test(before))) return true
      return one.length > 2 ? letter.test(after) || isInRun : !hasCapitalLead || (isInsideWord && (!hasLetters || one.character < '\u0180'))
    case 'sign':
      return one.length > 2 || !one.isWeak || !(capital.test(before) || cased.test(text.charAt(one.at + 1)))
    case 'script':
      return isInRun && (run.some((other) => !other.isWeak) || isCyrillicChain(text, run))
    case 'ideograph':
      return isInRun || (!one.isWeak && !small.test(before) && !small.test(after))
    case 'emoji':
      return true
    case 'control':
      return isInRun
    case null:
      return false
  }
}

/** `РђРЅРЅР°` for `Анна`: nobody puts a capital Р or С before every other letter, small ones among them. */
function isCyrillicChain(text: string, run: readonly Sequence[]): boolean {
  return run.length > 2 && run.every(({ at }) => 'РС'.includes(text.charAt(at))) && run.some(({ at }) => !capital.test(text.charAt(at + 1)))
}

/** What may stand in a person's data; null for what is only found where somebody looks for it. */
function kindOf(character: string): 'latin' | 'sign' | 'script' | 'ideograph' | 'emoji' | 'control' | null {
  const code = character.codePointAt(0) ?? 0
  if (code < 0xa0) return 'control'
  if (code < 0xc0) return 'sign'
  // Ĳ, ĳ, ŉ, Ŏ and ŏ: hardly anybody writes them, but DĹŽKA and ДІДІ are words.
  if (code === 0x132 || code === 0x133 || code === 0x149 || code === 0x14e || code === 0x14f) return null
  if (code < 0x180 || (code >= 0x1a0 && code <= 0x1b0) || (code >= 0x218 && code <= 0x21b) || (code >= 0x1e00 && code <= 0x1eff))
    return 'latin'
  // The other accents are for phoneticians, and look like ÍŽ in KŘÍŽ.
  if (code >= 0x300 && code <= 0x331) return 'latin'
  if (code === 0x192 || code === 0x2bc || code === 0x2c6 || code === 0x2dc) return 'latin'
  if (code >= 0x370 && code <= 0x6ff && !(code > 0x45f && code < 0x531 && code >> 1 !== 0x248)) return 'script'
  if (code >= 0x900 && code <= 0x11ff) return 'script'
  if ((code >= 0x2010 && code <= 0x2027) || (code >= 0x2030 && code <= 0x205e) || (code >= 0x20a0 && code <= 0x20bf)) return 'sign'
  if (code >= 0x2000 && code <= 0x200f) return 'sign'
  if ((code >= 0x2100 && code <= 0x22ff) || (code >= 0x2500 && code <= 0x27bf) || code === 0xfb01 || code === 0xfb02) return 'sign'
  if (code === 0xfe0f || code === 0xfeff) return 'sign'
  if ((code >= 0x3000 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xff00 && code <= 0xffef)) return 'ideograph'
  if (code >= 0x1f000 && code <= 0x1faff) return 'emoji'
  return null
}

/**
 * In Cyrillic, pairs that look misread also stand in real words. They count where they make up the whole text, or where the
 * text is Latin but for them.
 */
function beyondDoubtAmongLetters(text: string, accepted: Sequence[]): (one: Sequence) => boolean {
  const covered = lengthOf(accepted)
  const nonAscii = countNonAscii(text)
  const isAll = covered === nonAscii || (accepted.length >= 4 && covered >= nonAscii * 0.9)
  const latin = /[a-z]/i.test(text)
  return ({ character }) => kindOf(character) === 'emoji' || (isAll && (accepted.length > 1 || (latin && kindOf(character) !== 'script')))
}

function lengthOf(sequences: readonly Sequence[]): number {
  return sequences.reduce((sum, { length }) => sum + length, 0)
}

function countNonAscii(text: string): number {
  return text.replace(/[\u0000-\u007F]/g, '').length
}

function rewritten(text: string, sequences: Sequence[]): string {
  let result = ''
  let from = 0
  for (const { at, length, character } of sequences) {
    result += text.slice(from, at) + character
    from = at + length
  }
  return result + text.slice(from)
}
