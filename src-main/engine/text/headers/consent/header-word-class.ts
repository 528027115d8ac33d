/**
 * What a word of a column's header can contribute to a sentence about permission. Words that only look harmless are in no
 * class: a word without a class makes the whole header a question.
 */
export const wordClasses = [
  /** Texts, and nothing else: "SMS", "texting". */
  'texts',
  /** "Text" and "message": texts, or the wording of something. */
  'textNoun',
  /** Permission whatever it is for: "consent", "opt in". */
  'permission',
  /** Permission where texts are named: "OK", "subscribed", "allowed". */
  'agreement',
  /** Permission where texts follow as the object: "accepts", "can we". */
  'accepts',
  /** "Receive texts" is permission, "consent to receive texts" as well. */
  'receive',
  /** "Send": an order, unless it is allowed or forbidden. */
  'send',
  /** Contacting in general, and the person: "contact", "communication". */
  'contact',
  /** "Marketing", "promotional". */
  'marketing',
  /** "Alerts", "offers": of texts only where texts are named. */
  'notices',
  /** Refusal whatever it is of: "opted out", "unsubscribed". */
  'refusal',
  /** Refusal where texts are named: "stop", "blacklisted". */
  'stop',
  /** Whose it is: "customer", "patient". */
  'person',
  /** "Mobile", "number". */
  'device',
  /** With permission: "given", "on file". */
  'granted',
  /** Sharpens without changing: "express", "current". */
  'quality',
  /** Permission by mail, as a rule: "double". */
  'mailQuality',
  'status',
  /** As `status`, where texts are named. */
  'preference',
  'yesNo',
  'filler',
  /** Says what a permission is for. */
  'preposition',
  /** Says how: "by SMS" may be how it was given. */
  'means',
  /** As `means`, but "OK with texts". */
  'with',
  'date',
  /** Beside a permission, how it came about: "source", "IP". */
  'circumstance',
  /** Both at once, so that only the values tell: "opt in / out". */
  'eitherWay',
  /** From here on: what makes a header a question. */
  'otherChannel',
  /** "MMS": beside "SMS" or "text" a text like others, alone another channel. */
  'pictureTexts',
  /** "Phone message": on an answering machine, as a rule. */
  'leftMessage',
  'purpose',
  'negation',
  /** A negation that forbids texts where it stands before them: "do not", "no". */
  'forbids',
  'past',
  'event',
  /** "Can receive". */
  'ability',
  'somebodyElse',
  'document',
  'wording',
  'count',
] as const
export type WordClass = (typeof wordClasses)[number]

/** Words and phrases of a language by class, separated by commas; without accents, in lower case. */
export type Lexicon = Partial<Record<WordClass, string>>
