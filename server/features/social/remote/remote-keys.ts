import type { KeyCache } from '@fedify/fedify'
import type { Fedify } from '#server/features/social/load-fedify.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Enough for every server that there is; whoever invents more of them has their keys fetched each time. */
const MOST_KEYS = 50_000

/** Public keys of others, for a day. Fedify fetches one anew when a signature does not fit it. What could not be fetched is not remembered. */
export function createRemoteKeys(
  sql: Sql,
  { CryptographicKey }: Pick<Fedify, 'CryptographicKey'>,
  contextLoader: NonNullable<Parameters<Fedify['CryptographicKey']['fromJsonLd']>[1]>['contextLoader'],
): KeyCache {
  const loaders = { ...(contextLoader && { contextLoader }) }
  return {
    async get(id) {
      const [row] = await sql<{ document: unknown }[]>`
        select document from private.remote_keys where id = ${id.href} and expires_at > now()`
      return row && CryptographicKey.fromJsonLd(row.document, loaders)
    },
    async set(id, key) {
      if (!(key instanceof CryptographicKey) || id.href.length > 1000) return
      const document = JSON.stringify(await key.toJsonLd(loaders))
      await sql`
        insert into private.remote_keys (id, document)
        select ${id.href}, ${document}::jsonb where (select count(*) from private.remote_keys) < ${MOST_KEYS}
        on conflict (id) do update set document = excluded.document, expires_at = excluded.expires_at`
    },
  }
}
