import type { Lexicon } from '../header-word-class.ts'

export const french: Lexicon = {
  texts: 'message texte, messages texte, messages textes, message sms, messages sms',
  permission: 'consentement, consent, optin, a consenti, consenti, consentie',
  agreement:
    'accord, autorisation, autorise, autorisee, autorises, accepte les, accepte des, acceptation, abonne, abonnee, inscrit, inscrite, inscription, abonnement, permis, d accord',
  accepts: 'accepte, autorise les, autorise l, souhaite, desire, veut, j accepte, peut on, consent a, accepter',
  receive: 'recevoir, recoit',
  send: 'envoyer, envoi, envoyer de, envoyer des',
  contact: 'contacter, contacte, contactee, communications, communication',
  marketing:
    'publicite, publicitaire, publicitaires, commercial, commerciale, commerciaux, commerciales, prospection, promotionnel, promotionnels, promotionnelle',
  refusal: 'ne pas contacter, ne plus contacter, desabonne, desabonnee, desinscrit, desinscrite, desinscription, desabonnement',
  stop: 'refus, opposition',
  person: 'client, clients, patient, patients, cliente, patiente, membre, adherent, contact client',
  device: 'portable, telephone, numero',
  granted: 'donne, donnee, accorde, accordee, obtenu, recueilli',
  quality: 'explicite, expres, actuel, valide, actif',
  status: 'statut, etat',
  yesNo: 'oui non, o n',
  filler: 'le, la, les, l, une, je, vous, nous, est',
  preposition: 'a, au, aux, de, du, des, d, pour',
  forbids: 'pas de, pas d, ne pas, ne plus, aucun, ne pas envoyer de, plus de, stop aux',
  ability: 'peut recevoir, capable',
  means: 'par, en, avec, via',
  date: 'date, heure, horodatage, jour',
  circumstance: 'source, origine, methode, preuve, canal, adresse ip, motif, langue, moyen',
  otherChannel:
    'courriel, courriels, mel, infolettre, lettre, courrier, courriers, appel, appels, appeler, telephonique, vocal, vocaux, messagerie vocale, voix, telecopie, notification push, site, postale, e mailing, cookies, newsletter, mailing',
  purpose:
    'rappel, rappels, rendez vous, rdv, soin, soins, traitement, donnees, rgpd, recherche, etude, photo, photos, image, enquete, facture, partage, confidentialite',
  negation:
    'non, ne, n, pas, aucune, jamais, sans, plus, retire, retiree, retrait, refuse, refusee, revoque, revoquee, revocation, manquant, absent, absence, interdit, annule, annulee, resilie, desactive, inactif, invalide',
  past: 'ancien, ancienne, anciens, anciennement, precedent, precedente, precedemment, avant, etait, avait, expire, expiree, perime, jusque, dernier, derniere, premier, premiere, autrefois, passe, ex',
  event:
    'envoye, envoyee, envoyes, demande, demandee, demander, en attente, attente, echec, echoue, echouee, recu, recus, livre, distribue, confirmation, confirme, confirmee, requis, necessaire, relance, erreur, modifie, mis a jour, mise a jour, valider, a valider, a obtenir, propose, invitation, verifie, possible, presume, suppose, accepte par',
  somebodyElse:
    'conjoint, conjointe, epoux, epouse, mari, femme, parent, parents, mere, pere, tuteur, tutrice, enfant, enfants, famille, medecin, employe, entreprise, societe, representant, proprietaire, tiers, fournisseur, partenaire, partenaires, contact d urgence, urgence, proche, aidant',
  document:
    'formulaire, document, signature, signe, signee, contrat, convention, politique, fichier, piece, charte, attestation, imprime, bulletin, case, cgv',
  wording: 'texte, libelle, contenu, objet, intitule, mention, question',
  count: 'nombre, nb, taux, quantite, total, cout, nbre',
}
