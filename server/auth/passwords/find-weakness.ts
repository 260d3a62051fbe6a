import { findPasswordFlaw, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'
import { estimateStrength } from '#server/auth/passwords/estimate-strength.ts'

/** Why a password is not good enough; reasons as GoTrue names them. */
export interface Weakness {
  reason: 'length' | 'characters' | 'pwned'
  message: string
}

/** Fewer than a million guesses are weak, for whoever knows lists, keyboards and dates. */
const WEAK_SCORE = 1
/** The estimate takes a time that grows faster than the text, and a long one is judged by its ends. */
const JUDGED_CHARACTERS = 32
const SITE_WORDS = ['ai watch', 'aiwatch', 'ai-watch', 'newsletter', 'editor', 'administrator']

/** Null when a password may be used by the user of this address. */
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
        message: 'Password contains a character that cannot be kept, such as NUL.',
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

/** The whole is at least as hard to guess as its start, and as its end. */
async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const words = [...SITE_WORDS, email, ...email.split(/[@.+_-]/).filter(Boolean)]
  const characters = [...password]
  const ends = [characters.slice(0, JUDGED_CHARACTERS), characters.slice(-JUDGED_CHARACTERS)]
  const texts = [...new Set(ends.map((end) => end.join('')))]
  return (await estimateStrength({ texts, words })) <= WEAK_SCORE
}
