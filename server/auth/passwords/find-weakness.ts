import { findPasswordFlaw, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'
import { estimateStrength } from '#server/auth/passwords/estimate-strength.ts'

/** Why a password is not good enough. The reasons have GoTrue's names. */
export interface Weakness {
  reason: 'length' | 'characters' | 'pwned'
  message: string
}

/** At this score or below, fewer than a million guesses are enough for somebody who tries lists, keyboard patterns and dates. */
const WEAK_SCORE = 1
/** The time of an estimate grows faster than the text, so of a long password only the start and the end are estimated. */
const ESTIMATED_CHARACTERS = 32
const SITE_WORDS = ['ai watch', 'aiwatch', 'ai-watch', 'newsletter', 'editor', 'administrator']

/** Null when the user with this e-mail address may use the password. */
export async function findWeakness(password: string, email: string): Promise<Weakness | null> {
  switch (findPasswordFlaw(password)) {
    case 'too_short':
      return {
        reason: 'length',
        message: `Password should be at least ${PASSWORD_MIN_CHARACTERS} characters.`,
      }
    case 'too_long':
      return {
        reason: 'length',
        message: `Password cannot be longer than ${PASSWORD_MAX_CHARACTERS} characters.`,
      }
    case 'unreadable':
      return {
        reason: 'characters',
        message: 'Password contains a character that cannot be stored, such as NUL.',
      }
    default:
      return (await isEasyToGuess(password, email))
        ? {
            reason: 'pwned',
            message: 'Password is known to be weak and easy to guess, please choose a different one.',
          }
        : null
  }
}

/** The whole password is at least as hard to guess as its start or its end. */
async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const words = [...SITE_WORDS, email, ...email.split(/[@.+_-]/).filter(Boolean)]
  const characters = [...password]
  const ends = [characters.slice(0, ESTIMATED_CHARACTERS), characters.slice(-ESTIMATED_CHARACTERS)]
  const texts = [...new Set(ends.map((end) => end.join('')))]
  return (await estimateStrength({ texts, words })) <= WEAK_SCORE
}
