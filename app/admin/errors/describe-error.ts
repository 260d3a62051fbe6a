import { codeOf, isRateLimited, isTemporary } from '#app/admin/errors/classify-error.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'

const SESSION_ENDED = 'Your session has ended. Please sign in again.'
const NOT_ALLOWED = 'You are not allowed to do this.'

/** The sentence for each error code of the backend. The backend's own messages are not shown. */
const SENTENCES = new Map([
  ['invalid_credentials', 'The e-mail or the password is not right.'],
  ['current_password_invalid', 'This is not your current password.'],
  ['current_password_required', 'Please enter your current password.'],
  ['current_password_mismatch', 'This is not your current password.'],
  ['same_password', 'Please choose a password that differs from the current one.'],
  ['weak_password', 'This password is too easy to guess. Please choose another one.'],
  ['otp_expired', 'This link was used before, or it is too old.'],
  ['email_address_invalid', 'Please enter a valid e-mail address.'],
  ['email_exists', 'Somebody with this e-mail address is an administrator already.'],
  ['user_already_exists', 'Somebody with this e-mail address is an administrator already.'],
  ['already_administrator', 'Somebody with this e-mail address is an administrator already.'],
  ['invalid_email', 'Please enter a valid e-mail address.'],
  ['invitation_failed', 'The invitation could not be sent. Please try again in a moment.'],
  ['last_administrator', 'The last administrator cannot be removed. Invite another administrator first.'],
  ['user_banned', 'This account is locked.'],
  ['mfa_verification_failed', 'This code is not right. Codes change every 30 seconds, and each works once.'],
  ['mfa_verification_rejected', 'This code was refused.'],
  ['mfa_challenge_expired', 'That took too long. Please enter the code that is shown now.'],
  [
    'mfa_factor_name_conflict',
    'You have an authenticator with this name already. Please choose another name.',
  ],
  ['mfa_factor_not_found', 'This authenticator is not there any more. Please reload the page.'],
  ['too_many_enrolled_mfa_factors', 'You have as many authenticators as there can be. Remove one first.'],
  ['mfa_verified_factor_exists', 'You have recovery codes already. Make new ones instead.'],
  [
    'mfa_recovery_codes_locked',
    'Too many wrong recovery codes. Please use your authenticator, or try again later.',
  ],
  ['mfa_recovery_codes_sole_factor', 'Set up an authenticator first.'],
  ['insufficient_aal', 'Please sign in with your second factor first.'],
  ['request_timeout', 'The server could not answer in time. Please try again in a moment.'],
  ['session_not_found', SESSION_ENDED],
  ['session_expired', SESSION_ENDED],
  ['refresh_token_not_found', SESSION_ENDED],
  ['refresh_token_already_used', SESSION_ENDED],
  ['bad_jwt', SESSION_ENDED],
  ['invalid_jwt', SESSION_ENDED],
  ['no_authorization', SESSION_ENDED],
  ['PGRST301', SESSION_ENDED],
  ['PGRST303', SESSION_ENDED],
  ['article_gone', 'This article is not there any more. Somebody has deleted it.'],
  ['not_admin', NOT_ALLOWED],
  ['42501', NOT_ALLOWED],
])

/** Describes an error in one or two sentences for the user. */
export function describeError(error: unknown): string {
  if (isRateLimited(error)) return describeWait(secondsToRetry())
  const sentence = SENTENCES.get(codeOf(error))
  if (sentence) return sentence
  if (error instanceof Error && error.name === 'AuthSessionMissingError') return SESSION_ENDED
  if (isTemporary(error)) return 'The server cannot be reached right now. Please try again in a moment.'
  // The messages of our own database rules are written for users.
  if (codeOf(error) === 'P0001' && error instanceof Error) return error.message
  return 'Something went wrong. Please try again.'
}

/** `seconds` is 0 when the server did not say how long. */
export function describeWait(seconds: number): string {
  if (seconds === 0) return 'Too many attempts. Please wait a few minutes and try again.'
  return `Too many attempts. Please try again in ${describeSeconds(seconds)}.`
}

function describeSeconds(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return `${hours} hours`
}
