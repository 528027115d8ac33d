/** American words for time zones, and all places that they may mean: half of the Mountain zone's people may or may not change clocks. */
const americanWords: Readonly<Record<string, readonly string[]>> = {
  atlantic: ['America/Halifax', 'America/Puerto_Rico'],
  eastern: ['America/New_York'],
  central: ['America/Chicago'],
  mountain: ['America/Denver', 'America/Phoenix'],
  arizona: ['America/Phoenix', 'America/Denver'],
  pacific: ['America/Los_Angeles'],
  alaska: ['America/Anchorage', 'America/Adak'],
  hawaii: ['Pacific/Honolulu', 'America/Adak'],
  newfoundland: ['America/St_Johns'],
}

const abbreviations: Readonly<Record<string, keyof typeof americanWords>> = {
  at: 'atlantic',
  ast: 'atlantic',
  adt: 'atlantic',
  et: 'eastern',
  est: 'eastern',
  edt: 'eastern',
  ct: 'central',
  cst: 'central',
  cdt: 'central',
  mt: 'mountain',
  mst: 'mountain',
  mdt: 'mountain',
  pt: 'pacific',
  pst: 'pacific',
  pdt: 'pacific',
  akt: 'alaska',
  akst: 'alaska',
  akdt: 'alaska',
  ht: 'hawaii',
  hst: 'hawaii',
  hast: 'hawaii',
  nst: 'newfoundland',
  ndt: 'newfoundland',
  alaskan: 'alaska',
  hawaiian: 'hawaii',
}

/** What may stand beside the word that counts: `(UTC-05:00) Eastern Time (US & Canada)`, `US/Eastern`, `Eastern Standard Time`. */
const besides = /\([^)]*\)|\b(?:us|u\.s\.|usa|canada|standard|daylight|savings?|time|zone)\b|[/,&.-]/g

const known = new Map<string, readonly string[] | null>()

/**
 * The time zones (IANA) that a cell may mean: an IANA name such as `America/Denver`, or an American word such as `Eastern`, `EST`,
 * `Mountain Time (US & Canada)`. Null for what is neither; offsets such as `UTC-5` are no zones, as they do not tell whether clocks change.
 */
export function zonesOfText(text: string): readonly string[] | null {
  const found = known.get(text)
  if (found !== undefined) return found
  const zones = readZones(text.trim())
  if (known.size < 1_000) known.set(text, zones)
  return zones
}

function readZones(text: string): readonly string[] | null {
  // The American words come first: `EST` is a name of IANA's, too, of a place where clocks never change.
  const bare = text.toLowerCase().replaceAll(besides, ' ').trim()
  const word = abbreviations[bare] ?? bare
  const american = Object.hasOwn(americanWords, word) ? americanWords[word] : undefined
  if (american !== undefined) return american
  return isIanaName(text) ? [text] : null
}

function isIanaName(text: string): boolean {
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(text) || text.startsWith('Etc/')) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}
