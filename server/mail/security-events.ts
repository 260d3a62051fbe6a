/** What the holder of an account is told of by mail. */
export const SECURITY_EVENTS = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'wrong_codes',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]
