import type { Client } from '#core/data/client.ts'
import type { Restoration } from '#core/domain/restoration.ts'

/** What an administrator has to confirm after a restore; null when nothing is held. */
export async function findRestoration(client: Client): Promise<Restoration | null> {
  const { data } = await client.rpc('find_restoration').throwOnError()
  return data
}

/** Lets what was scheduled go on. */
export async function confirmRestoration(client: Client): Promise<void> {
  await client.rpc('confirm_restoration').throwOnError()
}
