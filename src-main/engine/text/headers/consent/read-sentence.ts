import type { ConsentHeader } from './consent-header.ts'
import { doubtOf } from './doubt-words.ts'
import { isDoubtful, type Unit } from './parse-header.ts'
import type { WordClass } from './header-word-class.ts'

type Reading = ConsentHeader | null

const harmless: readonly WordClass[] = ['filler', 'person', 'yesNo', 'quality', 'status']
const ofTexts: readonly WordClass[] = ['notices', 'preference']
const named: readonly WordClass[] = ['texts', 'textNoun', 'send', 'marketing', 'notices', 'preposition', 'filler', 'contact']

/**
 * What the words of a header say together; null where they are not about permission. A header that has any word in doubt
 * says nothing but a question.
 */
export function readSentence(units: readonly Unit[]): Reading {
  const has = (...classes: readonly WordClass[]) => units.some((unit) => unit.class !== null && classes.includes(unit.class))
  const isAboutTexts = has('texts', 'textNoun')
  const question = (reason: string): ConsentHeader => ({ says: 'question', isAboutTexts, reason })
  if (!isAboutPermission(units)) return null

  const doubts = units.filter(isDoubtful)
  const other = doubts.find((unit) => unit.class !== 'forbids')
  if (other !== undefined) return question(doubtOf(other))
  const [forbidding] = doubts
  if (forbidding !== undefined)
    return forbidsTexts(units) ? { says: 'refusal', isAboutTexts, reason: 'The header forbids texts.' } : question(doubtOf(forbidding))

  const refuses = has('refusal') || (isAboutTexts && has('stop'))
  const permits = has('permission', 'agreement', 'accepts', 'receive')
  if (has('eitherWay')) return permits || refuses ? question('The header names permission and refusal.') : status(units, isAboutTexts)
  if (refuses && permits) return question('The header names permission and refusal.')
  if (refuses) return refusal(units, isAboutTexts)
  if (has('stop')) return permits ? question('The header names permission and refusal.') : null
  return permits ? permission(units, isAboutTexts) : status(units, isAboutTexts)
}

/** Whether a header smells of permission at all: a header that does not is no question either. */
export function isAboutPermission(units: readonly Unit[]): boolean {
  const has = (...classes: readonly WordClass[]) => units.some((unit) => unit.class !== null && classes.includes(unit.class))
  if (has('permission', 'refusal', 'eitherWay')) return true
  if (units.some(({ text }) => hidesPermission(text))) return true
  if (has('texts', 'textNoun', 'leftMessage', 'pictureTexts'))
    return (
      has(
        'agreement',
        'accepts',
        'receive',
        'stop',
        'send',
        'status',
        'preference',
        'marketing',
        'notices',
        'yesNo',
        'forbids',
        'negation',
        'ability',
      ) && !has('count')
    )
  return has('agreement', 'accepts') && has('marketing', 'notices', 'contact')
}

const stems = [
  'consent',
  'optin',
  'optout',
  'optedin',
  'optedout',
  'unsub',
  'einwillig',
  'zustimmung',
  'einverst',
  'consens',
  'toestemm',
  'donotcall',
]

/** Whether a word, known or not, may have something to do with permission. */
export function hidesPermission(word: string): boolean {
  if (/^opt(s|ed|ing)?$/.test(word)) return true
  if (word.length < 5) return false
  return (
    stems.some((stem) => word.startsWith(stem) || word.endsWith(stem)) || (word.length > 20 && stems.some((stem) => word.includes(stem)))
  )
}

/** "Do not text": the negation comes first, texts follow, and nothing else stands there. */
function forbidsTexts(units: readonly Unit[]): boolean {
  const at = units.findIndex((unit) => unit.class === 'forbids')
  const before = units.slice(0, at)
  const after = units.slice(at + 1)
  const isPlain = (unit: Unit) => unit.class !== null && named.includes(unit.class) && unit.class !== 'contact'
  return (
    before.every(({ class: wordClass }) => wordClass === 'filler' || wordClass === 'person') &&
    after.every(isPlain) &&
    after.some(({ class: wordClass }) => wordClass === 'texts' || wordClass === 'textNoun') &&
    !isNumberOf(after)
  )
}

/** "No. of texts" counts them. */
function isNumberOf([first]: readonly Unit[]): boolean {
  return first?.class === 'preposition' && first.text === 'of'
}

function refusal(units: readonly Unit[], isAboutTexts: boolean): Reading {
  const rest = restOf(units, [
    'refusal',
    'stop',
    'texts',
    'textNoun',
    ...harmless,
    ...ofTexts,
    'marketing',
    'contact',
    'preposition',
    'granted',
    'receive',
    'send',
  ])
  const isDate = rest.every(({ class: wordClass }) => wordClass === 'date' || wordClass === 'means')
  if (rest.length === 0)
    return {
      says: 'refusal',
      isAboutTexts,
      reason: isAboutTexts ? 'The header says that somebody refused texts.' : 'The header says that somebody refused messages.',
    }
  const [odd] = rest
  if (rest.length === 1 && odd !== undefined && isReason(odd))
    return { says: 'refusalDate', isAboutTexts, reason: 'The header says why somebody refused, so whatever stands there is a refusal.' }
  if (!isDate || odd === undefined)
    return {
      says: 'question',
      isAboutTexts,
      reason: odd === undefined ? '' : `The header names a refusal, but "${odd.text}" is something about it.`,
    }
  const isLast = units.at(-1)?.class === 'means'
  if (
    !rest.some(({ class: wordClass }) => wordClass === 'date') &&
    !(isLast && /^(on|at|am|le|el|il|em|op)$/.test(units.at(-1)?.text ?? ''))
  )
    return { says: 'question', isAboutTexts, reason: `The header names a refusal, but "${odd.text}" is something about it.` }
  return { says: 'refusalDate', isAboutTexts, reason: 'The header says when somebody refused, so a date there is a refusal.' }
}

/** Nobody gives a reason for a refusal that was none. Where it came from, or what it was, may be filled for everybody. */
function isReason({ text }: Unit): boolean {
  return /^(reason|grund|motif|motivo|reden)$/.test(text)
}

function status(units: readonly Unit[], isAboutTexts: boolean): Reading {
  const has = (wordClass: WordClass) => units.some((unit) => unit.class === wordClass)
  if (!has('status') && !has('preference') && !has('eitherWay'))
    return { says: 'question', isAboutTexts, reason: 'The header speaks of texts, but does not say that somebody agreed to them.' }
  const [odd] = restOf(units, ['texts', 'textNoun', ...harmless, ...ofTexts, 'marketing', 'eitherWay', 'device', 'granted'])
  if (odd !== undefined) return { says: 'question', isAboutTexts, reason: `It is not clear what "${odd.text}" means here.` }
  return { says: 'status', isAboutTexts, reason: 'The header leaves it to the values to say who agreed and who refused.' }
}

function permission(units: readonly Unit[], isAboutTexts: boolean): Reading {
  const has = (...classes: readonly WordClass[]) => units.some((unit) => unit.class !== null && classes.includes(unit.class))
  const question = (reason: string): ConsentHeader => ({ says: 'question', isAboutTexts, reason })
  const isStrong = has('permission')
  const isDate = has('date')
  const endsOpen = units.at(-1)?.class === 'means'
  if (isDate || has('circumstance') || endsOpen) {
    return isStrong || (isAboutTexts && has('agreement'))
      ? {
          says: 'evidence',
          isDate: isDate || /^(on|at|am)$/.test(units.at(-1)?.text ?? ''),
          reason: 'The header tells how or when permission was given.',
        }
      : question('It is not clear whether this is permission or something about it.')
  }
  if (units.at(-1)?.class === 'preposition') return question('The header does not say what the permission is for.')
  if (!isAboutTexts) return inGeneral(units, question)
  if (isStrong && has('accepts')) return question('The header says who may agree, or how, not who did.')
  if (has('granted') && !isStrong && !has('accepts', 'agreement')) return question('The header does not name a permission.')
  return (
    wordingAt(units, question) ??
    objectBefore(units, question) ??
    orderAt(units, question) ??
    outcomeBefore(units, question) ??
    leftMessage(units, question) ??
    methodAfter(units, question) ??
    (isStrong || has('agreement') ? null : verbAfter(units, question)) ?? {
      says: 'permission',
      isAboutTexts,
      reason: 'Every word of the header is known, and it says permission for texts.',
    }
  )
}

/** Permission without naming texts: nothing else may be named either. */
function inGeneral(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader {
  const has = (...classes: readonly WordClass[]) => units.some((unit) => unit.class !== null && classes.includes(unit.class))
  const general: ConsentHeader = {
    says: 'permission',
    isAboutTexts: false,
    reason: 'Every word of the header is known, and it says permission in general.',
  }
  const odd = restOf(units, ['permission', 'agreement', 'accepts', 'contact', 'marketing', 'preposition', 'granted', ...harmless])[0]
  if (odd !== undefined) return question(doubtOf(odd))
  const wording = wordingAt(units, question)
  if (wording !== null) return wording
  if (has('permission')) return has('agreement', 'accepts') ? question('The header says who may agree, or how, not who did.') : general
  const allows = units.findIndex(({ class: wordClass }) => wordClass === 'agreement' || wordClass === 'accepts')
  const contact = units.findLastIndex(({ class: wordClass }) => wordClass === 'contact')
  return allows < contact && !has('marketing') ? general : question('The header does not say whether texts are meant.')
}

/** One message beside a permission is the one that asks for it. */
const oneMessage = /(message|msg|nachricht|bericht)$/

/** "Consent text" is its wording, "opt-in contact" a person, "opt-in number" a count or where to text to. */
function wordingAt(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  const words = units.filter(({ class: wordClass }) => wordClass !== 'filler' && wordClass !== 'person' && wordClass !== 'granted')
  const at = words.findIndex(({ class: wordClass }, index) => {
    const next = words[index + 1]?.class
    return (
      (wordClass === 'permission' || wordClass === 'agreement') &&
      (next === 'textNoun' ||
        (next === 'texts' && oneMessage.test(words[index + 1]?.text ?? '')) ||
        next === 'contact' ||
        next === 'device' ||
        next === 'notices')
    )
  })
  const [noun, object] = [words[at], words[at + 1]]
  return noun === undefined || object === undefined
    ? null
    : question(`"${noun.text} ${object.text}" can mean something that belongs to the permission, such as its wording.`)
}

/** "Send SMS consent" and "SMS consent send" are something to do; "consent to send SMS" and "SMS sending consent" are permission. */
function orderAt(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  const [sendAt, textAt, permissionAt] = [['send'], ['texts', 'textNoun'], ['permission']].map((classes) =>
    units.findIndex(({ class: wordClass }) => wordClass !== null && classes.includes(wordClass)),
  )
  if (sendAt === undefined || textAt === undefined || permissionAt === undefined || sendAt < 0 || permissionAt < 0) return null
  const isObject = (permissionAt < sendAt && permissionAt < textAt) || (textAt < sendAt && sendAt < permissionAt)
  return isObject ? null : question(`"${units[sendAt]?.text ?? ''}" may be something that is to be done.`)
}

/** "SMS received OK" and "message status OK" tell what became of a message; "text OK received" and "SMS OK status" are permission. */
function outcomeBefore(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  if (units.some(({ class: wordClass }) => wordClass === 'permission' || wordClass === 'accepts' || wordClass === 'receive')) return null
  const agreementAt = units.findIndex(({ class: wordClass }) => wordClass === 'agreement')
  const outcome = units.slice(0, Math.max(agreementAt, 0)).find(({ class: wordClass }) => wordClass === 'status' || wordClass === 'granted')
  return outcome === undefined ? null : question(`"${outcome.text}" may tell what became of a message.`)
}

/** "Message OK" stands beside a phone number and means the answering machine; "text message OK" and "OK to message" mean texts. */
function leftMessage(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  const [noun, ok] = units.filter(({ class: wordClass }) => wordClass === 'textNoun' || wordClass === 'agreement')
  const isSpoken = /^(messages?|msgs?)$/.test(noun?.text ?? '') && /^ok(ay)?$/.test(ok?.text ?? '')
  return isSpoken && !units.some(({ class: wordClass }) => wordClass === 'texts' || wordClass === 'permission')
    ? question(`"${noun?.text ?? ''}" can mean a message that is left on an answering machine.`)
    : null
}

/** "Text to opt in" is a message; "text opt-in" and "opt in to texts" are permission. */
function objectBefore(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  const isText = ({ class: wordClass }: Unit) => wordClass === 'texts' || wordClass === 'textNoun'
  const permissionAt = units.findIndex(
    ({ class: wordClass }) => wordClass === 'permission' || wordClass === 'agreement' || wordClass === 'accepts' || wordClass === 'receive',
  )
  const textAt = units.findIndex(isText)
  if (textAt > permissionAt) return null
  const links = units
    .slice(textAt, permissionAt)
    .some(({ class: wordClass }) => wordClass === 'preposition' || wordClass === 'means' || wordClass === 'with')
  return links ? question('The header seems to speak of a message about permission.') : null
}

/** "Opted in by text" tells how; "consent to contact by text" what for. */
function methodAfter(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  const methodAt = units.findIndex(({ class: wordClass }) => wordClass === 'means' || wordClass === 'with')
  if (methodAt < 0) return null
  const before = units.slice(0, methodAt)
  const isNamed = before.some(
    ({ class: wordClass }) => wordClass === 'contact' || wordClass === 'receive' || wordClass === 'send' || wordClass === 'marketing',
  )
  const isOkWith = units[methodAt]?.class === 'with' && !before.some(({ class: wordClass }) => wordClass === 'permission')
  return isNamed || isOkWith ? null : question('The header may tell how somebody agreed, and not to what.')
}

/** "Receives SMS" is permission, "SMS receive" is not clear. */
function verbAfter(units: readonly Unit[], question: (reason: string) => ConsentHeader): ConsentHeader | null {
  const verbAt = units.findIndex(({ class: wordClass }) => wordClass === 'accepts' || wordClass === 'receive')
  const textAt = units.findIndex(({ class: wordClass }) => wordClass === 'texts' || wordClass === 'textNoun')
  return verbAt < textAt ? null : question(`It is not clear what "${units[verbAt]?.text ?? ''}" means after the texts.`)
}

function restOf(units: readonly Unit[], known: readonly WordClass[]): Unit[] {
  return units.filter((unit) => unit.class === null || !known.includes(unit.class))
}
