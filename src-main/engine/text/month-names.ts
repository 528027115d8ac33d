/** The months in English, German, French and Spanish, without accents; Austria's Jänner and Spanish spellings too. */
const names: readonly string[][] = [
  ['january', 'januar', 'janner', 'janvier', 'enero'],
  ['february', 'februar', 'feber', 'fevrier', 'febrero'],
  ['march', 'marz', 'maerz', 'mrz', 'mars', 'marzo'],
  ['april', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['june', 'juni', 'juin', 'junio'],
  ['july', 'juli', 'juillet', 'julio'],
  ['august', 'aout', 'agosto'],
  ['september', 'septembre', 'septiembre', 'setiembre'],
  ['october', 'oktober', 'octobre', 'octubre'],
  ['november', 'novembre', 'noviembre'],
  ['december', 'dezember', 'decembre', 'diciembre'],
]

/** The month, from 1, for a word in lower case without accents: its name in full, or at least the first three letters. */
export function monthOf(word: string): number | null {
  if (word.length < 3) return null
  const found = names.flatMap((month, index) => (month.some((name) => name.startsWith(word)) ? [index + 1] : []))
  const [only] = found
  return found.length === 1 && only !== undefined ? only : null
}
