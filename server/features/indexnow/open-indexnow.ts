import { randomBytes } from 'node:crypto'
import type { Session } from '#server/platform/database/connection.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'

const KEY_BYTES = 16

/** The way in which search engines are told what has changed. */
export interface IndexNow {
  /** The address at which they are told. */
  url: string
  client: ClientOptions
}

export function openIndexNow(options: { siteUrl: string; url: string | null }): IndexNow | null {
  const { siteUrl, url } = options
  return url === null ? null : { url, client: { allowed: [], userAgent: `IndexNow/1.0 (+${siteUrl})` } }
}

/** The key of this site, made once. Whoever reads the file of its name knows that the site speaks for itself. */
export async function indexNowKey(sql: Session): Promise<string> {
  await sql`
    insert into private.indexnow (key) values (${randomBytes(KEY_BYTES).toString('hex')}) on conflict (is_only) do nothing`
  const [{ key }] = await sql<[{ key: string }]>`select key from private.indexnow`
  return key
}

/** The path at which the key is found. */
export const keyPath = (key: string): string => `/${key}.txt`
