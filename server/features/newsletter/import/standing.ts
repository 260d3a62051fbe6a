/** How somebody stands with the newsletter of another system, from the mildest to the strictest. Of two lines of an address the stricter counts. */
export const STANDINGS = [
  'subscribed',
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

const FALSE = new Set(
  'false f 0 no n off nein non não nao falsch faux falso inactive inaktiv inactif inactivo inattivo inativo'.split(
    ' ',
  ),
)
const COMPLAINED = /complain|spam(?!my)|abuse|junk/i
const BOUNCED = /bounc|clean|undeliver/i
const LEFT = /unsub|opt.?out|spammy|remov|delet|block|suppress|disabl|inactive|archiv|ausgetragen|abgemeldet/i
const NONSUBSCRIBED = /non.?sub|not.?sub|transactional/i
const UNCONFIRMED = /pending|unconfirm|not.?confirm|unverif|unactivated|awaiting|invited/i

const isFalse = (text: string): boolean => FALSE.has(text.toLowerCase())
const isGiven = (text: string): boolean => text !== '' && !isFalse(text)

/** The cells of a row that can exclude a person. */
export interface StandingCells {
  left_at: readonly string[]
  bounced_at: readonly string[]
  complained_at: readonly string[]
  active: readonly string[]
  confirmed: readonly string[]
  status: readonly string[]
  reason: readonly string[]
  /** What somebody receives: nothing if it is empty. */
  receives: readonly string[]
}

/** How the person of a row stands; each cell can only exclude, and `ofAll` is what is known of everybody in the file. */
export function standingOf(cells: StandingCells, ofAll: Standing | null): Standing {
  const states = [...cells.status, ...cells.active]
  const found: Standing[] = [ofAll ?? 'subscribed']
  const add = (standing: Standing, is: boolean) => is && found.push(standing)
  add('unconfirmed', cells.confirmed.some(isFalse) || states.some((text) => UNCONFIRMED.test(text)))
  add(
    'nonsubscribed',
    states.some((text) => NONSUBSCRIBED.test(text)),
  )
  add('unsubscribed', cells.left_at.some(isGiven) || states.some((text) => LEFT.test(text)))
  add('unsubscribed', cells.active.some(isFalse) || cells.receives.some((text) => text === ''))
  add('bounced', cells.bounced_at.some(isGiven) || states.some((text) => BOUNCED.test(text)))
  add('complained', cells.complained_at.some(isGiven) || states.some((text) => COMPLAINED.test(text)))
  // A reason says why somebody has left, and with some programs that they have.
  add('unsubscribed', cells.reason.some(isGiven))
  add(
    'bounced',
    cells.reason.some((text) => BOUNCED.test(text)),
  )
  add(
    'complained',
    cells.reason.some((text) => COMPLAINED.test(text)),
  )
  return strictest(found)
}
