import type { Lexicon } from '../header-word-class.ts'

export const dutch: Lexicon = {
  texts: 'smsen, sms en, smsje, smsjes, sms je, sms jes, tekstbericht, tekstberichten, sms berichten, smsbericht, smsberichten',
  textNoun: 'berichten',
  permission: 'toestemming, geeft toestemming, ingestemd, instemming',
  agreement: 'akkoord, toegestaan, aangemeld, ingeschreven, abonnee, geabonneerd, goedkeuring',
  accepts: 'accepteert, wil, mag, mogen, mogen we, mogen wij, wenst, staat toe',
  receive: 'ontvangt, krijgt',
  send: 'sturen, verzenden, versturen, toesturen',
  contact: 'contacteren, communicatie, benaderen, benaderd',
  marketing: 'reclame, promotionele, commerciele',
  refusal: 'niet contacteren, niet benaderen, afgemeld, afmelding, uitgeschreven, uitschrijving',
  stop: 'bezwaar, blokkade',
  person: 'klant, klanten, patienten, lid, leden, persoon',
  device: 'mobiel, gsm, telefoon, nummer, mobiele',
  granted: 'gegeven, verleend, verkregen, aanwezig, ontvangen',
  quality: 'expliciet, expliciete, uitdrukkelijke, huidige, geldige, actieve',
  preference: 'voorkeur',
  yesNo: 'ja nee, j n',
  filler: 'het, een, is, heeft, wij, u, je',
  preposition: 'voor, om, te, van, naar, aan, tot',
  with: 'met',
  forbids: 'niet, geen, nooit',
  ability: 'kan, kan ontvangen',
  means: 'via, door, op, middels',
  date: 'datum, tijd, tijdstip, dag',
  circumstance: 'bron, herkomst, methode, bewijs, kanaal, taal, reden, wijze',
  otherChannel:
    'bellen, gebeld, telefonisch, oproep, oproepen, brieven, nieuwsbrief, nieuwsbrieven, spraak, stem, postbus, pushmelding, pushmeldingen, melding, meldingen, website',
  purpose:
    'herinnering, herinneringen, afspraak, afspraken, behandeling, gegevens, avg, onderzoek, foto, fotos, enquete, factuur, gegevensverwerking, delen',
  negation:
    'zonder, ontbreekt, ontbrekend, ingetrokken, intrekking, geweigerd, weigert, weigering, afgewezen, nee, ongeldig, verboden, geannuleerd, opgezegd, inactief, uitgeschakeld, vervallen',
  past: 'voormalig, voormalige, vroeger, vroegere, eerder, eerdere, vorig, vorige, oud, oude, was, waren, had, verlopen, laatste, eerste, ex, tot en met, destijds',
  event:
    'verzonden, verstuurd, gestuurd, aangevraagd, gevraagd, verzoek, wachtend, in afwachting, mislukt, fout, afgeleverd, bevestigd, bevestiging, nodig, vereist, bijgewerkt, gewijzigd, uitgenodigd, uitnodiging, gecontroleerd, poging, mogelijk, vermoedelijk',
  somebodyElse:
    'echtgenoot, echtgenote, partner, ouder, ouders, moeder, vader, voogd, kind, kinderen, zoon, dochter, familie, arts, medewerker, bedrijf, werkgever, vertegenwoordiger, eigenaar, derden, leverancier, noodcontact, mantelzorger',
  document:
    'formulier, document, handtekening, ondertekend, getekend, contract, overeenkomst, verklaring, toestemmingsformulier, toestemmingsverklaring, bestand, bijlage, voorwaarden, beleid, sjabloon',
  wording: 'tekst, teksten, bericht, inhoud, onderwerp, titel, vraag, omschrijving',
  count: 'aantal, totaal, kosten, percentage, frequentie',
}
