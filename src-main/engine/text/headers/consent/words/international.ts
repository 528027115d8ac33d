import type { Lexicon } from '../header-word-class.ts'

/** What office people write in any language. */
export const international: Lexicon = {
  texts: 'sms, sms & mms, sms + mms, sms and mms, sms or mms, sms und mms, sms et mms, sms y mms, sms e mms, sms en mms',
  pictureTexts: 'mms',
  permission: 'opt in, opted in, optin, optedin, consent',
  agreement: 'ok',
  refusal: 'opt out, opted out, optout, optedout',
  eitherWay: 'opt in out, opt in opt out, optin optout',
  stop: 'stop, blacklist, blacklisted',
  marketing: 'marketing, promo',
  mailQuality: 'double',
  status: 'status',
  circumstance: 'ip, id',
  otherChannel:
    'email, emails, e mail, e mails, mail, mails, newsletter, newsletters, whatsapp, telegram, push, fax, facebook, messenger, instagram, viber, signal, chat, rcs, app, voice, linkedin, skype, imessage, cookie, cookies',
}
