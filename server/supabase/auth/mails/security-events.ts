/** The changes of an account about which its owner gets a mail. */
export const SECURITY_EVENTS = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'wrong_codes',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]
