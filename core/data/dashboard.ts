import type { Client } from '#core/data/client.ts'
import type { Dashboard } from '#core/domain/dashboard.ts'

/** A day from its first moment up to, but not including, the first moment of the next day. */
export interface Day {
  start: Date
  end: Date
}

/**
 * All of the dashboard in one request.
 * @throws with code 42501 for who is no administrator, or no longer
 */
export async function loadDashboard(client: Client, today: Day): Promise<Dashboard> {
  const { data } = await client
    .rpc('load_dashboard', { p_from: today.start.toISOString(), p_until: today.end.toISOString() })
    .throwOnError()
  return data
}
