import { createHash, randomBytes } from 'node:crypto'
import type { ConfirmationResult, SubscribeResult } from '#core/domain/subscriber.ts'
import type { Sql } from '#server/database/connection.ts'

/** People who read the newsletter, or would like to. */
export const READERS = { ada: 'ada@example.org', grace: 'grace@example.org', emmy: 'emmy@example.org' }

/** Signs an address up with the rights of an anonymous visitor. */
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

/** Opens a confirmation link with the rights of an anonymous visitor. */
export async function confirmAsVisitor(sql: Sql, token: string | null): Promise<ConfirmationResult> {
  return sql.transaction(async (transaction) => {
    await transaction`set local role anon`
    const [row] = await transaction<[{ result: ConfirmationResult }]>`
      select public.confirm_newsletter_subscription(${token}) as result`
    return row.result
  })
}

/** Signs an address up and answers the token that the confirmation mail would carry. */
export async function requestConfirmation(sql: Sql, email: string, language = 'en'): Promise<string> {
  const { confirmation_token: ticket } = await subscribeAsVisitor(sql, email, language)
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const [row] =
    await sql`select private.spend_send_ticket(${email}, ${ticket}, ${hash}) ->> 'outcome' as outcome`
  if (row?.outcome !== 'confirm') throw new Error(`No confirmation mail for ${email}: ${row?.outcome}`)
  return token
}
