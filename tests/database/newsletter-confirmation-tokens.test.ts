import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Sql } from '#server/database/connection.ts'
import { createDatabaseBefore } from '../support/database-before.ts'
import { confirmAsVisitor, keptSubscribers, READERS, subscribeAsVisitor } from '../support/newsletter.ts'

const VERSION = '20261121092000'

/** Signs up as the code did before the migration. */
async function requestConfirmation(sql: Sql, email: string, language?: string): Promise<string> {
  const { confirmation_token: ticket } = await subscribeAsVisitor(sql, email, language)
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await sql`select private.spend_send_ticket(${email}, ${ticket}, ${hash})`
  return token
}

test('subscribers, their consent and their mailed links survive the migration', async () => {
  const before = await createDatabaseBefore(VERSION)
  onTestFinished(() => before.drop())
  const { sql } = before
  const live = await requestConfirmation(sql, READERS.ada, 'de')
  const used = await requestConfirmation(sql, READERS.grace)
  await confirmAsVisitor(sql, used)
  const expired = await requestConfirmation(sql, READERS.emmy)
  const back = await requestConfirmation(sql, 'back@example.org')
  await sql`
    update public.newsletter_subscribers set confirmation_expires_at = now() - interval '1 hour' where email = ${READERS.emmy}`
  await sql`
    update public.newsletter_subscribers set confirmed = true, is_active = false where email = 'back@example.org'`
  await sql`insert into public.newsletter_subscribers (email, consent) values ('zoe@example.org', '{"asked": "once"}')`
  const old = await sql`select * from public.newsletter_subscribers order by email`

  await before.migrate()

  const rows = await keptSubscribers(sql)
  expect(rows).toEqual(
    old.map(({ confirmation_token_hash, confirmation_expires_at, confirmation_used_at, ...row }) => ({
      ...row,
      tokens: confirmation_token_hash && [
        {
          token_hash: confirmation_token_hash,
          subscriber_id: row.id,
          requested_consent: row.requested_consent,
          created_at: expect.any(String),
          expires_at: expect.any(String),
          used_at: confirmation_used_at && expect.any(String),
        },
      ],
    })),
  )
  const lives = await sql`
    select distinct expires_at - created_at = interval '72 hours' as is_right from private.newsletter_confirmation_tokens`
  expect([...lives]).toEqual([{ is_right: true }])

  const results = []
  for (const token of [live, used, expired, back]) results.push((await confirmAsVisitor(sql, token)).code)
  expect(results).toEqual(['confirmed', 'confirmed', 'expired', 'confirmed'])
  const after = await keptSubscribers(sql)
  expect(after.find((row) => row.email === READERS.ada)?.consent).toMatchObject(
    old.find((row) => row.email === READERS.ada)?.requested_consent,
  )
  expect(after.filter((row) => row.confirmed && row.is_active)).toHaveLength(3)
})
