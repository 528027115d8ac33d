import type { Unit } from './parse-header.ts'
import type { WordClass } from './header-word-class.ts'

const meanings: Partial<Record<WordClass, (word: string) => string>> = {
  otherChannel: (word) => `${word} is another way of contact. Permission for that is not permission for texts.`,
  pictureTexts: (word) => `${word} alone names messages with pictures. Permission for those is not permission for texts.`,
  leftMessage: (word) => `${word} can mean a message that is left on an answering machine.`,
  purpose: (word) => `${word} names a special purpose. Permission for that is not permission for texts in general.`,
  negation: (word) => `${word} says that something is not there, or not so.`,
  forbids: (word) => `${word} turns the rest of the header round.`,
  past: (word) => `${word} tells of another time than now.`,
  event: (word) => `${word} says that something happened, not that somebody agreed.`,
  ability: (word) => `${word} says what is possible, not what somebody agreed to.`,
  somebodyElse: (word) => `${word} seems to be somebody other than the contact.`,
  document: (word) => `${word} names a document, not what somebody agreed to.`,
  wording: (word) => `${word} seems to be about wording, not about what somebody agreed to.`,
  count: (word) => `${word} seems to count something.`,
  mailQuality: (word) => `${word} is mostly said of permission for e-mails, and texts are not named.`,
  device: (word) => `${word} does not tell whether it is about texts or calls.`,
}

/** Why one word makes a header a question, in the words of an office. */
export function doubtOf(unit: Unit): string {
  const word = `"${unit.text}"`
  return unit.class === null
    ? `Rollcall does not know what ${word} means here.`
    : (meanings[unit.class] ?? ((shown) => `It is not clear what ${shown} means here.`))(word)
}
