import { createHash, randomBytes } from 'node:crypto'
import type { ConfirmationResult, SubscribeResult } from '#core/domain/subscriber.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** People who sign up for the newsletter in tests. */
export const READERS = { ada: 'ada@example.org', grace: 'grace@example.org', emmy: 'emmy@example.org' }

/** Signs an address up as an anonymous caller. */
export async function subscribeAsVisitor(
  sql: Sql,
  email: string | null,
  language = 'en',
): Promise<SubscribeResult> {
  return sql.transaction(async (transaction) => {
    await transaction`set local role anon`
    const [row] = await transaction<[{ result: SubscribeResult }]>`
      select public.subscribe_newsletter(${email}, ${language}) as result`
    return row.result
  })
}

/** Opens a confirmation link as an anonymous caller. */
export async function confirmAsVisitor(sql: Sql, token: string | null): Promise<ConfirmationResult> {
  return sql.transaction(async (transaction) => {
    await transaction`set local role anon`
    const [row] = await transaction<[{ result: ConfirmationResult }]>`
      select public.confirm_newsletter_subscription(${token}) as result`
    return row.result
  })
}

/** Signs an address up and returns the token that the confirmation mail would contain. */
export async function requestConfirmation(sql: Sql, email: string, language = 'en'): Promise<string> {
  await subscribeAsVisitor(sql, email, language)
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const [row] = await sql`select private.begin_confirmation_mail(${email}, ${hash}) ->> 'outcome' as outcome`
  if (row?.outcome !== 'confirm') throw new Error(`No confirmation mail for ${email}: ${row?.outcome}`)
  return token
}

/** Makes every mail and every link older. */
export async function letTimePass(sql: Sql, interval: string): Promise<void> {
  await sql`
    update private.newsletter_consents set confirmation_sent_at = confirmation_sent_at - ${interval}::interval`
  await sql`
    update private.newsletter_confirmation_tokens
    set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
        used_at = used_at - ${interval}::interval`
}

/** Everything that is stored about subscribers, ordered by address. */
export async function keptSubscribers(sql: Sql): Promise<Record<string, unknown>[]> {
  return [
    ...(await sql`
      select subscriber.*, consent, requested_consent, confirmation_sent_at, (
        select json_agg(token order by token_hash) from private.newsletter_confirmation_tokens as token
        where token.subscriber_id = subscriber.id) as tokens
      from public.newsletter_subscribers as subscriber
      left join private.newsletter_consents on subscriber_id = id order by email`),
  ]
}
