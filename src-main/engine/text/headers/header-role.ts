import { compactKey } from './name-key.ts'
import { mayTellRefusal, readConsentHeader } from './consent/read-consent-header.ts'
import { isWithdrawalHeader } from './consent/withdrawal-header.ts'
import { phoneRank } from './phone-header.ts'
import { clearHeaders, likelyHeaders } from './header-patterns.ts'
import type { Role } from './role.ts'

export type { Role } from './role.ts'

/** `rank` orders columns of the same role, the best lowest. `isClear`: the header leaves no room for another meaning. */
export interface HeaderRole {
  role: Role
  rank: number
  isClear: boolean
}

/** In a list of nothing but consent, how it came about. */
const consentCircumstance =
  /^(source|quelle|origine|origen|ip|ipaddress|method|how|howobtained|via|proof|nachweis|channel|form|formular|signature|date|when|datum|fecha|timestamp|(answered|signed|recorded|collected)(on|at)?|date(answered|signed|recorded|collected)|(answer|response)date|dateofresponse)$/

const aboutEmail = /e?mail|newsletter|correo|courriel/
const aboutSending =
  /status|subscri|optin|optout|opted|consent|permission|acc?ept|aceit|market|blacklist|einwillig|zustimm|einverst|abgemeldet|consentement|accord|desabonn|consentimiento|baja|consenso|consentimento|toestemming/
const notAboutTexts = /call|voice|fax|cookie|privacy|gdpr|dsgvo|rgpd|datenschutz|whatsapp|post|print|photo/

/** What a header says its column is, of these roles; null when it says none of them. */
export function roleOfHeader(header: string, roles: readonly Role[]): HeaderRole | null {
  const found = anyRole(header, roles)
  return found !== null && roles.includes(found.role) ? found : null
}

function anyRole(header: string, roles: readonly Role[]): HeaderRole | null {
  const key = compactKey(withoutOwner(header).replace(/__c$/i, ''))
  if (key === '' || key.length > 60 || (key.startsWith('rollcall') && key !== 'rollcalluuid')) return null
  const phone = phoneRank(key)
  if (phone !== null) return { role: 'phone', rank: phone, isClear: true }
  if (roles.includes('consent')) {
    const consent = consentRole(withoutOwner(header))
    if (consent !== null) return consent
    if (consentQuestion(header) !== null) return null
  }
  // Who wrote a message is whom the row is about.
  if (
    roles.includes('body') &&
    /^((from|sender)(phone)?(number)?|absender|expediteur|remitente|mittente|remetente|afzender|van|von|da)$/.test(key)
  ) {
    return { role: 'phone', rank: 3, isClear: false }
  }
  if (roles.includes('evidence') && !roles.includes('email') && consentCircumstance.test(key))
    return { role: 'evidence', rank: 1, isClear: false }
  const clear = clearHeaders.findIndex(([, pattern]) => pattern.test(key))
  const found = clearHeaders[clear] ?? likelyHeaders.find(([, pattern]) => pattern.test(key))
  if (found === undefined) return null
  return { role: found[0], rank: clear >= 0 ? clear : 100 + likelyHeaders.indexOf(found), isClear: clear >= 0 }
}

/** Pipedrive and others say in every header whose column it is: `Person - Phone - Mobile`. */
function withoutOwner(header: string): string {
  return header.replace(
    /^\s*(person|contact|customer|kontakt|kunde|personne|persona|contacto|cliente)\s*(?:[:–—-]|\.(?=\S))\s*(?=\p{L})/iu,
    '',
  )
}

/** Permission to text, as its own grammar reads it; null where it is a question or about something else. */
function consentRole(header: string): HeaderRole | null {
  const found = readConsentHeader(header)
  switch (found?.says) {
    case 'permission':
      return { role: 'consent', rank: found.isAboutTexts ? 0 : 1, isClear: found.isAboutTexts }
    case 'status':
      return { role: 'consentStatus', rank: found.isAboutTexts ? 0 : 1, isClear: found.isAboutTexts }
    case 'refusal':
      return { role: 'optedOut', rank: found.isAboutTexts ? 2 : 3, isClear: found.isAboutTexts }
    case 'refusalDate':
      return { role: 'optedOutDate', rank: found.isAboutTexts ? 2 : 3, isClear: found.isAboutTexts }
    case 'evidence':
      return { role: 'evidence', rank: 0, isClear: true }
    default:
      return null
  }
}

/** Why a header that has to do with permission is left to the person; null where it is clear, or about something else. */
export function consentQuestion(header: string): string | null {
  const found = readConsentHeader(withoutOwner(header))
  return found?.says === 'question' ? found.reason : null
}

/**
 * Whether cells under a header may tell that somebody refuses texts: it names a refusal, or tells who is blocked or unsubscribed. What only
 * names another channel, purpose, person or document does not.
 */
export function mayHoldRefusals(header: string): boolean {
  const bare = withoutOwner(header)
  return mayTellRefusal(bare) || isWithdrawalHeader(bare) || tellsOptOutFlag(header)
}

/** Whether a header says permission to text, or nothing but texts: a no under it may be a refusal. */
export function namesTexts(header: string): boolean {
  const bare = withoutOwner(header)
  const found = readConsentHeader(bare)
  return found?.says === 'permission' || found?.says === 'status' || /^(?:sms|texts?|texting|text messag(?:es?|ing))$/i.test(bare.trim())
}

/** Whether a header tells who is blocked or unsubscribed. */
export function tellsOptOutFlag(header: string): boolean {
  return roleOfHeader(header, ['blocked', 'unreachable']) !== null
}

/** Whether a header is about e-mails, calls or the like, so that a yes under it says nothing of texts. */
export function isAboutOtherChannel(header: string): boolean {
  const key = compactKey(header)
  return aboutEmail.test(key) || notAboutTexts.test(key)
}

/** Whether a header is one of programs that send e-mails, or of somebody's permission for those. */
export function isOfEmailTool(header: string): boolean {
  const key = compactKey(header)
  if (aboutEmail.test(key) && aboutSending.test(key)) return true
  return /newsletter|mailing(?!address|adress|street|city|state|zip|postal|country)|memberrating|^(leid|euid)$|optin(time|ip)|confirm(time|ip)|unsubtime|unsubreason|cleantime|bounce|^lastopen|^opens?$|openrate|clickrate|^clicks?$|campaign/.test(
    key,
  )
}
