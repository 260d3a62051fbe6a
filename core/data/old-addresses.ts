import type { Client } from '#core/data/client.ts'
import type { FoundAddress } from '#core/domain/old-address.ts'

/** The published article that had the first of these addresses, in their normal form (core/domain/old-address.ts); null when none had. */
export async function findOldAddress(
  client: Client,
  addresses: readonly string[],
): Promise<FoundAddress | null> {
  if (addresses.length === 0) return null
  const { data } = await client.rpc('find_old_address', { p_addresses: addresses }).throwOnError()
  return data
}
