import { groupTitles } from '../../words/app/key-words.ts'

/** One thing that can be chosen. */
export interface PaletteLine {
  id: string
  title: string
  /** Beside the title. */
  about: string
  /** At the right: a key, or how an import ended. */
  aside: string
  isKey: boolean
  icon:
    | 'home'
    | 'people'
    | 'clock'
    | 'ledger'
    | 'settings'
    | 'sync'
    | 'upload'
    | 'plus'
    | 'question'
    | 'play'
    | 'alert'
    | 'search'
    | 'file'
    | 'arrow'
  /** Looked for as well, and not shown. */
  words: string
  /** Why it cannot be done at present; null where it can. */
  why: string | null
  choose: () => void
}

export type PaletteGroup = keyof typeof groupTitles

export interface ShownGroup {
  group: PaletteGroup
  lines: PaletteLine[]
}

/** All that the palette shows at once, so that it never scrolls. */
const mostLines = 12
/** What each group may take before the others have had theirs. */
const fairShare: Record<PaletteGroup, number> = { do: 3, page: 1, go: 2, contacts: 3, imports: 2, settings: 1 }

/** Without marks and capitals, so that "mar" finds "Márton". */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** How well a line fits, 0 where it does not: a title that begins so is best, then a word of it, then anything else. */
function fitOf({ title, about, words }: PaletteLine, text: string): number {
  const parts = plain(text)
    .split(/\s+/)
    .filter((part) => part !== '')
  const [name, rest] = [plain(title), plain(`${about} ${words}`)]
  const fits = parts.map((part) => {
    if (name.startsWith(part)) return 4
    if (name.split(/[\s“”(]+/).some((word) => word.startsWith(part))) return 3
    if (name.includes(part)) return 2
    return rest.split(/\s+/).some((word) => word.startsWith(part)) ? 1 : 0
  })
  return fits.includes(0) ? 0 : fits.reduce<number>((sum, fit) => sum + fit, 0) / Math.max(1, fits.length)
}

/**
 * The lines that fit, by group, the best first within each, and the group with the best one first of all; at most twelve. Contacts were
 * looked for already. Without a text: as they are given, so that what is recent comes first.
 */
export function paletteGroups(sources: Record<PaletteGroup, readonly PaletteLine[]>, text: string): ShownGroup[] {
  const isOpen = text.trim() === ''
  const found = (Object.keys(groupTitles) as PaletteGroup[]).map((group) => {
    const fitting = sources[group].map((line) => ({ line, fit: isOpen || group === 'contacts' ? 1 : fitOf(line, text) }))
    const lines = fitting.filter(({ fit }) => fit > 0).sort((a, b) => b.fit - a.fit)
    return { group, lines, shown: Math.min(lines.length, fairShare[group]) }
  })
  let left = mostLines - found.reduce((sum, { shown }) => sum + shown, 0)
  for (const one of found) {
    const more = Math.min(left, one.lines.length - one.shown)
    one.shown += more
    left -= more
  }
  const best = Math.max(0, ...found.map(({ lines }) => lines[0]?.fit ?? 0))
  const first = found.find(({ lines, group }) => lines[0]?.fit === best && group !== 'contacts')
  const inOrder = isOpen || first === undefined ? found : [first, ...found.filter((one) => one !== first)]
  return inOrder
    .filter(({ shown }) => shown > 0)
    .map(({ group, lines, shown }) => ({ group, lines: lines.slice(0, shown).map(({ line }) => line) }))
}

/** A title in parts, those that fit the text marked. */
export function markedParts(title: string, text: string): { text: string; isFound: boolean }[] {
  const wanted = plain(text.trim().split(/\s+/)[0] ?? '')
  const letters = [...title]
  // Letter by letter, so that a mark that goes does not move what comes behind it.
  const plainLetters = letters.map(plain)
  const whole = plainLetters.join('')
  const at = wanted === '' ? -1 : whole.indexOf(wanted)
  if (at === -1) return [{ text: title, isFound: false }]
  const place = (length: number): number => {
    let seen = 0
    return plainLetters.findIndex((letter) => (seen += letter.length) > length)
  }
  const from = place(at)
  const to = place(at + wanted.length - 1) + 1
  return [
    { text: letters.slice(0, from).join(''), isFound: false },
    { text: letters.slice(from, to).join(''), isFound: true },
    { text: letters.slice(to).join(''), isFound: false },
  ].filter((part) => part.text !== '')
}
