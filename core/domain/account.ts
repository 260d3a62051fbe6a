import { findPasswordFlaw, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'
import { z } from '#core/domain/schema.ts'
import { EMAIL_MAX_LENGTH } from '#core/domain/subscriber.ts'

const FLAWS = {
  too_short: `Use at least ${PASSWORD_MIN_CHARACTERS} characters.`,
  too_long: `Use at most ${PASSWORD_MAX_CHARACTERS} characters.`,
  unreadable: 'This password contains a character that cannot be stored. Please type it without.',
}

/** Only a rough check, because the server knows which accounts exist. */
const email = z
  .string()
  .trim()
  .min(1, 'Please enter an email address.')
  .max(EMAIL_MAX_LENGTH, 'This email address is too long.')
  .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter a valid email address.')

const newPassword = z.string().superRefine((password, context) => {
  const flaw = findPasswordFlaw(password)
  if (flaw) context.addIssue({ code: 'custom', message: FLAWS[flaw] })
})

const currentPassword = z.string().min(1, 'Please enter your password.')

export const loginInput = z.object({ email, password: currentPassword })
export const emailInput = z.object({ email })
export const passwordInput = z.object({ password: currentPassword })
export const newPasswordInput = z.object({ password: newPassword })
export const passwordChangeInput = z.object({
  currentPassword: z.string().min(1, 'Please enter your current password.'),
  newPassword,
})
export const factorNameInput = z.object({
  name: z.string().trim().min(1, 'Please enter a name.').max(60, 'Use at most 60 characters.'),
})
/** Spaces and hyphens are removed, because authenticators show codes in two groups. */
export const codeInput = z.object({
  code: z
    .string()
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .refine((code) => /^\d{6}$/.test(code), 'Please enter the 6 digits.'),
})
export const recoveryCodeInput = z.object({
  recoveryCode: z.string().trim().min(1, 'Please enter a recovery code.').max(64, 'This is too long.'),
})

/** One of a user's sessions, as the account page lists it. */
export interface AccountSession {
  id: string
  user_agent: string | null
  ip: string | null
  created_at: string
  last_used_at: string
  /** `aal2` when a second factor was shown. */
  aal: 'aal1' | 'aal2'
  is_current: boolean
}
