import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'

/** A session of whoever asks. */
export type MySession = Database['public']['Functions']['list_my_sessions']['Returns'][number]

/** The caller's own sessions, the one in use first. */
export async function listMySessions(client: Client): Promise<MySession[]> {
  const { data } = await client.rpc('list_my_sessions').throwOnError()
  return data
}
