import type { Lexicon } from '../header-word-class.ts'

export const german: Lexicon = {
  texts: 'textnachricht, textnachrichten, kurznachricht, kurznachrichten, sms nachricht, sms nachrichten, simsen',
  textNoun: 'nachricht, nachrichten',
  permission: 'einwilligung, eingewilligt, zustimmung, zugestimmt',
  agreement:
    'einverstanden, einverstaendnis, einverstandnis, erlaubnis, erlaubt, gestattet, angemeldet, abonniert, abonnent, abonnentin, genehmigt, erwunscht, erwuenscht, zulassig',
  accepts: 'akzeptiert, darf, durfen, duerfen, mochte, moechte, wunscht, wuenscht',
  receive: 'empfangen, bekommen',
  send: 'senden, schicken, zusenden, versenden, versand, zusendung',
  contact: 'kontakt, kontaktaufnahme, kontaktieren, kommunikation, ansprache',
  marketing: 'werbung, werbe, werblich, werbliche, werblicher, werbliches',
  notices: 'angebote, benachrichtigungen, infos',
  refusal: 'nicht kontaktieren, abmelde, abgemeldet, abbestellt, abmeldung, abbestellung, ausgetragen',
  stop: 'sperre, werbesperre, widerspruch, widersprochen',
  person: 'kunde, kunden, kundin, patientin, mitglied, mitglieder, gast',
  device: 'handy, mobil, mobiltelefon, handynummer, nummer, rufnummer, mobilnummer, telefon',
  granted: 'erteilt, gegeben, vorhanden, liegt vor, erhalten, vorliegend',
  quality: 'ausdrucklich, ausdruckliche, ausdrueckliche, aktuell, aktuelle, gultig, gultige, aktiv',
  status: 'kennzeichen',
  preference: 'praferenz',
  yesNo: 'ja nein, j n',
  filler: 'der, die, das, den, dem, des, ein, eine, ist, hat, wir, sie, ihnen, ich, uns, werden',
  preposition: 'fur, fuer, zu, zum, zur, an, in',
  with: 'mit',
  forbids: 'nicht, kein, keine, keinen, nie, niemals, bitte keine',
  ability: 'kann, kann empfangen, fahig, sms fahig, moglich',
  means: 'per, via, von, auf, durch, uber, ueber, mittels, am, um, vom',
  date: 'datum, zeitpunkt, uhrzeit, zeit, tag',
  circumstance: 'quelle, herkunft, ursprung, methode, weg, nachweis, beleg, art, grund, sprache, kanal',
  otherChannel:
    'anruf, anrufe, anrufen, telefonisch, telefonanruf, brief, briefe, postalisch, briefpost, datenschutz, fernsehen, webseite, cookies, mailing, e mailing, rundbrief, stimme, sprachnachricht, sprachnachrichten, rundschreiben',
  purpose:
    'erinnerung, erinnerungen, terminerinnerung, terminerinnerungen, termin, termine, behandlung, foto, fotos, forschung, studie, datenverarbeitung, daten, dsgvo, umfrage, rechnung, aufnahmen, bild, bilder, weitergabe, verarbeitung',
  negation:
    'keiner, keinerlei, ohne, fehlt, fehlend, fehlende, verweigert, verweigerung, abgelehnt, ablehnung, widerrufen, widerruf, entzogen, zuruckgezogen, zurueckgezogen, nein, ungultig, unerwunscht, verboten, untersagt, weder, deaktiviert, inaktiv, gekundigt, geloscht, erloschen, aufgehoben, storniert, gesperrt',
  past: 'ehemalig, ehemalige, ehemaliger, ehemals, fruher, fruhere, fruherer, frueher, fruehere, vorher, vorherige, alt, alte, alter, alten, war, waren, hatte, bisher, bisherige, bis, abgelaufen, abgelaufene, einst, vormals, letzte, letzter, erste, einstige, damals',
  event:
    'gesendet, versendet, verschickt, angefordert, angefragt, anfrage, ausstehend, offen, fehlgeschlagen, fehler, gescheitert, zugestellt, gefragt, erbeten, bestatigt, bestatigung, unbestatigt, benotigt, erforderlich, eingeholt, einholen, angeboten, geandert, aktualisiert, gepruft, prufen, vermutet, versucht, eingeladen, einladung, wartend, nachfassen',
  somebodyElse:
    'ehepartner, ehefrau, ehemann, partner, eltern, elternteil, mutter, vater, kind, kinder, vormund, betreuer, angehorige, angehoriger, arzt, arztin, mitarbeiter, mitarbeiterin, chef, firma, unternehmen, vertreter, erziehungsberechtigte, erziehungsberechtigter, sorgeberechtigte, notfallkontakt, inhaber, dritte, dritter, lehrer, ansprechpartner, familie, makler',
  document:
    'formular, dokument, erklarung, einwilligungserklarung, unterschrift, unterschrieben, vertrag, vereinbarung, richtlinie, bogen, vorlage, beiblatt, datei, anhang, agb, scan, zettel',
  wording: 'wortlaut, inhalt, betreff, bezeichnung, frage',
  count: 'anzahl, zahl, summe, haufigkeit, kosten, quote',
}
