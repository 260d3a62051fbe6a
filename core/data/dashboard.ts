import type { Client } from '#core/data/client.ts'
import type { Dashboard, Desk } from '#core/domain/dashboard.ts'

/** A day from its first moment up to, but not including, the first moment of the next day. */
export interface Day {
  start: Date
  end: Date
}

/** The work that is waiting for the caller. @throws if the caller is not an administrator, or no longer, and when the request failed */
export const loadDesk = (client: Client): Promise<Desk> => readDesk<Desk>(client, '')

/** The whole dashboard, in one request. */
export function loadDashboard(client: Client, today: Day): Promise<Dashboard> {
  const query = new URLSearchParams({ from: today.start.toISOString(), until: today.end.toISOString() })
  return readDesk<Dashboard>(client, `?${query}`)
}

async function readDesk<Answer>(client: Client, query: string): Promise<Answer> {
  const { data, error } = await client.functions.invoke<Answer>(`read-desk${query}`, { method: 'GET' })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
