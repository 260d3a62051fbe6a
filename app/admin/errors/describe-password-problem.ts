import { codeOf } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'

/** The reasons of `weak_password` errors; hosted Supabase has more of them than our backend. */
const REASONS = new Map([
  ['length', t('errors.password.length', { min: PASSWORD_MIN_CHARACTERS, max: PASSWORD_MAX_CHARACTERS })],
  ['characters', t('errors.password.characters')],
  ['pwned', t('errors.password.pwned')],
])

/** Why the backend refused a new password; null when the error is about something else. */
export function describePasswordProblem(error: unknown): string | null {
  if (codeOf(error) === 'same_password') return t('errors.samePassword')
  if (codeOf(error) !== 'weak_password') return null
  const { reasons } = error as { reasons?: unknown }
  const sentences = (Array.isArray(reasons) ? reasons : []).flatMap((reason) => REASONS.get(reason) ?? [])
  return [t('errors.password.weak'), ...sentences].join(' ')
}
