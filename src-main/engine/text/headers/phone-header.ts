const words = {
  about:
    'contact|person|customer|client|patient|pat|guest|lead|subscriber|default|address|billing|shipping|primary|principal|principale|preferred|main|best|day(?:time)?|evening|value|e164',
  number: 'numbers?|nummern?|rufnummern?|numero|numeros|numeri|num|nr|no|n|de|du|di|do|da|del|della|recapito',
  phone: 'telephones?|telefonos?|telefoni|telefonico|telefon|telefones?|telefoon|telf|tlf|tfno|phones?|fon|fone|tel',
  mobile:
    'mobiltelefon|mobilfunk|mobiltel|mobile|mobil|mob|natel|wireless|cellular|cellulare|cell|cel|handy|handynummer|portable|movil|celular|telemovel|tlm|mobiel|mobiele|mobieltje|gsm|sms|text',
  home: 'home|hm|private|privat|privata|privato|privada|particular|privee?|personal|domicile|casa|abitazione|residencial|residencia|thuis|festnetz|fixe|fijo|fisso|fixo|vast|vaste|landline',
  work: 'business|work|wk|office|geschaftlich|arbeit|dienstlich|buro|firma|bureau|travail|professionnel|trabajo|oficina|lavoro|ufficio|trabalho|comercial|escritorio|werk|zakelijk|kantoor',
  other: 'other|secondary|second|andere|autre|otro|altro|outro|overig|car|\\d',
}

const onlyWords = new RegExp(`^(?:${Object.values(words).join('|')})+$`)
const aPhone =
  /^contactn(umbers?|o)$|^(sms|text)number$|^rufnummer$|^(tlf|tfno|natel|tlm)|^mob(no|nr|number)?$|phone|telefon|telephone|telefoon|fone$|fon$|^tel|tel$|mobil|mobiel|cell|^cel$|handy|portable|movil|celular|telemovel|gsm|wireless|landline|recapitotel|^(home|fest)(number|nummer)$|^(fixe|fijo|fisso|fixo|vaste?|festnetz)(number|nummer|numero)?$/
/** No number of a person's that takes texts; whoever has WhatsApp may have it under another number. */
const notForTexts = /fax|whatsapp|telegram|viber|wechat|skype|pager|telex|tty|assistant|companymain|callback|radio|isdn|phonetic|yomi/

const home =
  /home|^hm|priv|personal|particular|domicile|casa|abitaz|residen|thuis|festnetz|fixe|fijo|fisso|fixo|vaste?(?:$|tel|num)|vast$|landline/
const work =
  /business|work|^wk|office|geschaft|arbeit|dienst|buro|firma|bureau|travail|profes|trabajo|oficina|lavoro|ufficio|trabalho|comercial|escritorio|werk|zakelijk|kantoor/
const mobile = /^mob|natel|mobil|mobiel|wireless|cell|^cel$|handy|portable|movil|celular|telemovel|^tlm|gsm/

/**
 * How soon a phone column comes, by the compact form of its header: mobile before general before home before work, the
 * number that takes texts first. Null for other columns.
 */
export function phoneRank(key: string): number | null {
  if (notForTexts.test(key) || !aPhone.test(key) || !onlyWords.test(key)) return null
  const place =
    Number(/\d/.exec(key.replace('e164', ''))?.[0] ?? (/second/.test(key) ? 2 : 0)) / 10 + (/address|billing|shipping/.test(key) ? 0.05 : 0)
  if (/sms|^text/.test(key)) return 0 + place
  if (mobile.test(key)) return (work.test(key) ? 1.5 : 1) + place / 2
  if (home.test(key)) return 4 + place
  if (work.test(key)) return 5 + place
  if (/other|andere|autre|otro|altro|outro|overig|car(?!t)/.test(key)) return 6 + place
  return 2 + place
}

/** Whether a phone column of this rank (below 99) holds each person's own number: mobile, text, home, or a phone without a word on whose. */
export function isPersonal(rank: number): boolean {
  return rank < 5
}

/** Whether a phone column of this rank holds the number of an office, which several people share. */
export function isOfWork(rank: number): boolean {
  return rank >= 5 && rank < 6
}

/** Whether a header, in its compact form, names numbers that take no texts: a fax, a pager, another service. */
export function isForOtherThanTexts(key: string): boolean {
  return notForTexts.test(key)
}

/** Whether a header, in its compact form, has a word for a phone in it, whatever else it says, and none for what takes no texts. */
export function speaksOfPhones(key: string): boolean {
  return aPhone.test(key) && !notForTexts.test(key)
}
