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
