import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { confirmAsVisitor, READERS, requestConfirmation } from '../support/newsletter.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate public.newsletter_subscribers, public.newsletter_send_tickets`
})

const confirm = (token: string | null) => confirmAsVisitor(database.sql, token)
const request = (email: string) => requestConfirmation(database.sql, email)

async function subscribers() {
  return [...(await database.sql`select * from public.newsletter_subscribers order by email`)]
}

const CONFIRMED = { success: true, code: 'confirmed', message: 'Email confirmed successfully!' }
const USED = { success: false, code: 'used', message: 'This confirmation link has already been used.' }
const INVALID = { success: false, code: 'invalid', message: 'Invalid confirmation link' }
const EXPIRED = {
  success: false,
  code: 'expired',
  message: 'This confirmation link has expired. Please subscribe again.',
}

describe('a token', () => {
  test('confirms its own address, and what was consented to', async () => {
    await request(READERS.grace)
    const token = await request(READERS.ada)
    expect(await confirm(token)).toEqual(CONFIRMED)
    const [ada, grace] = await subscribers()
    expect(ada).toMatchObject({
      email: READERS.ada,
      confirmed: true,
      is_active: true,
      confirmed_at: expect.any(Date),
      consent: { ...ada?.requested_consent, confirmed_at: expect.any(String) },
    })
    expect(grace).toMatchObject({ email: READERS.grace, confirmed: false, consent: {} })
  })

  test('works once: the second time it says so and writes nothing', async () => {
    const token = await request(READERS.ada)
    await confirm(token)
    const before = await subscribers()
    expect(await confirm(token)).toEqual(USED)
    expect(await subscribers()).toEqual(before)
  })

  test('works for one of two who open it at the same time', async () => {
    const { sql } = database
    const token = await request(READERS.ada)
    let second: ReturnType<typeof confirm> | undefined
    const [first] = await sql.transaction(async (transaction) => {
      const rows = await transaction`select public.confirm_newsletter_subscription(${token}) as result`
      second = confirm(token)
      await untilSomebodyWaits(sql)
      return rows
    })
    expect(first?.result).toEqual(CONFIRMED)
    expect(await second).toEqual(USED)
  })

  test('does not bring back somebody who unsubscribed after using it', async () => {
    const token = await request(READERS.ada)
    await confirm(token)
    await database.sql`update public.newsletter_subscribers set is_active = false`
    expect(await confirm(token)).toEqual(USED)
    expect(await subscribers()).toMatchObject([{ is_active: false }])
  })

  test('of a new mail brings back somebody who unsubscribed', async () => {
    await confirm(await request(READERS.ada))
    await database.sql`
      update public.newsletter_subscribers set is_active = false, confirmation_sent_at = now() - interval '11 minutes'`
    expect(await confirm(await request(READERS.ada))).toEqual(CONFIRMED)
    expect(await subscribers()).toMatchObject([{ is_active: true, confirmed: true }])
  })

  test('has expired after 72 hours, and then nothing is written', async () => {
    const token = await request(READERS.ada)
    const [row] = await database.sql`
      select confirmation_expires_at - confirmation_sent_at = interval '72 hours' as is_right
      from public.newsletter_subscribers`
    expect(row?.is_right).toBe(true)
    await database.sql`update public.newsletter_subscribers set confirmation_expires_at = now()`
    const before = await subscribers()
    expect(await confirm(token)).toEqual(EXPIRED)
    expect(await subscribers()).toEqual(before)
  })

  test('that was used says so also when its time is over', async () => {
    const token = await request(READERS.ada)
    await confirm(token)
    await database.sql`update public.newsletter_subscribers set confirmation_expires_at = now()`
    expect(await confirm(token)).toEqual(USED)
  })

  test('is replaced by that of the next mail', async () => {
    const first = await request(READERS.ada)
    await database.sql`update public.newsletter_subscribers set confirmation_sent_at = now() - interval '11 minutes'`
    const second = await request(READERS.ada)
    expect(await confirm(first)).toEqual(INVALID)
    expect(await confirm(second)).toEqual(CONFIRMED)
  })

  test('may have space around it, as mail programs leave it', async () => {
    const token = await request(READERS.ada)
    expect(await confirm(` ${token} `)).toEqual(CONFIRMED)
  })

  test('is kept as a hash alone', async () => {
    const token = await request(READERS.ada)
    expect(JSON.stringify(await subscribers())).not.toContain(token)
  })
})

describe('what is no token', () => {
  test.each<[string, (token: string) => string | null]>([
    ['missing', () => null],
    ['empty', () => ''],
    ['a space', () => ' '],
    ['a word', () => 'abc'],
    ['one of somewhere else', () => 'A'.repeat(43)],
    ['cut off', (token) => token.slice(0, -1)],
    ['in another case', (token) => token.toLowerCase()],
    ['too long', (token) => token.repeat(1000)],
    ['the hash that is kept', (token) => createHash('sha256').update(token).digest('hex')],
    ['a pattern', () => '%'],
    ['an address', () => READERS.ada],
    ['SQL', () => "' or true; --"],
  ])('because it is %s is refused, and nothing is written', async (_what, make) => {
    const token = await request(READERS.ada)
    const before = await subscribers()
    expect(await confirm(make(token))).toEqual(INVALID)
    expect(await subscribers()).toEqual(before)
  })

  test('never matches a subscriber who was not mailed', async () => {
    await database.sql`insert into public.newsletter_subscribers (email) values (${READERS.ada})`
    for (const token of [null, '', 'null']) expect(await confirm(token)).toEqual(INVALID)
    expect(await subscribers()).toMatchObject([{ confirmed: false }])
  })
})
