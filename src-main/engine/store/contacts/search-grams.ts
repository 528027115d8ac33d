/**
 * Pieces of three characters, and single characters, as numbers below 2^21: seven bits for each character. Letters beyond ASCII share
 * their numbers with others, so that what they find has to be looked at.
 */
export const gramBits = 21
/** Numbers of flags are among those of no piece: single characters are below them, pieces of three above. */
const flagsFrom = 128

/** What of a contact's flags can be looked for. Numbers are stored: never change one that was released. */
export const searchFlags = {
  agreed: flagsFrom,
  refused: flagsFrom + 1,
  notAsked: flagsFrom + 2,
  blocked: flagsFrom + 3,
  archived: flagsFrom + 4,
  unsubscribed: flagsFrom + 5,
  noSms: flagsFrom + 6,
} as const
export type SearchFlag = keyof typeof searchFlags

const [lineEnd, space, firstOther, others] = [10, 32, 96, 32]

/** 1 … 127; 0 for the end of a line. */
function numberOf(code: number): number {
  if (code === lineEnd) return 0
  if (code < space) return 1
  return code <= 126 ? code - space + 1 : firstOther + (code % others)
}

/** Calls `add` with the number of each piece of a text whose lines stand alone; a number may come several times. */
export function eachGram(text: string, add: (gram: number) => void): void {
  let [first, second] = [0, 0]
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? lineEnd : text.charCodeAt(at)
    // The end of a line counts as a space once, so that its last two characters are the beginning of a piece.
    const third = numberOf(code === lineEnd ? space : code)
    if (first !== 0 && second !== 0) add((first << 14) | (second << 7) | third)
    if (code === lineEnd) {
      first = second = 0
      continue
    }
    add(third)
    first = second
    second = third
  }
}

/** The pieces that a text must have in which `wanted` stands; `isExact`: it stands in each text that has them. */
export type GramQuery = { isExact: boolean } & ({ all: number[] } | { from: number; to: number })

/** `wanted` is not blank, and has no line ends. */
export function gramQuery(wanted: string): GramQuery {
  const numbers = Array.from({ length: wanted.length }, (_, at) => numberOf(wanted.charCodeAt(at)))
  const isExact = numbers.length <= 3 && /^[ -~]*$/.test(wanted)
  const [first = 0, second = 0] = numbers
  if (numbers.length === 1) return { isExact, all: [first] }
  const start = (first << 14) | (second << 7)
  if (numbers.length === 2) return { isExact, from: start, to: start | 127 }
  const all = new Set<number>()
  for (let at = 2; at < numbers.length; at += 1)
    all.add(((numbers[at - 2] ?? 0) << 14) | ((numbers[at - 1] ?? 0) << 7) | (numbers[at] ?? 0))
  return { isExact, all: [...all] }
}
