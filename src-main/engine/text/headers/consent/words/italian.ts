import type { Lexicon } from '../header-word-class.ts'

export const italian: Lexicon = {
  texts: 'messaggio di testo, messaggi di testo, messaggi sms, messaggini',
  textNoun: 'messaggi',
  permission: 'consenso, acconsentito',
  agreement:
    'permesso, autorizzazione, autorizzato, autorizzata, autorizzati, accettazione, d accordo, iscritto, iscritta, iscrizione, abbonato, abbonata, ammesso, consentito, consentiti',
  accepts: 'accetta, accetto, accettare, autorizza, autorizzo, acconsente, acconsento, consente, vuole, desidera, possiamo, permette',
  receive: 'ricevere, riceve',
  send: 'inviare, invio, mandare',
  contact: 'contatto, contattare, contattato, comunicazione, comunicazioni',
  marketing: 'pubblicita, pubblicitario, pubblicitari, promozionale, promozionali, commerciale, commerciali',
  notices: 'promozioni, offerte',
  refusal: 'non contattare, disiscritto, disiscritta, disiscrizione, cancellazione iscrizione',
  stop: 'lista nera, opposizione, rifiuto',
  person: 'paziente, membro, ospite',
  device: 'cellulare, telefono, numero, mobile',
  granted: 'dato, concesso, prestato, fornito, ottenuto, rilasciato, espresso',
  quality: 'esplicito, attuale, valido, attivo',
  status: 'stato',
  preference: 'preferenza',
  yesNo: 'si no, s n',
  filler: 'il, lo, gli, le, i, la, una, ha',
  preposition: 'a, ad, al, allo, alla, agli, ai, alle, all, di, del, della, dello, dei, degli, delle, dell, per',
  forbids: 'no, non, niente, nessun, senza',
  ability: 'puo ricevere, capace',
  means: 'via, tramite, con, in, su, mediante',
  date: 'data, ora, data ora, data e ora, giorno',
  circumstance: 'fonte, origine, metodo, prova, canale, indirizzo ip, lingua, motivo, modalita',
  otherChannel:
    'posta, posta elettronica, chiamata, chiamate, chiamare, telefonata, telefonate, telefonico, telefonica, voce, vocale, vocali, lettera, lettere, notifica, notifiche, sito, cartaceo, bollettino',
  purpose:
    'promemoria, appuntamento, appuntamenti, trattamento, dati, ricerca, studio, foto, immagine, immagini, sondaggio, fattura, cure, sanitario, profilazione, cessione, informato',
  negation:
    'mai, nessuno, nessuna, negato, negata, rifiutato, rifiutata, revocato, revocata, revoca, ritirato, ritirata, ritiro, mancante, assente, annullato, cancellato, vietato, invalido, inattivo, disattivato',
  past: 'ex, vecchio, vecchia, precedente, precedentemente, prima, era, aveva, scaduto, scaduta, ultimo, ultima, primo, passato, fino',
  event:
    'inviato, inviata, inviati, richiesto, richiesta, richiedere, in attesa, attesa, fallito, fallita, errore, consegnato, ricevuto, ricevuti, confermato, confermata, conferma, necessario, aggiornato, modificato, invito, verificato, tentativo, possibile, presunto, accettato, accettata, inoltrato',
  somebodyElse:
    'coniuge, marito, moglie, genitore, genitori, padre, madre, tutore, figlio, figlia, figli, familiare, famiglia, medico, dipendente, azienda, rappresentante, proprietario, terzi, terzo, fornitore, emergenza, partner, minore, delegato',
  document: 'modulo, documento, firma, firmato, firmata, contratto, accordo, informativa, allegato, liberatoria, scheda, casella, modello',
  wording: 'testo, testi, messaggio, contenuto, oggetto, titolo, domanda, descrizione',
  count: 'quantita, totale, conteggio, costo, frequenza, tasso, num',
}
