import { commonCharacters, type Language, languageWords } from './language-words.ts'

/** The natural logarithm of how likely the non-ASCII letters of a decoded text are, in the likeliest languages. */
export function likelihood(text: string, candidates: readonly Language[]): number {
  const words = wordsBeyondAscii(text)
  if (words.length === 0) return 0
  const perWord = words.map((word) => candidates.map((language) => wordLikelihood(word, learnt(language))))
  // All words together show the languages of the file: each language counts by how much of the text it explains.
  let shares = candidates.map(() => 1 / candidates.length)
  for (let round = 0; round < 4; round++) {
    const explained = candidates.map(() => 0.02)
    for (const values of perWord) {
      const total = logSum(values.map((value, at) => value + Math.log(shares[at] ?? 0)))
      for (const [at, value] of values.entries()) explained[at] = (explained[at] ?? 0) + Math.exp(value + Math.log(shares[at] ?? 0) - total)
    }
    const all = explained.reduce((sum, value) => sum + value, 0)
    shares = explained.map((value) => value / all)
  }
  return perWord.reduce((sum, values) => sum + logSum(values.map((value, at) => value + Math.log(shares[at] ?? 0))), 0)
}

interface Model {
  contexts: Map<string, number>
  letters: Map<string, number>
  total: number
}

const models = new Map<Language, Model>()

function learnt(language: Language): Model {
  const known = models.get(language)
  if (known !== undefined) return known
  const model = modelOf(languageWords[language])
  models.set(language, model)
  return model
}

function modelOf(text: string): Model {
  const model: Model = { contexts: new Map(), letters: new Map(), total: 0 }
  for (const word of wordsBeyondAscii(text.normalize('NFC'))) {
    for (const { letter, context } of lettersOf(word)) {
      model.contexts.set(context, (model.contexts.get(context) ?? 0) + 1)
      model.letters.set(letter, (model.letters.get(letter) ?? 0) + 1)
      model.total += 1
    }
  }
  return model
}

/** Words with non-ASCII characters and what they touch: the neighbours of quotation marks and dashes are telling. */
function wordsBeyondAscii(text: string): string[] {
  return (text.match(/(?:[^\s,;|"]|[^\x00-\x7F])+/g) ?? []).filter((word) => /[^\x00-\x7F]/.test(word))
}

function lettersOf(word: string): { letter: string; context: string }[] {
  const chars = [...word]
  return chars.flatMap((char, at) => {
    if (char <= '\x7F' || !isLetter(char)) return []
    const letter = char.toLowerCase()
    return [{ letter, context: `${kindOf(chars[at - 1])}${letter}${kindOf(chars[at + 1])}` }]
  })
}

const letter = /\p{L}|\p{M}/u
const isLetter = (char: string) => letter.test(char)
const vowels = new Set('aeiouyаеиоуыэюяіїєёαεηιουωάέήίόύώ')

function kindOf(char: string | undefined): 'v' | 'c' | '.' {
  if (char === undefined || !isLetter(char)) return '.'
  const base = char.normalize('NFD').charAt(0).toLowerCase()
  return vowels.has(base) || vowels.has(char.toLowerCase()) ? 'v' : 'c'
}

const never = Math.log(1e-9)
const rare = Math.log(2e-5)
const contextShare = 0.55

function wordLikelihood(word: string, model: Model): number {
  const chars = [...word]
  let sum = 0
  for (const [at, char] of chars.entries()) {
    if (char <= '\x7F') continue
    const before = chars[at - 1]
    const after = chars[at + 1]
    if (char === '\uFFFD' || (char >= '\x80' && char <= '\x9F') || /\p{Co}|\p{Cn}/u.test(char)) sum += never
    else if (isLetter(char)) sum += letterLikelihood(char, before, after, model) + caseLikelihood(char, before, after, chars[at - 2])
    else sum += markLikelihood(char, before, after)
  }
  return sum
}

const latin = /\p{Script=Latin}/u
const asciiLetter = /[A-Za-z]/

function letterLikelihood(char: string, before: string | undefined, after: string | undefined, model: Model): number {
  // No word is in two scripts.
  if (!latin.test(char) && (asciiLetter.test(before ?? '') || asciiLetter.test(after ?? ''))) return rare
  const lower = char.toLowerCase()
  const context = model.contexts.get(`${kindOf(before)}${lower}${kindOf(after)}`) ?? 0
  const alone = model.letters.get(lower) ?? 0
  return Math.log((contextShare * context) / model.total + ((1 - contextShare) * alone) / model.total / 4 + 2e-5)
}

/** Capitalization that no word has: a capital after a small letter, or a small letter between capitals. */
function caseLikelihood(char: string, before: string | undefined, after: string | undefined, beforeThat: string | undefined): number {
  const isCapital = char !== char.toLowerCase()
  const isSmall = char !== char.toUpperCase()
  const wasSmall = before !== undefined && isLetter(before) && before === before.toLowerCase() && before !== before.toUpperCase()
  const wasCapital = before !== undefined && isLetter(before) && before !== before.toLowerCase()
  const willBeCapital = after !== undefined && isLetter(after) && after !== after.toLowerCase()
  if (isCapital && wasSmall && !/^(?:c|e)$/i.test(beforeThat ?? '')) return Math.log(0.002)
  const willBeSmall = after !== undefined && isLetter(after) && after !== after.toUpperCase()
  if (isCapital && wasCapital && willBeSmall) return Math.log(0.03)
  if (isSmall && wasCapital && willBeCapital) return Math.log(0.02)
  if (isSmall && (before === undefined || !isLetter(before)) && willBeCapital) return Math.log(0.005)
  return 0
}

const opening = new Set('“„«‚‘‹¿¡')
const closing = new Set('”“»’›')

/** Signs are likely where they are used, and hardly anywhere else. */
function markLikelihood(char: string, before: string | undefined, after: string | undefined): number {
  const afterLetter = before !== undefined && isLetter(before)
  const beforeLetter = after !== undefined && isLetter(after)
  if (char === '’' && afterLetter && (beforeLetter || after === undefined)) return Math.log(0.02)
  if ((char === '–' || char === '—') && before === undefined && after === undefined) return Math.log(0.02)
  if (char === '–' && /\d/.test(before ?? '') && /\d/.test(after ?? '')) return Math.log(0.01)
  if (char === '…' && after === undefined) return Math.log(0.005)
  if (opening.has(char) && before === undefined && (beforeLetter || /\d/.test(after ?? ''))) return Math.log(0.006)
  if (closing.has(char) && (after === undefined || /[.,!?)]/.test(after)) && before !== undefined) return Math.log(0.006)
  if ((char === '€' || char === '£') && (after === undefined || /\d/.test(after))) return Math.log(0.005)
  if ((char === '°' || char === 'º' || char === 'ª') && before !== undefined && (/\d/.test(before) || /^n$/i.test(before)))
    return Math.log(0.005)
  if ((char === '®' || char === '™' || char === '©') && !beforeLetter) return Math.log(0.001)
  if (char === '\u00A0' || char === '§' || char === '№' || char === '·' || char === '•') return Math.log(0.0005)
  return rare
}

function logSum(values: readonly number[]): number {
  const most = Math.max(...values)
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0))
}

const common = Object.fromEntries(Object.entries(commonCharacters).map(([script, text]) => [script, new Set(text)])) as Record<
  keyof typeof commonCharacters,
  Set<string>
>

/** The same for scripts of thousands of characters: common ones, others of the script, and anything else. */
export function manyCharactersLikelihood(text: string, script: keyof typeof commonCharacters): number {
  const known = common[script]
  const inCommon = Math.log(0.75 / known.size)
  const inScript = Math.log(0.2 / 4_000)
  let sum = 0
  for (const char of text) {
    if (char <= '\x7F') continue
    if (known.has(char)) sum += inCommon
    else if (isOfScript(char, script)) sum += inScript
    else if (/[\u3000-\u303F\uFF01-\uFF5E·・]/.test(char)) sum += Math.log(0.002)
    else sum += char === '\uFFFD' || /\p{Co}|\p{Cn}|\p{Cc}/u.test(char) ? never : Math.log(1e-6)
  }
  return sum
}

function isOfScript(char: string, script: keyof typeof commonCharacters): boolean {
  switch (script) {
    case 'japanese':
      return /[\u3040-\u30FF\u4E00-\u9FFF\u3005]/.test(char)
    case 'korean':
      return /[\uAC00-\uD7A3]/.test(char)
    case 'simplified':
    case 'traditional':
      return /[\u4E00-\u9FFF]/.test(char)
  }
}
