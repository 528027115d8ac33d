import { anyLanguage } from './consent/lexicon.ts'
import type { WordClass } from './consent/header-word-class.ts'
import { parseHeader } from './consent/parse-header.ts'

/** Who works with a contact: `Owner` and its like are in the words about permission. */
const staff =
  /assign|created ?by|modified ?by|updated ?by|account ?manager|advisor|adviser|rep$|betreuer|bearbeiter|respons|asignad|assegnat|toegewezen/i

/** A number or an address that does not reach the contact, or must not be used. */
const spoilt =
  /wrong|\bbad\b|invalid|incorrect|disconnected|deactivated|inactive|not[ _-]?working|undeliver|bounced|\bdnc|falsch|ungültig|ungueltig|fehlerhaft|erron|\bfaux\b|\bfausse?\b|equivocad|inválid|sbagliat|errat[oa]|errad[oa]|\bfout|verkeerd|ongeldig/i

const telling: readonly (WordClass | null)[] = ['somebodyElse', 'past', 'negation', 'forbids']

/** Whether a header names somebody other than the contact, or what was before or is not so, in any of the seven languages: "Owner", "old", "wrong", "DNC". */
export function namesAnother(header: string): boolean {
  const units = parseHeader(header, anyLanguage).flat()
  return staff.test(header) || spoilt.test(header) || units.some((unit) => telling.includes(unit.class) || unit.text.includes('emergency'))
}
