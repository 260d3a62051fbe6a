import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import {
  confirmAsVisitor,
  keptSubscribers,
  letTimePass,
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

const confirm = (token: string | null) => confirmAsVisitor(database.sql, token)
const request = (email: string) => requestConfirmation(database.sql, email)
const subscribers = () => keptSubscribers(database.sql)
const tenMinutesPass = () => letTimePass(database.sql, '10 minutes')

const RESULTS = {
  confirmed: { success: true, code: 'confirmed', message: 'Email confirmed successfully!' },
  used: { success: false, code: 'used', message: 'This confirmation link has already been used.' },
  invalid: { success: false, code: 'invalid', message: 'Invalid confirmation link' },
  expired: {
    success: false,
    code: 'expired',
    message: 'This confirmation link has expired. Please subscribe again.',
  },
}

/**
 * Every state of an address and of a link to it: the events before, the link that is opened then, the result of the function, and its
 * changes: `spent` is the link only, `subscribed` the address as well.
 */
const STATES: [
  address: string,
  story: string,
  link: number,
  result: keyof typeof RESULTS,
  change: 'nothing' | 'spent' | 'subscribed',
][] = [
  ['pending', 'mail', 1, 'confirmed', 'subscribed'],
  ['pending', 'mail, mail', 1, 'confirmed', 'subscribed'],
  ['pending', 'mail, mail', 2, 'confirmed', 'subscribed'],
  ['pending', 'mail, 71 hours, mail', 1, 'confirmed', 'subscribed'],
  ['pending', 'mail, 72 hours', 1, 'expired', 'nothing'],
  ['pending', 'mail, 72 hours, mail', 1, 'expired', 'nothing'],
  ['pending', 'mail, 72 hours, mail', 2, 'confirmed', 'subscribed'],
  ['pending, unsubscribed', 'mail, unsubscribe', 1, 'expired', 'nothing'],
  ['pending, unsubscribed', 'mail, unsubscribe, mail', 1, 'expired', 'nothing'],
  ['pending, unsubscribed', 'mail, unsubscribe, mail', 2, 'confirmed', 'subscribed'],
  ['pending, activated', 'mail, unsubscribe, 1 hour, activate', 1, 'expired', 'nothing'],
  // An unsubscription by mistake, undone at once.
  ['pending, as before', 'mail, unsubscribe, activate', 1, 'confirmed', 'subscribed'],
  ['subscribed, as before', 'mail, mail, open 2, unsubscribe, activate', 1, 'confirmed', 'spent'],
  ['subscribed', 'mail, open 1', 1, 'confirmed', 'nothing'],
  ['subscribed', 'mail, open 1, 23 hours', 1, 'confirmed', 'nothing'],
  ['subscribed', 'mail, open 1, 24 hours', 1, 'used', 'nothing'],
  ['subscribed', 'mail, 71 hours, open 1, 2 hours', 1, 'confirmed', 'nothing'],
  ['subscribed', 'mail, mail, open 2', 1, 'confirmed', 'spent'],
  ['subscribed', 'mail, mail, open 1', 2, 'confirmed', 'spent'],
  ['subscribed', 'mail, mail, open 2, 71 hours', 1, 'confirmed', 'spent'],
  ['subscribed', 'mail, mail, open 2, 72 hours', 1, 'expired', 'nothing'],
  ['subscribed', 'mail, mail, open 2, open 1', 1, 'confirmed', 'nothing'],
  ['subscribed', 'mail, mail, open 2, 23 hours, open 1, 1 hour', 1, 'confirmed', 'nothing'],
  ['subscribed', 'mail, mail, open 2, open 1, 24 hours', 1, 'used', 'nothing'],
  ['unsubscribed', 'mail, open 1, unsubscribe', 1, 'used', 'nothing'],
  ['unsubscribed', 'mail, open 1, unsubscribe, 24 hours', 1, 'used', 'nothing'],
  ['unsubscribed', 'mail, mail, open 2, unsubscribe', 1, 'expired', 'nothing'],
  ['unsubscribed', 'mail, mail, open 2, open 1, unsubscribe', 1, 'used', 'nothing'],
  ['unsubscribed', 'mail, open 1, unsubscribe, mail', 1, 'used', 'nothing'],
  ['unsubscribed', 'mail, open 1, unsubscribe, mail', 2, 'confirmed', 'subscribed'],
  ['unsubscribed', 'mail, open 1, unsubscribe, mail, 72 hours', 2, 'expired', 'nothing'],
  ['unsubscribed', 'mail, mail, open 2, unsubscribe, mail', 1, 'expired', 'nothing'],
  ['unsubscribed twice', 'mail, open 1, unsubscribe, mail, open 2, unsubscribe', 2, 'used', 'nothing'],
  [
    'unsubscribed twice',
    'mail, open 1, unsubscribe, mail, mail, open 3, unsubscribe',
    2,
    'expired',
    'nothing',
  ],
  ['subscribed again', 'mail, open 1, unsubscribe, mail, open 2', 1, 'confirmed', 'nothing'],
  ['subscribed again', 'mail, open 1, unsubscribe, mail, open 2', 2, 'confirmed', 'nothing'],
  ['subscribed again', 'mail, mail, open 2, unsubscribe, mail, open 3', 1, 'expired', 'nothing'],
  ['activated', 'mail, mail, open 2, unsubscribe, 1 hour, activate', 1, 'expired', 'nothing'],
  ['activated', 'mail, mail, open 2, unsubscribe, activate', 2, 'confirmed', 'nothing'],
  ['activated', 'mail, open 1, unsubscribe, mail, activate', 2, 'confirmed', 'spent'],
  ['deleted', 'mail, delete', 1, 'invalid', 'nothing'],
  ['deleted', 'mail, open 1, delete', 1, 'invalid', 'nothing'],
  ['signed up anew', 'mail, open 1, delete, mail', 1, 'invalid', 'nothing'],
  ['signed up anew', 'mail, open 1, delete, mail', 2, 'confirmed', 'subscribed'],
]

describe('a link to an address that is', () => {
  test.each(STATES)('%s after [%s]: link %i returns %s and changes: %s', async (...state) => {
    const [, story, link, result, change] = state
    const tokens = await live(story)
    const token = tokens[link - 1] ?? ''
    const before = await subscribers()
    expect(await confirm(token)).toEqual(RESULTS[result])
    const after = await subscribers()
    if (change === 'nothing') expect(after).toEqual(before)
    else expect(after).not.toEqual(before)
    const withoutTokens = (rows: object[]) => rows.map((row) => ({ ...row, tokens: [] }))
    if (change === 'spent') expect(withoutTokens(after)).toEqual(withoutTokens(before))
    if (change === 'subscribed') {
      const consent = {
        asked: expect.stringContaining('Sunday AI Briefing'),
        confirmed_at: expect.any(String),
      }
      expect(after).toMatchObject([
        { confirmed: true, is_active: true, confirmed_at: expect.any(Date), consent },
      ])
      expect(after[0]?.confirmed_at).not.toEqual(before[0]?.confirmed_at)
    }

    expect(await confirm(token)).toEqual(RESULTS[result])
    expect(await subscribers()).toEqual(after)
  })

  /** Repeats what happened to Ada's address, and returns the tokens of her mails. */
  async function live(story: string): Promise<string[]> {
    const { sql } = database
    const tokens: string[] = []
    for (const step of story.split(', ')) {
      const [what, which] = step.split(' ')
      if (what === 'mail') {
        await tenMinutesPass()
        tokens.push(await request(READERS.ada))
      } else if (what === 'open') {
        expect(await confirm(tokens[Number(which) - 1] ?? '')).toEqual(RESULTS.confirmed)
      } else if (what === 'unsubscribe') await sql`update public.newsletter_subscribers set is_active = false`
      else if (what === 'activate') await sql`update public.newsletter_subscribers set is_active = true`
      else if (what === 'delete') await sql`delete from public.newsletter_subscribers`
      else await letTimePass(sql, step)
    }
    return tokens
  }
})

describe('a token', () => {
  test('confirms its own address only', async () => {
    await request(READERS.grace)
    await confirm(await request(READERS.ada))
    expect(await subscribers()).toMatchObject([
      { email: READERS.ada, confirmed: true },
      { email: READERS.grace, confirmed: false, consent: {} },
    ])
  })

  test('confirms the sign-up for which it was mailed', async () => {
    const token = await request(READERS.ada)
    const [asked] = await subscribers()
    await tenMinutesPass()
    await request(READERS.ada)
    await confirm(token)
    const [confirmed] = await subscribers()
    expect(confirmed?.consent).toMatchObject(asked?.requested_consent ?? {})
    expect(confirmed?.consent).not.toMatchObject(confirmed?.requested_consent ?? {})
  })

  test('is valid for 72 hours', async () => {
    await request(READERS.ada)
    const [row] = await database.sql`
      select expires_at - created_at = interval '72 hours' as is_right from private.newsletter_confirmation_tokens`
    expect(row?.is_right).toBe(true)
  })

  test('is one of at most five valid ones; older ones are deleted, used and expired ones are not', async () => {
    const mail = async () => {
      await tenMinutesPass()
      return request(READERS.ada)
    }
    const used = await mail()
    await confirm(used)
    await database.sql`update public.newsletter_subscribers set is_active = false`
    const expired = await mail()
    await letTimePass(database.sql, '72 hours')
    const tokens = []
    for (let n = 0; n < 7; n++) tokens.push(await mail())
    const results = []
    for (const token of [used, expired, ...tokens]) results.push((await confirm(token)).code)
    expect(results).toEqual(['used', 'expired', 'invalid', 'invalid', ...Array(5).fill('confirmed')])
  })

  test('does not count for other addresses', async () => {
    const grace = await request(READERS.grace)
    for (let n = 0; n < 6; n++) {
      await tenMinutesPass()
      await request(READERS.ada)
    }
    expect(await confirm(grace)).toEqual(RESULTS.confirmed)
  })

  test('may have space around it, as mail programs add it', async () => {
    const token = await request(READERS.ada)
    expect(await confirm(` ${token} `)).toEqual(RESULTS.confirmed)
  })

  test('is stored as a hash only', async () => {
    const token = await request(READERS.ada)
    expect(JSON.stringify(await subscribers())).not.toContain(token)
  })
})

describe('concurrently', () => {
  /** The result of a second session that has to wait until `first` is committed. */
  async function meanwhile<T>(first: (sql: Session) => Promise<unknown>, second: () => Promise<T>) {
    let waiting: Promise<T> | undefined
    await database.sql.transaction(async (transaction) => {
      await first(transaction)
      waiting = second()
      await untilSomebodyWaits(database.sql)
    })
    return waiting
  }

  test('one link opened twice confirms once, and both requests report success', async () => {
    const token = await request(READERS.ada)
    let confirmedAt: unknown
    const second = await meanwhile(
      async (sql) => {
        const [first] = await sql`select public.confirm_newsletter_subscription(${token}) as result`
        expect(first?.result).toEqual(RESULTS.confirmed)
        const [ada] = await sql`select confirmed_at from public.newsletter_subscribers`
        confirmedAt = ada?.confirmed_at
      },
      () => confirm(token),
    )
    expect(second).toEqual(RESULTS.confirmed)
    expect(await subscribers()).toMatchObject([{ confirmed_at: confirmedAt }])
  })

  test('two links of one address confirm it once, and both requests report success', async () => {
    const one = await request(READERS.ada)
    await tenMinutesPass()
    const two = await request(READERS.ada)
    let confirmed: unknown
    const second = await meanwhile(
      async (sql) => {
        await sql`select public.confirm_newsletter_subscription(${one})`
        confirmed =
          await sql`select confirmed_at, consent from public.newsletter_subscribers, private.newsletter_consents`
      },
      () => confirm(two),
    )
    expect(second).toEqual(RESULTS.confirmed)
    expect(await subscribers()).toMatchObject([(confirmed as object[])[0]])
  })

  test('many requests with both end in one confirmation', async () => {
    const one = await request(READERS.ada)
    await tenMinutesPass()
    const two = await request(READERS.ada)
    const results = await Promise.all([one, two, one, two, one, two, one, two].map(confirm))
    expect(results).toEqual(Array(8).fill(RESULTS.confirmed))
  })

  test('a sign-up during a confirmation finds a confirmed subscriber, and changes nothing', async () => {
    const token = await request(READERS.ada)
    await tenMinutesPass()
    const [before] = await subscribers()
    await meanwhile(
      (sql) => sql`select public.confirm_newsletter_subscription(${token})`,
      () => subscribeAsVisitor(database.sql, READERS.ada, 'fr'),
    )
    const { language, requested_consent } = before ?? {}
    expect(await subscribers()).toMatchObject([{ confirmed: true, language, requested_consent }])
    await expect(request(READERS.ada)).rejects.toThrow('already_subscribed')
  })

  test('a mail during a confirmation says that the address is subscribed', async () => {
    const token = await request(READERS.ada)
    await tenMinutesPass()
    await subscribeAsVisitor(database.sql, READERS.ada)
    const mailing = await meanwhile(
      (sql) => sql`select public.confirm_newsletter_subscription(${token})`,
      async () => {
        const [row] =
          await database.sql`select private.begin_confirmation_mail(${READERS.ada}, 'hash') as result`
        return row?.result
      },
    )
    expect(mailing).toMatchObject({ outcome: 'already_subscribed' })
  })

  test('a confirmation during a sign-up uses the consent from before', async () => {
    const token = await request(READERS.ada)
    const [before] = await subscribers()
    const result = await meanwhile(
      (sql) => sql`select public.subscribe_newsletter(${READERS.ada}, 'fr')`,
      () => confirm(token),
    )
    expect(result).toEqual(RESULTS.confirmed)
    expect(await subscribers()).toMatchObject([{ confirmed: true, consent: before?.requested_consent }])
  })

  test('a link does not resubscribe a reader who unsubscribes while it is opened', async () => {
    const one = await request(READERS.ada)
    await tenMinutesPass()
    const two = await request(READERS.ada)
    await confirm(one)
    const result = await meanwhile(
      (sql) => sql`update public.newsletter_subscribers set is_active = false`,
      () => confirm(two),
    )
    expect(result).toEqual(RESULTS.expired)
    expect(await subscribers()).toMatchObject([{ is_active: false }])
  })

  test('a link to an address that is deleted while it is opened is invalid', async () => {
    const token = await request(READERS.ada)
    const result = await meanwhile(
      (sql) => sql`delete from public.newsletter_subscribers`,
      () => confirm(token),
    )
    expect(result).toEqual(RESULTS.invalid)
  })
})

describe('an invalid token', () => {
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
    expect(await confirm(make(token))).toEqual(RESULTS.invalid)
    expect(await subscribers()).toEqual(before)
  })

  test('never matches a subscriber who was not mailed', async () => {
    await database.sql`insert into public.newsletter_subscribers (email) values (${READERS.ada})`
    for (const token of [null, '', 'null']) expect(await confirm(token)).toEqual(RESULTS.invalid)
    expect(await subscribers()).toMatchObject([{ confirmed: false }])
  })
})
