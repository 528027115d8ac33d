import { negatesPermission } from '../text/boolean-words.ts'
import { compactKey } from '../text/headers/column-name.ts'
import type { ImportKind } from '../model/recipe-schema.ts'

/** What a column is by its header alone. `optedOut` is consent the other way round. */
export type Role =
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'email'
  | 'phone'
  | 'uuid'
  | 'notes'
  | 'tags'
  | 'archived'
  | 'blocked'
  | 'unreachable'
  | 'consent'
  | 'optedOut'
  | 'evidence'
  | 'body'
  | 'sentAt'
  | 'attachments'

/** `rank` orders columns of the same role, the best lowest. `isClear`: the header leaves no room for another meaning. */
export interface HeaderRole {
  role: Role
  rank: number
  isClear: boolean
}

/**
 * Roles by the compact form of the header (`compactKey`): what HubSpot, Salesforce, Google Contacts, Outlook and Mailchimp
 * write, and what people write in English, German, French and Spanish.
 */
const clearHeaders: [Role, RegExp][] = [
  ['firstName', /^(firstname|fname|givenname|forename|vornamen?|prenoms?|nombredepila|primernombre|contactfirstname)$/],
  ['lastName', /^(lastname|lname|surname|familyname|nachname|familienname|zuname|nomdefamille|apellidos?|primerapellido|contactlastname)$/],
  [
    'fullName',
    /^(name|fullname|contactname|customername|clientname|displayname|(patient|member)name|vollstandigername|vollername|kontaktname|kundenname|(nachname|name)vorname|vorname(nachname|name)|vorundnachname|nomcomplet|nom(et)?prenoms?|prenoms?(et)?nom|nombrecompleto|nombrey?apellidos?|apellidos?y?nombre)$/,
  ],
  [
    'email',
    /^(primary|contact|customer)?(email|emailaddress|emailadresse|mailadresse|adresse(e?mail|electronique)|courriel|correo(electronico)?|adressedemessagerie|direcciondecorreo(electronico)?|emailadress)$/,
  ],
  ['email', /^(email1value|email1address|emailaddress1|email1)$/],
  ['notes', /^(contact)?(notes?|notizen|notiz|bemerkung(en)?|anmerkung(en)?|remarques?|notas?)$/],
  [
    'tags',
    /^(contact|customer)?(tags?|labels?|schlag(wort|worte|worter)|stich(wort|worte|worter)|motscles?|etiquettes?|etiquetas?|libelles?)$/,
  ],
  ['tags', /^(categories|groupmembership|kategorien|categorias)$/],
  ['archived', /^(is)?(archived|archiviert|archivee?|archivado)$/],
  ['blocked', /^(is)?(blocked|gesperrt|blockiert|bloquee?|bloqueado)$/],
  ['unreachable', /^(is)?(unreachable|nichterreichbar|injoignable)$/],
  ['uuid', /^((customer|contact|rollcall)?uuid)$/],
  [
    'body',
    /^(body|message|messagebody|messagetext|smsbody|smstext|smsmessage|nachricht|nachrichtentext|mensaje|textodelmensaje|corpsdumessage)$/,
  ],
  [
    'sentAt',
    /^(sentat|sent|datesent|sentdate|senton|senttime|messagedate|messagetime|receivedat|gesendetam|gesendet|envoyele|datedenvoi|enviadoel|fechadeenvio)$/,
  ],
  ['attachments', /^(attachments?|attachmenturls?|media|mediaurls?|anhang|anhange|piecesjointes|adjuntos)$/],
]

const likelyHeaders: [Role, RegExp][] = [
  [
    'email',
    /^((work|business|home|personal|private|other)email(address)?|email[2-9](value|address)?|email(primary|work|home|other|privat|prive|personal)|mail)$/,
  ],
  ['notes', /^(description|comments?|remarks?|beschreibung|kommentare?|commentaires?|comentarios?|observaciones|descripcion)$/],
  ['tags', /^(category|groups?|segments?|gruppen?|groupes?|grupos?|categoria|categorie|kategorie)$/],
  ['body', /^(text|content|contents|inhalt|contenu|texte|texto|contenido)$/],
  [
    'sentAt',
    /^(date|datetime|timestamp|time|createdat|created|createdate|datum|datumuhrzeit|zeitpunkt|zeit|fecha|fechayhora|dateetheure)$/,
  ],
  ['attachments', /^(images?|imageurls?|files?|mms|fotos?|photos?)$/],
]

/** Beside consent, how it came about. */
const consentCircumstance =
  /^(source|quelle|origine|origen|ip|ipaddress|method|channel|form|formular|signature|date|datum|fecha|timestamp)$/

const rolesOfKind: Record<ImportKind, readonly Role[]> = {
  contacts: ['firstName', 'lastName', 'fullName', 'email', 'phone', 'uuid', 'notes', 'tags', 'archived', 'blocked', 'unreachable'],
  consent: ['phone', 'uuid', 'consent', 'optedOut', 'evidence'],
  messages: ['phone', 'uuid', 'body', 'sentAt', 'attachments'],
}

const phoneToken =
  'contact|customer|client|primary|preferred|main|default|best|day(?:time)?|evening|number|nummer|rufnummer|numero|num|nr|no|n|de|du|telephone|telefono|telefon|telf|tlf|tfno|phone|fon|tel|mobiltelefon|mobilfunk(?:nummer)?|mobile|mobil|mob|natel|cellular|cell|handy|handynummer|portable|movil|celular|gsm|sms|text|whatsapp|home|private|privat|privee?|personal|domicile|casa|festnetz|fixe|fijo|business|work|office|geschaftlich|arbeit|dienstlich|bureau|travail|professionnel|trabajo|oficina|other|andere|autre|otro|car|value|e164|\\d'
const onlyPhoneTokens = new RegExp(`^(?:${phoneToken})+$`)
const aPhone =
  /^contactn(umber|o)$|^(sms|text)number$|^whatsapp$|^rufnummer$|^(tlf|tfno|natel)|^mob(no|nr|number)?$|phone|telefon|telephone|telefono|fon$|^tel|tel$|mobil|cell|handy|portable|movil|celular|gsm/
const notAPerson = /fax|pager|telex|tty|assistant|companymain|callback|radio|isdn|phonetic|yomi/

const aboutEmail = /e?mail|newsletter|correo|courriel/
const notAboutTexts = /call|voice|fax|cookie|privacy|gdpr|dsgvo|rgpd|datenschutz|whatsapp|post|print|photo/
/** Permission that was asked for, is to be asked for or is gone, without anybody's refusal. */
const unsettled =
  /^ask|pending|request|require|need|invit|eligib|implied|unverified|unconfirmed|survey|(?<!ac)count(?!r)|numberof|link|url|expire|lapsed|missing|invalid|never|ausstehend|angefordert|abgelaufen|fehl|enattente|demande|jamais|pendiente|caduc/
const permission =
  /^(accepts?|accepted|agreedto|receives?|oktoreceive|allows?)(sms|texts?|textmessages?)(marketing)?$|^(okto|can|may)text$|^accept(e|ation)(les|des)?sms$|^aceptas?(los)?sms$|^smserlaubt$|^autori[sz]a(tion|cion)(des?)?sms$|^permisosms$|consent(ement|imiento|ed)?|opt(ed)?in|einwilligung(en)?|einverstandnis|textpermission|smspermission|permissiontotext/
const refusal =
  /^(no|keine|pasde|sin|baja)(sms|texts?)$|opt(ed)?out|unsubscri(bed?|ption)?|donottext|donotsms|donotmessage|donttext|stoptexts|abgemeldet|desinscri(te?|ption)?|^(dadode)?baja$/
const aboutTexts = /sms|text|messag|nachricht|mensaje/
const circumstance =
  /date|time|stamp|source|method|channel|form$|ip$|ipaddress|by$|on$|at$|datum|quelle|fecha|origen|signature|evidence|proof|nachweis|^id$|^number$|reason|keyword|language|version|type$/
/** What a header may say of permission without being about another subject, such as treatment, photos or data. */
const generalWords = [
  'marketing promotional promo advertising ads offer communication commercial contact contacted phone mobile cell number all everything message',
  'status state flag value preference yn yesno given granted obtained received confirmed current latest express explicit written verbal double single full',
  'client customer member subscriber guest user person has have is are was been will to for of from the a you we i my by be receive receiving opt in out ed s',
  'werbung kommunikation kontakt kunde kunden erteilt liegtvor vorhanden zur zum fur der die das publicite commerciale donne accorde comercial publicidad otorgado dado le la de du des del el al para pour',
  'no not non without kein keine nicht ohne sans pas sin revoked withdrawn withdrawal declined denied refused rejected widerrufen verweigert abgelehnt retrait retire revoque retirado revocado consent permission agreed',
].flatMap((words) => words.split(' '))

/** What a header says its column is; null when it says nothing that an import of this kind could use. */
export function roleOfHeader(header: string, kind: ImportKind): HeaderRole | null {
  const found = anyRole(header, kind)
  return found !== null && rolesOfKind[kind].includes(found.role) ? found : null
}

function anyRole(header: string, kind: ImportKind): HeaderRole | null {
  const key = compactKey(withoutOwner(header).replace(/__c$/i, ''))
  if (key === '' || key.length > 60 || (key.startsWith('rollcall') && key !== 'rollcalluuid')) return null
  const phone = phoneRank(key)
  if (phone !== null) return { role: 'phone', rank: phone, isClear: true }
  const consent = consentRole(key, kind)
  if (consent !== null) return consent
  if (kind === 'messages' && /^(from|fromnumber|sender|sendernumber|absender|expediteur|remitente)$/.test(key)) {
    return { role: 'phone', rank: 3, isClear: false }
  }
  if (kind === 'consent' && consentCircumstance.test(key)) return { role: 'evidence', rank: 1, isClear: false }
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

/** Whether a phone column of this rank (below 99) holds each person's own number: mobile, text, WhatsApp or home. */
export function isPersonal(phoneRank: number): boolean {
  return phoneRank < 2 || (phoneRank >= 3 && phoneRank < 5)
}

/** Mobile before general before home before work: the number that takes texts first. */
function phoneRank(key: string): number | null {
  if (notAPerson.test(key) || !aPhone.test(key) || !onlyPhoneTokens.test(key)) return null
  const place = Number(/\d/.exec(key.replace('e164', ''))?.[0] ?? 0) / 10
  if (/sms|^text/.test(key)) return 0 + place
  if (/^mob|natel|mobil|cell|handy|portable|movil|celular|gsm/.test(key)) return 1 + place
  if (/whatsapp/.test(key)) return 3 + place
  if (/home|priv|personal|domicile|casa|festnetz|fixe|fijo/.test(key)) return 4 + place
  if (/business|work|office|geschaft|arbeit|dienst|bureau|travail|profes|trabajo|oficina/.test(key)) return 5 + place
  if (/other|andere|autre|otro|car/.test(key)) return 6 + place
  return 2 + place
}

/**
 * Permission to text. Whatever is about e-mail or calls is not: an e-mail opt-out read as one for texts (or the other way
 * round) would stop or start messages to people who never asked for it.
 */
function consentRole(key: string, kind: ImportKind): HeaderRole | null {
  const isNegated = permission.test(key) && negatesPermission(key)
  const isRefusal = refusal.test(key) || isNegated
  const isPermission = (permission.test(key) && !isNegated) || (aboutTexts.test(key) && /(?<!un)subscri|^sms(marketing)?status$/.test(key))
  // "Opt-in / opt-out" with a yes in it could mean either.
  if (isRefusal === isPermission || /optin(or)?out/.test(key)) return null
  if (aboutEmail.test(key) || notAboutTexts.test(key)) return null
  const mentionsTexts = aboutTexts.test(key)
  if (circumstance.test(key.replace(permission, ''))) {
    // Mailchimp's OPTIN_TIME and OPTIN_IP tell of the subscription to its e-mails.
    const isMailchimp = /^optin(time|ip)$/.test(key)
    return kind === 'consent' && !isMailchimp && !isRefusal ? { role: 'evidence', rank: 0, isClear: true } : null
  }
  if (unsettled.test(key) || (!mentionsTexts && !isGeneral(key.replace(permission, '').replace(refusal, '')))) return null
  if (isRefusal) {
    if (kind === 'consent') return { role: 'optedOut', rank: mentionsTexts ? 2 : 3, isClear: mentionsTexts && !isNegated }
    return mentionsTexts && !isNegated ? { role: 'unreachable', rank: 50, isClear: true } : null
  }
  return { role: 'consent', rank: mentionsTexts ? 0 : 1, isClear: true }
}

/** Whether a text is nothing but these words, written together. */
function isGeneral(text: string): boolean {
  const ends = new Set([0])
  for (let at = 0; at < text.length; at += 1) {
    if (ends.has(at)) for (const word of generalWords) if (text.startsWith(word, at)) ends.add(at + word.length)
  }
  return ends.has(text.length)
}

/** Whether a header is about permission for e-mails, which never counts for texts. */
export function isAboutEmailPermission(header: string): boolean {
  const key = compactKey(header)
  return aboutEmail.test(key) && (refusal.test(key) || permission.test(key) || /subscri/.test(key))
}

/** Whether a header is about e-mails, calls or the like, so that a yes under it says nothing of texts. */
export function isAboutOtherChannel(header: string): boolean {
  const key = compactKey(header)
  return aboutEmail.test(key) || notAboutTexts.test(key)
}

/** Whether a header is about permission to text, whatever the kind of import. */
export function isAboutTextPermission(header: string): boolean {
  const role = consentRole(compactKey(header.replace(/__c$/i, '')), 'consent')
  return role !== null && role.role !== 'evidence'
}
