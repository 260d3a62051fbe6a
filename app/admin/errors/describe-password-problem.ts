import { codeOf } from '#app/admin/errors/classify-error.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'

/** The reasons of `weak_password` errors; hosted Supabase has more of them than our backend. */
const REASONS = new Map([
  ['length', `Use ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters.`],
  [
    'characters',
    'Use other characters: it lacks a kind that is needed, or contains one that cannot be stored.',
  ],
  ['pwned', 'It is on the lists of passwords that are tried first, or close to one.'],
])

/** Why the backend refused a new password; null when the error is about something else. */
export function describePasswordProblem(error: unknown): string | null {
  if (codeOf(error) === 'same_password') return 'Please choose a password that differs from the current one.'
  if (codeOf(error) !== 'weak_password') return null
  const { reasons } = error as { reasons?: unknown }
  const sentences = (Array.isArray(reasons) ? reasons : []).flatMap((reason) => REASONS.get(reason) ?? [])
  return ['This password is too easy to guess.', ...sentences].join(' ')
}
