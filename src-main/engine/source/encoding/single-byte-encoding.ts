import { createTextDecoder, type EncodingName } from './encoding-names.ts'
import { commonCharacters, type Language, languages } from './language-words.ts'
import { likelihood, manyCharactersLikelihood } from './text-likelihood.ts'

interface Candidate {
  encoding: EncodingName
  /** The natural logarithm of how usual the encoding is in offices, beside the others for the same languages. */
  prior: number
  languages?: readonly Language[]
  script?: keyof typeof commonCharacters
}

const western: Language[] = ['german', 'french', 'spanish', 'portuguese', 'italian', 'dutch', 'nordic']
const central: Language[] = ['polish', 'czech', 'hungarian', 'romanian', 'croatian', 'german']
const cyrillic: Language[] = ['russian', 'ukrainian', 'bulgarian']

const candidates: Candidate[] = [
  { encoding: 'windows-1252', prior: 0, languages: western },
  { encoding: 'windows-1252', prior: -4, languages: ['icelandic', 'nordic'] },
  { encoding: 'windows-1252', prior: -4, languages: ['estonian', 'nordic'] },
  { encoding: 'windows-1250', prior: -1, languages: central },
  { encoding: 'windows-1251', prior: -1, languages: cyrillic },
  { encoding: 'windows-1253', prior: -1, languages: ['greek'] },
  { encoding: 'windows-1254', prior: -1.5, languages: ['turkish', 'german', 'french'] },
  { encoding: 'windows-1255', prior: -1, languages: ['hebrew'] },
  { encoding: 'windows-1256', prior: -1, languages: ['arabic', 'french'] },
  { encoding: 'windows-1257', prior: -3, languages: ['lithuanian', 'latvian', 'estonian'] },
  { encoding: 'macintosh', prior: -2.5, languages: western },
  { encoding: 'iso-8859-15', prior: -2.5, languages: western },
  { encoding: 'iso-8859-2', prior: -2, languages: central },
  { encoding: 'iso-8859-5', prior: -2.5, languages: cyrillic },
  { encoding: 'iso-8859-6', prior: -2.5, languages: ['arabic'] },
  { encoding: 'iso-8859-7', prior: -2, languages: ['greek'] },
  { encoding: 'iso-8859-13', prior: -2.5, languages: ['lithuanian', 'latvian', 'estonian'] },
  { encoding: 'iso-8859-16', prior: -4, languages: ['romanian'] },
  { encoding: 'koi8-r', prior: -2, languages: ['russian', 'bulgarian'] },
  { encoding: 'koi8-u', prior: -2.5, languages: ['ukrainian'] },
  { encoding: 'cp850', prior: -2.5, languages: western },
  { encoding: 'cp437', prior: -3.5, languages: western },
  { encoding: 'cp852', prior: -3, languages: central },
  { encoding: 'cp866', prior: -2.5, languages: cyrillic },
  { encoding: 'shift_jis', prior: -2, script: 'japanese' },
  { encoding: 'euc-jp', prior: -4, script: 'japanese' },
  { encoding: 'gb18030', prior: -2, script: 'simplified' },
  { encoding: 'big5', prior: -2, script: 'traditional' },
  { encoding: 'euc-kr', prior: -2, script: 'korean' },
]

/** What a broken piece of UTF-8 costs: as much as some letters that are in no language of the file. */
const brokenPrice = Math.log(1e-8)

/**
 * The encoding in which bytes beyond ASCII make the most plausible names and places: letters that the languages of an
 * encoding have, between the letters between which they stand there, without control characters and signs within words.
 */
export function likeliestEncoding(bytes: Buffer): EncodingName {
  const start = firstLines(bytes)
  const scores = [
    ...candidates.map((candidate) => ({ candidate, score: scoreOf(start, candidate) })),
    { candidate: null, score: damagedUtf8(start) },
  ]
  const best = Math.max(...scores.map(({ score }) => score))
  const close = scores.filter(({ score }) => score > best - farBehind)
  if (start.length === bytes.length || close.length === 1) return winner(close)
  return winner(close.map(({ candidate }) => ({ candidate, score: candidate === null ? damagedUtf8(bytes) : scoreOf(bytes, candidate) })))
}

/** Candidates that are so much less likely in the first lines are not looked at any further. */
const farBehind = 40
const firstBytes = 400

function firstLines(bytes: Buffer): Buffer {
  const end = bytes.indexOf(10, firstBytes)
  return end === -1 ? bytes : bytes.subarray(0, end + 1)
}

/** Of several with the same score, the first one. */
function winner(scores: { candidate: Candidate | null; score: number }[]): EncodingName {
  const [first, ...others] = scores
  if (first === undefined) return 'windows-1252'
  const best = others.reduce((most, one) => (one.score > most.score ? one : most), first)
  return best.candidate?.encoding ?? 'utf-8'
}

function scoreOf(bytes: Buffer, { encoding, prior, languages: own, script }: Candidate): number {
  const text = decoded(bytes, encoding)
  if (own !== undefined) return prior + likelihood(text, own)
  return script === undefined ? Number.NEGATIVE_INFINITY : prior + manyCharactersLikelihood(text, script)
}

function damagedUtf8(bytes: Buffer): number {
  const text = decoded(bytes, 'utf-8')
  const broken = text.split('\uFFFD').length - 1
  const whole = text.replaceAll('\uFFFD', '')
  const scripts = (Object.keys(commonCharacters) as (keyof typeof commonCharacters)[]).map((script) =>
    manyCharactersLikelihood(whole, script),
  )
  return broken * brokenPrice + Math.max(likelihood(whole, languages), ...scripts)
}

function decoded(bytes: Buffer, encoding: EncodingName): string {
  const decoder = createTextDecoder(encoding)
  return decoder.write(bytes) + decoder.end()
}
