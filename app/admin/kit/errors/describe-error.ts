import {
  AnswerRefusal,
  codeOf,
  isDiskFull,
  isRateLimited,
  isTemporary,
  uncoveredOf,
} from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'

const SESSION_ENDED = t('errors.sessionEnded')
const NOT_ALLOWED = t('errors.notAllowed')

/** The sentence for each error code of the backend. Its own messages are shown only where they are written for users. */
const SENTENCES = new Map([
  ['invalid_credentials', t('errors.invalidCredentials')],
  ['current_password_invalid', t('errors.wrongCurrentPassword')],
  ['current_password_required', t('errors.currentPasswordMissing')],
  ['current_password_mismatch', t('errors.wrongCurrentPassword')],
  ['same_password', t('errors.samePassword')],
  ['weak_password', t('errors.weakPassword')],
  ['otp_expired', t('errors.linkUsed')],
  ['email_address_invalid', t('errors.invalidEmail')],
  ['email_exists', t('errors.alreadyMember')],
  ['user_already_exists', t('errors.alreadyMember')],
  ['already_member', t('errors.alreadyMember')],
  ['invalid_email', t('errors.invalidEmail')],
  ['invitation_failed', t('errors.invitationFailed')],
  ['last_administrator', t('errors.lastAdministrator')],
  ['user_banned', t('errors.accountLocked')],
  ['mfa_verification_failed', t('errors.wrongCode')],
  ['mfa_verification_rejected', t('errors.codeRefused')],
  ['mfa_challenge_expired', t('errors.codeTooLate')],
  ['mfa_factor_name_conflict', t('errors.authenticatorNameTaken')],
  ['mfa_factor_not_found', t('errors.authenticatorGone')],
  ['too_many_enrolled_mfa_factors', t('errors.tooManyAuthenticators')],
  ['mfa_verified_factor_exists', t('errors.recoveryCodesExist')],
  ['mfa_recovery_codes_locked', t('errors.recoveryCodesLocked')],
  ['mfa_recovery_codes_sole_factor', t('errors.noAuthenticator')],
  ['insufficient_aal', t('errors.secondFactorNeeded')],
  ['reauthentication_needed', SESSION_ENDED],
  ['request_timeout', t('errors.timeout')],
  ['session_not_found', SESSION_ENDED],
  ['session_expired', SESSION_ENDED],
  ['refresh_token_not_found', SESSION_ENDED],
  ['refresh_token_already_used', SESSION_ENDED],
  ['bad_jwt', SESSION_ENDED],
  ['invalid_jwt', SESSION_ENDED],
  ['no_authorization', SESSION_ENDED],
  ['PGRST301', SESSION_ENDED],
  ['PGRST303', SESSION_ENDED],
  ['PT409', t('errors.changed')],
  ['PT413', t('errors.dailyStorage')],
  ['QuotaExceeded', t('errors.dailyStorage')],
  ['article_gone', t('errors.articleGone')],
  ['articles_covered', t('errors.notCovered')],
  ['articles_judged', t('errors.notJudged')],
  ['articles_original_covered', t('errors.originalNotCovered')],
  ['copy_gone', t('people.orphans.gone')],
  ['feed_gone', t('newsroom.feed.gone')],
  ['story_full', t('newsroom.merge.full')],
  ['story_gone', t('newsroom.gone')],
  ['story_split_all', t('newsroom.split.all')],
  ['term_taken', t('errors.termTaken')],
  ['not_member', NOT_ALLOWED],
  ['42501', NOT_ALLOWED],
])

/** Describes an error in one or two sentences for the user. */
export function describeError(error: unknown): string {
  if (error instanceof AnswerRefusal) return error.message
  if (isRateLimited(error)) return describeWait(secondsToRetry())
  const sentence = SENTENCES.get(uncoveredOf(error) ?? codeOf(error))
  if (sentence) return sentence
  if (error instanceof Error && error.name === 'AuthSessionMissingError') return SESSION_ENDED
  if (isDiskFull(error)) return t('errors.diskFull')
  if (isTemporary(error)) return t('errors.unreachable')
  // The messages of our own database rules are written for users.
  if (/^(?:P0001|55000)$/.test(codeOf(error)) && error instanceof Error) return error.message
  return t('errors.unknown')
}

/** `seconds` is 0 when the server did not say how long. */
export function describeWait(seconds: number): string {
  if (seconds === 0) return t('errors.tooManyAttempts')
  if (seconds < 90) return t('errors.retryInSeconds', { count: seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return t('errors.retryInMinutes', { count: minutes })
  return t('errors.retryInHours', { count: Math.ceil(minutes / 60) })
}

/** The reasons of `weak_password` errors; hosted Supabase has more of them than our backend. */
const REASONS = new Map([
  ['length', t('errors.password.length', { min: PASSWORD_MIN_CHARACTERS, max: PASSWORD_MAX_CHARACTERS })],
  ['characters', t('errors.password.characters')],
  ['pwned', t('errors.password.pwned')],
])

/** Says why the backend refused a new password; null when the error is about something else. */
export function describePasswordProblem(error: unknown): string | null {
  if (codeOf(error) === 'same_password') return t('errors.samePassword')
  if (codeOf(error) !== 'weak_password') return null
  const { reasons } = error as { reasons?: unknown }
  const sentences = (Array.isArray(reasons) ? reasons : []).flatMap((reason) => REASONS.get(reason) ?? [])
  return [t('errors.password.weak'), ...sentences].join(' ')
}
