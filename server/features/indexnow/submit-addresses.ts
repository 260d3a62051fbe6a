import { randomBytes } from 'node:crypto'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { requestAnswer } from '#server/platform/links/request-answer.ts'
import { defineScheduledJob, type JobRun } from '#server/platform/queue/job.ts'

/** Tells search engines which addresses have changed. */
export const submitAddressesJob = defineScheduledJob('submit-changed-addresses')

/** IndexNow takes 10,000 at once; the rest follows with the next run. */
const MOST_AT_ONCE = 2_000
const MOST_WAITING = 10_000
const FIRST_PAUSE_SECONDS = 10 * 60
const LONGEST_PAUSE_SECONDS = 24 * 60 * 60

interface ChangedAddress {
  language: Language
  slug: string
  /** The moment as text, which has all digits. */
  changed_at: string
}

/**
 * Posts the addresses that have changed since the last time, in one request (https://www.indexnow.org/documentation). Without an endpoint
 * they are forgotten.
 */
export async function submitAddresses(
  { sql, siteUrl, indexNow, log }: Pick<Services, 'sql' | 'siteUrl' | 'indexNow' | 'log'>,
  _payload: unknown,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  if (!indexNow) {
    await sql`delete from private.changed_addresses`
    return
  }
  const key = await indexNowKey(sql)
  await sql`
    delete from private.changed_addresses where (language, slug) in (
      select language, slug from private.changed_addresses order by changed_at desc offset ${MOST_WAITING})`
  const changed = await sql<ChangedAddress[]>`
    select language, slug, changed_at::text from private.changed_addresses
    where exists (select from private.indexnow where resumes_at <= now())
    order by changed_at limit ${MOST_AT_ONCE}`
  if (changed.length === 0) return

  const body = Buffer.from(
    JSON.stringify({
      host: new URL(siteUrl).host,
      key,
      keyLocation: siteUrl + keyPath(key),
      urlList: changed.map((address) => siteUrl + articlePath(address)),
    }),
  )
  const answer = await requestAnswer(new URL(indexNow.url), indexNow.client, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) },
    body,
    signal,
  }).catch(() => null)
  signal.throwIfAborted()
  if (answer?.status === 200 || answer?.status === 202) {
    // Addresses that have changed again meanwhile are told again.
    await sql`
      delete from private.changed_addresses where (language, slug, changed_at::text) in (
        select * from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as told (language text, slug text, changed_at text))`
    await sql`update private.indexnow set failures = 0`
    return
  }
  await sql`
    update private.indexnow
    set failures = failures + 1, resumes_at = now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}::float8, greatest(
      ${answer?.retryAfterSeconds ?? 0}::float8, ${FIRST_PAUSE_SECONDS}::float8 * 2 ^ least(failures, 20))))`
  log.warn(
    `INDEXNOW_URL ${answer ? `answered with status ${answer.status}` : 'cannot be reached'}; it is tried again later`,
  )
}

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
