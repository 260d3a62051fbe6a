import {
  isAbsent,
  isAbsentDate,
  isDateLike,
  isFalse,
  isTrue,
  saysOptedOut,
  standingByWords,
} from '#server/features/newsletter/import/words.ts'

/**
 * The ways to stand with the newsletter of another system, from the mildest to the strictest. Of two lines of an address the stricter
 * counts.
 */
export const STANDINGS = [
  'subscribed',
  // The file has words that nobody has explained.
  'unclear',
  // The editor has said so.
  'left_out',
  'nonsubscribed',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'complained',
] as const
export type Standing = (typeof STANDINGS)[number]

/** Everybody who is no subscriber. */
export type LeftStanding = Exclude<Standing, 'subscribed'>

export const strictest = (standings: readonly Standing[]): Standing =>
  standings.reduce(
    (worst, next) => (STANDINGS.indexOf(next) > STANDINGS.indexOf(worst) ? next : worst),
    'subscribed',
  )

/** The kinds of what the cells of a column say of somebody. */
export type DecidingRole =
  /** A word for how they stand. */
  | 'status'
  /** The same in a column that is only recognised by its words, and may be empty. */
  | 'words'
  /** Words that say no, among many others. */
  | 'tags'
  /** Yes or no. */
  | 'active'
  | 'confirmed'
  /** A moment or a yes, with which they are no subscribers. */
  | 'left_at'
  | 'bounced_at'
  | 'complained_at'
  /** Anything at all, with which they are no subscribers. */
  | 'left_by'
  | 'bounced_by'
  | 'reason'
  /** The things that they receive: nothing if it is empty. */
  | 'receives'
  /** Yes or no, nobody knows to what. */
  | 'unknown'

export interface DecidingColumn {
  index: number
  /** The name as it is shown. */
  name: string
  role: DecidingRole
}

/** The column that has to say that somebody is a subscriber: a confirmed address is one only where no other column decides. */
export const mustSayOf = (deciding: readonly DecidingColumn[]): DecidingColumn | undefined =>
  deciding.find(({ role }) => role === 'status' || role === 'active') ??
  deciding.find(({ role }) => role === 'confirmed')

/** Tells what one cell says; null for nothing. */
function saidIn(role: DecidingRole, text: string, words: ReadonlyMap<string, Standing>): Standing | null {
  const byWords = () => words.get(text.toLowerCase()) ?? standingByWords(text) ?? 'unclear'
  switch (role) {
    case 'status':
    case 'words':
      return isAbsent(text) ? null : byWords()
    case 'tags':
      return saysOptedOut(text) ? byWords() : null
    case 'active':
    case 'confirmed':
      if (isAbsent(text)) return null
      if (isFalse(text)) return role === 'active' ? 'unsubscribed' : 'unconfirmed'
      return isTrue(text) || isDateLike(text) ? 'subscribed' : byWords()
    case 'left_at':
      return saidOfLeaving(text, 'unsubscribed', byWords)
    case 'bounced_at':
      return saidOfLeaving(text, 'bounced', byWords)
    case 'complained_at':
      return saidOfLeaving(text, 'complained', byWords)
    case 'left_by':
      return isAbsentDate(text) ? null : 'unsubscribed'
    case 'bounced_by':
      return isAbsentDate(text) ? null : 'bounced'
    case 'reason': {
      // It says why somebody has left, and with some programs that they have.
      if (isAbsentDate(text)) return null
      const reason = standingByWords(text)
      return reason === 'bounced' || reason === 'complained' ? reason : 'unsubscribed'
    }
    case 'receives':
      return text === '' ? 'unsubscribed' : null
    case 'unknown':
      return isTrue(text) || isFalse(text) || isDateLike(text) ? 'unclear' : null
  }
}

function saidOfLeaving(text: string, left: Standing, byWords: () => Standing): Standing | null {
  if (isAbsentDate(text)) return null
  return isTrue(text) || isDateLike(text) ? left : byWords()
}

export interface StandingContext {
  /** In the order of the file. */
  deciding: readonly DecidingColumn[]
  /** The one that has to say that somebody is a subscriber, if there is one. */
  mustSay: DecidingColumn | undefined
  /** The meanings that the program gives its words, numbers and letters, in lower case. */
  words: ReadonlyMap<string, Standing>
  /** The standing that is known of everybody in the file. */
  ofAll: Standing | null
  /** The meaning of a word that is not known, as the editor has answered. */
  ask: (column: string, text: string) => Standing
}

/**
 * Tells how the person of a row stands. Nobody is a subscriber where a column has to say so and does not; a word that is not known is asked
 * for, unless another column says no.
 */
export function standingOf(
  cells: readonly string[],
  { deciding, mustSay, words, ofAll, ask }: StandingContext,
): Standing {
  const found: Standing[] = [ofAll ?? 'subscribed']
  const unclear: { name: string; text: string }[] = []
  let isSaid = false
  /** Nobody has asked for it, so that no address is blocked. */
  let hasEndedSoftly = false
  for (const { index, name, role } of deciding) {
    // A short row has no cells for most of the columns of a long header.
    if (index >= cells.length) break
    const text = (cells[index] ?? '').trim()
    if (role === 'reason' && words.get(text.toLowerCase()) === 'nonsubscribed') {
      hasEndedSoftly = true
      continue
    }
    const said = saidIn(role, text, words)
    if (said === 'unclear') unclear.push({ name, text })
    else if (said) found.push(said)
    if (said === 'subscribed') isSaid ||= role !== 'confirmed' || mustSay?.role === 'confirmed'
  }
  const known = strictest(found)
  if (hasEndedSoftly && (known === 'unsubscribed' || known === 'subscribed')) return 'nonsubscribed'
  if (known !== 'subscribed') return known
  if (mustSay && !isSaid && unclear.length === 0) unclear.push({ name: mustSay.name, text: '' })
  return strictest(unclear.map(({ name, text }) => ask(name, text)))
}
