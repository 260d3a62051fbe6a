import * as z from 'zod'
import { defineMailJob, HOUR, type MailRules } from '#server/platform/queue/job.ts'

/** The changes of an account about which its owner gets a mail. */
export const SECURITY_EVENTS = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'wrong_codes',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

// The address is whatever was typed; only the job finds out whether it has an account. Such a link is useful only for a short time.
const typedAddress = z.strictObject({ email: z.string().min(1).max(255) })
const linkRules: MailRules = { expireAfterSeconds: HOUR, dailyLimitPerAddress: 24 }

export const sendRecoveryMailJob = defineMailJob('send-recovery-mail', typedAddress, linkRules)

export const sendSignInLinkJob = defineMailJob('send-sign-in-link', typedAddress, linkRules)

export const sendInvitationJob = defineMailJob(
  'send-invitation',
  z.strictObject({ invitationId: z.uuid() }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 5 },
)

export const sendSecurityNoticeJob = defineMailJob(
  'send-security-notice',
  z.strictObject({ userId: z.uuid(), event: z.enum(SECURITY_EVENTS) }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 50 },
)
