import type { Role } from './role.ts'

/**
 * Roles by the compact form of the header (`compactKey`): what customer and practice programs, address books and senders of
 * texts write, and what people write in English, German, French, Spanish, Italian, Portuguese and Dutch.
 */
export const clearHeaders: [Role, RegExp][] = [
  [
    'firstName',
    /^((patient|pat|client|guest|customer|contact|person|lead|subscriber|legal)?(firstname|fname)|givenname|forename|vornamen?|prenoms?|nombredepila|primernombre|nombres|nomedibattesimo|primeironome|nomeproprio|voornaam|voornamen|roepnaam)$/,
  ],
  [
    'lastName',
    /^((patient|pat|client|guest|customer|contact|person|lead|subscriber|legal)?(lastname|lname)|surname|familyname|nachname|familienname|zuname|nomdefamille|apellidos?|(primer|1er)apellido|apellido1|apellidopaterno|cognome|sobrenome|apelidos?|ultimonome|achternaam|familienaam)$/,
  ],
  ['secondLastName', /^((segundo|2o|2do)apellido|apellido2|apellidomaterno)$/],
  ['nameParticle', /^(tussenvoegsels?|voorvoegsels?)$/],
  [
    'fullName',
    /^(name|fullname|displayname|(contact|customer|client|guest|subscriber|patient|member|student)(full)?name|lastfirst|firstlast|(lastnamefirst|firstnamelast)(name)?|vollstandigername|vollername|kontaktname|kundenname|patientenname|(nachname|name)vorname|vorname(nachname|name)|vorundnachname|nomcomplet|nom(et)?prenoms?|prenoms?(et)?nom|nombrecompleto|nombrey?apellidos?|apellidos?y?nombre|nomecompleto|nominativo|(nome|cognome)e?(cognome|nome)|nomeesobrenome|naam|volledigenaam|(klant|patient)naam)$/,
  ],
  [
    'email',
    /^(primary|contact|customer|client|patient|guest)?(email|emailaddress|emailadresse|mailadresse|adresse(e?mail|electronique)|courriel|correo(electronico)?|adressedemessagerie|direcciondecorreo(electronico)?|emailadress|emailadres|mailadres|indirizzo(di)?(e?mail|postaelettronica)|postaelettronica|correioeletronico|enderecode(e?mail|correioeletronico))$/,
  ],
  ['email', /^(email1value|email1address|emailaddress1|email1|emails|primaryemail(address)?)$/],
  [
    'notes',
    /^(contact|person|patient|client|customer|guest|profile)?(notes?|notizen|notiz|bemerkung(en)?|anmerkung(en)?|remarques?|notas?|observacoes|observaciones|opmerking(en)?|notities|notitie|osservazioni|annotazioni|anotacoes|memos?)$/,
  ],
  [
    'tags',
    /^(contact|customer|person|patient|client|guest)?((hash)?tags?|labels?|schlag(wort|worte|worter)|stich(wort|worte|worter)|motscles?|etiquettes?|etiquetas?|libelles?|etichette|etichetta|marcadores|trefwoorden)$/,
  ],
  ['tags', /^(categories|groupmembership|kategorien|categorias|categorieen)$/],
  ['archived', /^(is)?(archived|archiviert|archivee?|archivado|archiviato|arquivado|gearchiveerd)$/],
  ['blocked', /^(is)?(blocked|gesperrt|blockiert|bloquee?|bloqueado|bloccato|geblokkeerd)$/],
  ['unreachable', /^(is)?(unreachable|nichterreichbar|injoignable)$/],
  ['uuid', /^((customer|contact|rollcall)?uuid)$/],
  [
    'body',
    /^(body|bodytext|message|(message|text|sms)(body|text|content|contents)|smsmessage|nachricht|nachrichtentext|mensaje|textodelmensaje|corpsdumessage|messaggio|testodelmessaggio|mensagem|textodamensagem|bericht|berichttekst)$/,
  ],
  [
    'whisper',
    /^whispers?(body|text)?$|^(internal|private|staff|agent|team|office)(notes?|comments?|memos?)$|^notes?(body|text|content)$|^interne(notiz|notizen|kommentare?)$/,
  ],
  [
    'sentAt',
    /^(sentat|sent|datesent|sentdate|senton|senttime|messagedate|messagetime|receivedat|gesendetam|gesendet|envoyele|datedenvoi|enviadoel|fechadeenvio|inviatoil|datadinvio|datainvio|enviadoem|datadeenvio|verzondenop|readabledate)$/,
  ],
  ['timeZone', /^(time|local)?(time)?zone(name)?$|^tz$/],
  ['disposition', /^(conversation)?dispositions?(name|code)?$/],
  ['attachments', /^(attachments?|attachmenturls?|media|mediaurls?|anhang|anhange|piecesjointes|adjuntos|allegati|anexos|bijlagen)$/],
]

/** The same, of headers that leave room for another meaning. */
export const likelyHeaders: [Role, RegExp][] = [
  [
    'email',
    /^((work|business|home|personal|private|other)email(address)?|email[2-9](value|address)?|email(primary|work|home|other|privat|prive|personal|id)|mail)$/,
  ],
  [
    'notes',
    /^(description|background|comments?|remarks?|beschreibung|kommentare?|commentaires?|comentarios?|descripcion|descrizione|commenti|descricao|omschrijving|obs)$/,
  ],
  [
    'tags',
    /^(category|groups?|segments?|lists?|listnames?|contactlists?|gruppen?|groupes?|grupos?|gruppi|gruppo|groepen|groep|listen|listes?|listas?|liste|lijsten|categoria|categorie|kategorie)$/,
  ],
  ['body', /^(text|content|contents|inhalt|contenu|texte|texto|contenido|testo|contenuto|conteudo|tekst|inhoud)$/],
  [
    'sentAt',
    /^(date|datetime|timestamp|time|createdat|created|createdate|datum|datumuhrzeit|zeitpunkt|zeit|fecha|fechayhora|dateetheure|data|dataeora|dataehora|datumentijd|messagedatetime)$/,
  ],
  ['attachments', /^(images?|imageurls?|files?|mms|fotos?|photos?)$/],
]
