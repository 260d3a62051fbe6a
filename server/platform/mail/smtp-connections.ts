/** The servers of hosts often refuse more. */
const DEFAULT_CONNECTIONS = 5
export const MAX_SMTP_CONNECTIONS = 100

/** For how many connections the query of SMTP_URL asks, as `maxConnections`; null when that is no number of them. */
export function smtpConnectionsOf(url: string): number | null {
  const asked = new URL(url).searchParams.get('maxConnections')
  if (asked === null) return DEFAULT_CONNECTIONS
  const count = /^\d{1,3}$/.test(asked) ? Number(asked) : 0
  return count >= 1 && count <= MAX_SMTP_CONNECTIONS ? count : null
}
