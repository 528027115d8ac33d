const names: readonly (readonly [zone: string, words: string])[] = [
  ['America/New_York', 'eastern et est edt us/eastern'],
  ['America/Chicago', 'central ct cst cdt us/central'],
  ['America/Denver', 'mountain mt mst mdt us/mountain'],
  ['America/Phoenix', 'arizona us/arizona'],
  ['America/Los_Angeles', 'pacific pt pst pdt us/pacific'],
  ['America/Anchorage', 'alaska akt akst akdt us/alaska'],
  ['Pacific/Honolulu', 'hawaii ht hst us/hawaii'],
  ['America/Halifax', 'atlantic at ast adt'],
  ['America/St_Johns', 'newfoundland nt nst ndt'],
]

const zones: ReadonlyMap<string, string> = new Map(names.flatMap(([zone, words]) => words.split(' ').map((word) => [word, zone] as const)))

/** The time zone that an office's word such as `Eastern Time` or `PST` means, by IANA's name; null for any other word. */
export function readTimeZone(text: string): string | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/\s*\(.*\)$/, '')
    .replace(/\s+(?:standard |daylight )?(?:time|zone|time zone)$/, '')
    .replace(/\s+(?:standard|daylight)$/, '')
  return zones.get(word) ?? null
}
