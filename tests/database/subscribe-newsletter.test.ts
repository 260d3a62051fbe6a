import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  confirmAsVisitor,
  keptSubscribers,
  READERS,
  requestConfirmation,
  subscribeAsVisitor,
} from '../support/newsletter.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate public.newsletter_subscribers, public.newsletter_send_tickets cascade`
})

const subscribe = (email: string | null, language?: string) =>
  subscribeAsVisitor(database.sql, email, language)

/** Everything that is stored about subscribers and tickets. */
async function kept() {
  const { sql } = database
  return {
    subscribers: await keptSubscribers(sql),
    tickets: [...(await sql`select * from public.newsletter_send_tickets order by ticket_hash`)],
  }
}

describe('an address', () => {
  test.each([
    '',
    ' ',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@@example.org',
    'ada@example..org',
    'ada@.example.org',
    'ada@example.org.',
    'ada@-example.org',
    'ada@example-.org',
    'ada example@example.org',
    'ada@exa mple.org',
    'ada,grace@example.org',
    '<ada@example.org>',
    'Ada <ada@example.org>',
    'ada@example.org\nBcc: grace@example.org',
    'ada@[192.0.2.1]',
    '"ada"@example.org',
    'ädä@example.org',
    'ada@exämple.org',
    '\u212A@example.org',
    `ada@${'a'.repeat(64)}.org`,
    'ada@example.org,grace@example.org',
    "'; drop table public.newsletter_subscribers; --",
  ])('may not be %j, in the database and in the form, and nothing is written', async (typed) => {
    await subscribe(READERS.grace)
    const before = await kept()
    await expect(subscribe(typed)).rejects.toMatchObject({ code: '22023', message: 'Invalid email address' })
    expect(checkSubscriberEmail(typed)).toHaveProperty('problem')
    expect(await kept()).toEqual(before)
  })

  test('may not be missing', async () => {
    await expect(subscribe(null)).rejects.toMatchObject({ code: '22023', message: 'Invalid email address' })
    expect(await kept()).toEqual({ subscribers: [], tickets: [] })
  })

  test.each([
    READERS.ada,
    'a@b.co',
    "o'hara+news/de=x@sub.example.co.uk",
    '1.2.3@4.5.example',
    'ada@xn--exmple-cua.org',
    `ada@${'a'.repeat(63)}.org`,
    'ada@a.museum',
  ])('may be %s, in the database and in the form', async (email) => {
    expect(await subscribe(email)).toMatchObject({ success: true, email })
    expect(checkSubscriberEmail(email)).toEqual({ email })
  })

  test('of 256 characters is too long, in the database and in the form; one of 255 is not', async () => {
    const longest = `${'a'.repeat(243)}@example.org`
    await expect(subscribe(`a${longest}`)).rejects.toMatchObject({ code: '22023', message: 'Email too long' })
    expect(checkSubscriberEmail(`a${longest}`)).toEqual({ problem: 'validation.email.tooLong' })
    expect(await kept()).toEqual({ subscribers: [], tickets: [] })
    expect(await subscribe(`  ${longest} `)).toMatchObject({ email: longest })
    expect(checkSubscriberEmail(longest)).toEqual({ email: longest })
  })

  test('is the same in any case, and with space around it', async () => {
    for (const typed of ['ada@example.org', 'Ada@Example.ORG', '  ADA@EXAMPLE.org  '])
      expect(await subscribe(typed)).toMatchObject({ email: 'ada@example.org' })
    expect((await kept()).subscribers).toHaveLength(1)
  })

  test('that signs up several times concurrently is stored once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => subscribe(READERS.ada)))
    expect((await kept()).subscribers).toHaveLength(1)
  })

  test('cannot be stored twice', async () => {
    await subscribe(READERS.ada)
    const attempt = database.sql`insert into public.newsletter_subscribers (email) values ('ADA@example.org')`
    await expect(attempt).rejects.toMatchObject({ code: '23505' })
  })
})

test('a new subscriber is unconfirmed, has the requested language, and no token', async () => {
  await subscribe(READERS.ada, 'de')
  expect((await kept()).subscribers).toMatchObject([
    {
      email: READERS.ada,
      language: 'de',
      confirmed: false,
      is_active: true,
      confirmed_at: null,
      consent: {},
      requested_consent: {
        asked: expect.stringMatching(/^Sie möchten das KI-Briefing .* AI Watch.*\nMit der Anmeldung/),
        version: 1,
        language: 'de',
        by: 'form',
        at: expect.any(String),
      },
      confirmation_sent_at: null,
      tokens: null,
    },
  ])
})

test.each(['nl', '', 'EN', 'de; drop'])(
  'the language %j is none of ours and becomes English',
  async (code) => {
    await subscribe(READERS.ada, code)
    expect((await kept()).subscribers).toMatchObject([{ language: 'en' }])
  },
)

describe('the result', () => {
  test('is the same for an address that is new, pending, confirmed or unsubscribed', async () => {
    const { sql } = database
    const { confirmation_token: first, ...result } = await subscribe(READERS.ada)
    expect(result).toEqual({ success: true, email: READERS.ada })
    const tokens = [first]
    const subscribeAgain = async () => {
      const { confirmation_token: token, ...rest } = await subscribe(READERS.ada)
      expect(rest).toEqual(result)
      tokens.push(token)
    }
    await subscribeAgain()
    await sql`update public.newsletter_subscribers set confirmed = true`
    await subscribeAgain()
    await sql`update public.newsletter_subscribers set is_active = false`
    await subscribeAgain()
    expect(tokens.filter((token) => !/^[0-9a-f]{64}$/.test(token ?? ''))).toEqual([])
    expect(new Set(tokens).size).toBe(4)
  })

  test('contains a ticket that cannot confirm, and is stored as a hash only', async () => {
    const { confirmation_token: ticket } = await subscribe(READERS.ada)
    expect(await confirmAsVisitor(database.sql, ticket)).toMatchObject({ success: false, code: 'invalid' })
    expect(JSON.stringify(await kept())).not.toContain(ticket)
    expect((await kept()).tickets).toHaveLength(1)
  })
})

describe('signing up again', () => {
  test('changes nothing about a confirmed subscriber', async () => {
    await confirmAsVisitor(database.sql, await requestConfirmation(database.sql, READERS.ada, 'de'))
    const before = (await kept()).subscribers
    await subscribe(READERS.ada, 'fr')
    expect((await kept()).subscribers).toEqual(before)
  })

  test('leaves an address unsubscribed, with its first consent, until it is confirmed', async () => {
    await confirmAsVisitor(database.sql, await requestConfirmation(database.sql, READERS.ada))
    await database.sql`update public.newsletter_subscribers set is_active = false`
    const [before] = (await kept()).subscribers
    await subscribe(READERS.ada, 'fr')
    const [after] = (await kept()).subscribers
    expect(after).toEqual({ ...before, language: 'fr', requested_consent: after?.requested_consent })
    expect(after?.is_active).toBe(false)
  })

  test('does not affect a link that was mailed already', async () => {
    const token = await requestConfirmation(database.sql, READERS.ada)
    await subscribe(READERS.ada)
    expect(await confirmAsVisitor(database.sql, token)).toMatchObject({ code: 'confirmed' })
  })
})
