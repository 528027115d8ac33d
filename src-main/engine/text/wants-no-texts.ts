/** Longer texts are about other things, too. */
const longest = 80

const texts = '(?:sms|texts?|texting|text messages?|mensajes de texto|mensagens de texto|messaggi di testo|textnachrichten?|textos?|smsjes)'
const no =
  "(?:no|not|do not|don'?t|dont|never|stop|without|nicht|keine?n?|nie|pas|plus|jamais|sans|sin|nunca|non|senza|mai|nao|não|sem|geen|niet|nooit|zonder)"
const gap = "(?:[\\s,]+[\\p{L}'’]+){0,3}?[\\s,]+"
const refusal = new RegExp(`(?<!\\p{L})${no}${gap}${texts}(?!\\p{L})`, 'iu')
/** "Nur Telefon": another way alone. */
const otherWayAlone =
  /^(?:nur|only|seulement|uniquement|solo|sólo|somente|soltanto|alleen)\s+(?:per\s+)?(?:telefon|anruf|brief|post|e-?mail|phone|calls?|mail|t[ée]l[ée]phone|courrier|tel[ée]fono|correo|carta|telefono|posta|telefone|telefoon)(?:\s+only)?$|^(?:phone|calls?|e-?mail|mail)\s+only$/i

const said = /(?<!\p{L})(?:opt(?:ed)?[\s-]?outs?|unsubscribed?|do[\s-]not[\s-](?:text|contact|sms)|don'?t (?:text|contact))(?!\p{L})/iu

/** Whether a short remark says that somebody wants no texts, in whatever words: "keine SMS mehr", "phone only". */
export function wantsNoTexts(text: string): boolean {
  if (text.length > longest || !mayBeRemark.test(text)) return false
  return refusal.test(text) || said.test(text) || otherWayAlone.test(text.trim())
}

/** Quick: most cells are names, numbers and dates. */
const mayBeRemark = /sms|tex|opt|unsub|contact|mens|messag|nur|only|seul|uniq|solo|sólo|some|solt|alle/i
