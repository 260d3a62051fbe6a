import { foldLetters } from '#core/languages/fold-letters.ts'
import type { Standing } from '#server/features/newsletter/import/standing.ts'

/** Longer texts are no words for a state. */
const MAX_LENGTH = 100

/** A text in lower case, without accents and punctuation: `Désabonné(e)` becomes `desabonne e`. */
export const fold = (text: string): string =>
  foldLetters(text.slice(0, MAX_LENGTH))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const wordsOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(/\s+/))

/** How programs and people write that a cell has no value. */
const ABSENT = wordsOf(
  'null [null] (null) <null> \\n none (none) nil undefined nan na n/a #n/a #null! n.a. k.a. s/o n.d. n/d',
  '- -- --- – — "" \'\' [] {} empty (empty) (blank) leer (leer) aucun aucune keine keiner ninguno ninguna nessuno nessuna nenhum nenhuma',
)
const NEVER = wordsOf('never nie niemals jamais nunca mai')
const FALSE = wordsOf('false f 0 no n off nein non não nao falsch faux falso unchecked ✗ ✘ ☐')
const TRUE = wordsOf(
  'true t 1 yes y on x ja j oui si sí sim vrai wahr vero verdadero verdadeiro checked ✓ ✔ ☑',
)

export const isAbsent = (text: string): boolean => text === '' || ABSENT.has(text.toLowerCase())
const isOneOf = (words: ReadonlySet<string>, text: string): boolean =>
  words.has(text.toLowerCase()) || (/^\p{L}\P{ASCII}*$|^\p{L}{2,10}$/u.test(text) && words.has(fold(text)))
export const isFalse = (text: string): boolean => isOneOf(FALSE, text)
export const isTrue = (text: string): boolean => isOneOf(TRUE, text)

/** Zero, and the moments that programs begin to count at. */
const ZERO_DATE =
  /^(0{1,4}[-./]0{1,2}[-./]0{1,4}|0001-01-01|1899-12-3\d|1900-01-0[01]|1970-01-01|01[./]01[./]1970)(?!\d)/
const DATE_LIKE =
  /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4})(?!\d)|^\d{9,13}$|^(\p{L}{2,9}[.,]? )?(\d{1,2}\.? \p{L}{3,10}|\p{L}{3,10} \d{1,2}),? \d{4}(?!\d)/u

/** Whether the cell of a column of dates says that there is no date. */
export const isAbsentDate = (text: string): boolean =>
  isAbsent(text) || isFalse(text) || NEVER.has(text.toLowerCase()) || ZERO_DATE.test(text)
/** Whether a text is a date in any notation, which may be ambiguous. */
export const isDateLike = (text: string): boolean => DATE_LIKE.test(text) && !ZERO_DATE.test(text)

/** The words, folded, with which programs and people say in six languages that somebody gets the newsletter. */
const SUBSCRIBED = new Set(
  [
    'active,subscribed,subscriber,enabled,confirmed,opted in,opt in,optin,double opt in,single opt in,active subscriber,subscribed confirmed,confirmed opt in,granted,given',
    'aktiv,aktiviert,abonniert,abonnent,abonnentin,angemeldet,eingetragen,eingeschrieben,bestatigt,eingewilligt,zugestimmt,erteilt',
    'actif,active,abonne,abonnee,inscrit,inscrite,confirme,confirmee',
    'activo,activa,suscrito,suscrita,suscripto,suscripta,inscrito,inscrita,confirmado,confirmada,de alta,dado de alta,dada de alta',
    'attivo,attiva,iscritto,iscritta,abbonato,abbonata,confermato,confermata',
    'ativo,ativa,subscrito,subscrita,assinante,subscritor,subscritora',
  ].flatMap((line) => line.split(',')),
)

/** With a negation; other texts with one are not understood. */
const NEGATED: readonly [Standing, RegExp][] = [
  [
    'unconfirmed',
    /\b(not|nicht|pas|non|nao|no|sin|sem|senza|never|nie) (yet |noch )?(confirm|verif|activated|bestatig|verifizier|confirmad|confermat)/,
  ],
  [
    'nonsubscribed',
    /\b(not|never|nie|non|nao|no|pas|nunca|mai|jamais) (subscri|opted in|suscri|inscri|iscri|subscrit|angemeldet|abonn)|\bnicht (angemeldet|abonniert|eingetragen)|\bno permissions? set/,
  ],
  [
    'unsubscribed',
    /\b(no longer|nicht mehr|ya no|non piu|nao mais)\b|\b(do not|dont|don t) (e ?mail|mail|contact|send|disturb)|\bno (e ?mail|mail|contact|marketing|contactar|molestar|enviar)|\bnicht (anschreiben|kontaktieren|senden)|\bkeine (e ?mail|mail|werbung|newsletter)|\bne pas (contacter|envoyer)|\bnon contattare|\bnao (contactar|contatar|enviar)|\b(not active|nicht aktiv|no activ[oa]|non actif|non attiv[oa]|nao ativ[oa])/,
  ],
]
const NEGATION =
  /\b(not|never|no|without|nicht|nie|kein\w*|ohne|pas|jamais|non|sans|sin|nunca|nao|sem|mai(?= [a-z])|senza|do not|dont)\b/

const LEAVING: readonly [Standing, RegExp][] = [
  ['complained', /complain|\bspam\b|abus|\bjunk|beschwer|plainte|quej|reclam|segnalat|denunci/],
  [
    'bounced',
    /bounc|\bcleaned|undeliver|unreach|unzustell|rebot|devuelt|rimbalz|respint|devolvid|\binvalid|ungultig|inexist|rebond|mailbox not|\bheld\b/,
  ],
  [
    'unconfirmed',
    /pending|unconfirm|unverif|unactivat|await|invited|en attente|ausstehend|unbestatigt|wartet|pendient|pendente|in attesa|aguard|a confirmer|por confirmar|da confermare|validating|needs approval/,
  ],
  [
    'nonsubscribed',
    /non ?sub|transactional|denied|refused|rejected|abgelehnt|verweigert|\brefuse|rechazad|rifiutat|recusad|negad/,
  ],
  [
    'unsubscribed',
    /unsub|\bopt(ed)? ?out|removed|deleted|block|suppress|disabl|\binactiv|inaktiv|\binacti[fv]|inattiv|\binativ|archiv|spammy|\bleft\b|\bcancel|churned|deactivat|ausgetragen|abgemeldet|abbestellt|gekundigt|gesperrt|geloscht|deaktiviert|widerrufen|desabonn|desinscri|desactiv|supprim|bloqu|resili|de baja|desuscri|eliminad|disiscri|cancellat|disattiv|rimoss|bloccat|descadastr|removid|desativ|\bplus (abonne|inscrit)/,
  ],
]

/** How somebody stands by a status; undefined where the words are not known. The stricter of several counts. */
export function standingByWords(text: string): Standing | undefined {
  const words = fold(text)
  if (SUBSCRIBED.has(words)) return 'subscribed'
  const patterns = NEGATION.test(words) ? NEGATED : LEAVING
  return patterns.find(([, pattern]) => pattern.test(words))?.[0]
}

/** Phrases that mean that somebody does not get mail, whatever column they stand in. */
const OPTED_OUT =
  /^(unsubscribed?|(globally|manually|self) unsubscribed|opted ?out|opt out|do not (e ?mail|mail|contact)|no (e ?mail|marketing)|hard bounced?|bounced|complained|abgemeldet|ausgetragen|abbestellt|nicht (anschreiben|kontaktieren)|keine (werbung|e ?mails?)|unzustellbar|desabonne?e?|desinscrit?e?|ne pas contacter|dad[oa] de baja|desuscrit[oa]|no contactar|disiscritt[oa]|non contattare|descadastrad[oa]|nao contact?ar|cancelou a subscricao)$/
const OPTED_OUT_PART =
  /uns|opt|not|no |boun|compl|gemeld|getrag|bestel|nicht|keine|zustell|sabonn|sinscri|baja|suscrit|iscritt|non |cadastr|n[ãa]o|pas/i

/** Whether a cell of any column, or one of the tags in it, says that somebody has opted out. */
export const saysOptedOut = (text: string): boolean =>
  text.length <= 200 &&
  OPTED_OUT_PART.test(text) &&
  text.split(/[,;|]/).some((part) => OPTED_OUT.test(fold(part)))
