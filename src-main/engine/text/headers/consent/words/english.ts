import type { Lexicon } from '../header-word-class.ts'

export const english: Lexicon = {
  texts:
    'sms, texting, to be texted, txt msg, txt message, text msg, text message, text messages, text messaging, sms text, sms texts, sms message, sms messages, sms messaging',
  textNoun: 'text, texts, txt, txts, message, messages, messaging, msg, msgs',
  permission:
    'consent, consented, express consent, express written consent, prior express consent, prior express written consent, opt in, opted in, optin, optedin',
  agreement:
    'ok, okay, permission, permitted, agree, agrees, agreed, allowed, subscribed, subscriber, subscription, authorized, authorised, authorization, authorisation',
  accepts:
    'opted into, opts into, opt into, accept, accepts, allow, allows, permits, authorize, authorizes, can, may, can we, may we, consents, want, wants, wishes, welcomes, would like',
  receive: 'receive, receives, receiving',
  send: 'send, sending',
  contact: 'contact, contacted, contacting, communication, communications',
  marketing: 'marketing, promotional, promo, promos, promotions, advertising, commercial',
  notices: 'notifications, alerts, updates, offers, campaigns',
  refusal:
    'opt out, opted out, optout, optedout, unsubscribe, unsubscribed, unsubscription, unsubscribed from all, unsubscribe from all, unsubscribed from, unsubscribe from, opted out from, opt out from, dnd, dnc, do not disturb, do not contact, dont contact, stop contacting',
  stop: 'stop, stopped, blacklist, blacklisted, blocklist, blocklisted',
  person: 'customer, customers, client, clients, patient, patients, member, members, guest, guests, person, lead',
  device: 'mobile, cell, cellphone, cellular, phone, number',
  granted: 'has been given, have been given, given, granted, obtained, on file, received, confirmed',
  quality: 'express, explicit, current, currently, valid, active',
  mailQuality: 'double, single',
  status: 'status, flag, indicator',
  preference: 'preference, preferences, pref',
  yesNo: 'yes no, y n, yesno, yn, true false, t f',
  filler: 'the, a, is, has, have, we, you, i, us, me, do you',
  preposition: 'to, for, of',
  means: 'by, from, via, through, using, over, on, at',
  with: 'with',
  eitherWay:
    'opt in out, opt in or out, opt in opt out, opt in or opt out, opted in out, opted in or out, optin optout, opt in and out, opt out in, opt out opt in, subscribed unsubscribed',
  forbids: 'no, do not, dont, donot, never, please no, please do not',
  ability: 'can receive, may receive, able, able to, capable, capability, enabled, textable, textability, eligible, eligibility',
  date: 'date, datetime, time, timestamp, day, when, at time, date time, date and time',
  circumstance:
    'source, method, ip, ip address, ip addr, id, version, language, keyword, type, url, page, channel, medium, proof, evidence, origin, reason, collected by, given by, obtained by',
  otherChannel:
    'email, emails, e mail, e mails, mail, mails, mailing, mailings, newsletter, newsletters, call, calls, calling, called, voice, voicemail, voice mail, phone call, phone calls, robocall, autodial, autodialed, fax, whatsapp, whats app, wa, telegram, push, push notification, push notifications, postal, post, letter, letters, direct mail, chat, chats, live chat, webchat, viber, signal, wechat, we chat, messenger, facebook, fb, instagram, ig, imessage, rcs, line, skype, slack, teams, app, in app, web, website, portal, cookie, cookies, twitter, linkedin, social media, print, catalog, video, telehealth, secure message, secure messages, secure messaging, answering machine',
  leftMessage: 'leave message, leave messages, leave a message, phone message, phone messages, telephone message, telephone messages',
  purpose:
    'reminder, reminders, appointment, appointments, appt, research, treatment, treat, photo, photos, photography, photograph, media, image, images, recording, record, recall, recalls, billing, payment, payments, transactional, survey, surveys, review, reviews, order, orders, shipping, delivery, emergency, data, data sharing, sharing, share, processing, privacy, gdpr, ccpa, hipaa, tcpa, sale, medical, surgery, surgical, financial, fundraising, volunteer, event reminders, service, support, political, clinical, loyalty, rewards, third party, third parties, partner, partners, affiliate',
  negation:
    'un, blocked, off, paused, pause, mute, muted, hold, on hold, exit, exited, dropped, unconsented, nonconsented, dissent, dissents, dissented, churned, suspended, suppressed, suppression, excluded, banned, restricted, opposed, not, non, none, without, lack, lacks, lacking, missing, invalid, cannot, cant, doesnt, didnt, hasnt, havent, isnt, wont, wouldnt, nobody, refuse, refuses, refused, refusal, decline, declines, declined, deny, denied, denies, reject, rejected, revoke, revoked, revocation, withdraw, withdrawn, withdrew, withdrawal, disagree, disagreed, disallow, disallowed, unable, forbidden, prohibited, rescinded, anti, ineligible, disabled, inactive, cancel, canceled, cancelled, removed, terminated, ended, lost, void',
  past: 'former, formerly, previous, previously, prior, past, ex, old, earlier, was, were, had, until, expired, expires, expiry, expiration, expire, lapsed, last, first, historic, historical, history, original, originally, once, ago, legacy, no longer, been, used to, archived, initial',
  event:
    'sent, requested, request, requests, failed, fail, failure, failures, delivered, undelivered, pending, asked, ask, invited, invite, invitation, bounced, bounce, processed, updated, update, changed, change, error, errors, attempted, attempt, attempts, submitted, viewed, clicked, opened, replied, reply, response, responded, answer, answered, needed, need, needs, required, require, requires, awaiting, waiting, due, scheduled, queued, completed, complete, started, triggered, verification, verified, verify, unverified, unconfirmed, confirmation, confirm, accepted, approved, approval, offered, discussed, presented, prompted, shown, tried, implied, inferred, assumed, presumed, planned, expected, possible, potential, maybe, unknown, undecided, partial, test, incomplete, resent, retry, imported, migrated, synced, sync, converted, created',
  somebodyElse:
    'spouse, spouses, husband, wife, partner consent, parent, parents, parental, mother, father, guardian, guardians, guarantor, caregiver, carer, child, children, minor, son, daughter, family, relative, sibling, friend, household, proxy, representative, agent, owner, staff, employee, employees, provider, doctor, physician, dentist, manager, company, organization, business, vendor, supplier, admin, operator, nurse, teacher, emergency contact, next of kin, referrer, referral, secondary, alternate, co applicant, other, coach, host, sender, school, landlord, tenant, insurer, attorney, lawyer, secretary, assistant',
  document:
    'form, forms, document, documents, doc, docs, signature, signed, sign, contract, agreement, agreements, policy, terms, waiver, file, files, pdf, attachment, scan, scanned, upload, uploaded, certificate, letter of consent, paper, paperwork, packet, checkbox, template, notice, disclosure, disclaimer, log, report, statement',
  wording: 'wording, copy, script, body, subject, content, title, label, description, question, tagline',
  count:
    'count, counts, total, totals, rate, percent, percentage, quantity, qty, sum, score, amount, frequency, limit, no of, num, num of, number of, how many, credits, cost, price',
}
