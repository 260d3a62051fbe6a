import { createHash } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { ConfirmationResult, SubscribeResult } from '#core/domain/subscriber.ts'
import { redeemTicket } from '#server/features/newsletter/functions/send-confirmation-email.ts'
import { LINK_TTL_HOURS } from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { openLimits } from '#server/platform/limits/open-limits.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { type SunkMail, startMailSink } from '../../../../tests/mocks/mail-sink.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import { keptSubscribers, letTimePass } from '../../../../tests/support/newsletter.ts'
import { testHash } from '../../../../tests/support/test-settings.ts'

const siteUrl = 'https://aiwatch.example'

const database = await createTestDatabase()
const limits = openLimits(database.address, testHash)
afterAll(async () => {
  await limits.close()
  await database.drop()
})
const { sql } = database

/** A reader in front of the sign-up form, with a real database and a real mail server behind it. */
async function arrive(email: string) {
  const sink = await startMailSink()
  const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl })
  const mail = createSmtpTransport({ url: sink.url, sender, socketTimeoutMs: 1000 })
  const jobs = await startTestJobs(database, { mail, siteUrl })
  onTestFinished(async () => {
    await jobs.stop()
    await mail.close()
    await sink.close()
  })

  /** Uses the ticket and waits for the jobs; returns the result. */
  const spend = async (confirmationToken: string, as = email) => {
    const outcome = await redeemTicket({ sql, queue: jobs.queue, limits }, { email: as, confirmationToken })
    await untilJobsAreDone(sql)
    return outcome
  }
  return {
    sink,
    spend,
    signUp: async (language = 'en') => spend(await takeTicket(email, language)),
    row: async () => (await keptSubscribers(sql)).find((row) => row.email === email),
    deliveries: () => sql`
      select status, attempts, last_error from public.mail_deliveries where recipient = ${email} order by created_at`,
    tenMinutesPass: () => letTimePass(sql, '10 minutes'),
  }
}

async function takeTicket(email: string, language = 'en'): Promise<string> {
  const [row] = await sql<[{ answer: SubscribeResult }]>`
    select public.subscribe_newsletter(${email}, ${language}) as answer`
  return row.answer.confirmation_token ?? ''
}

async function confirm(token: string): Promise<ConfirmationResult['code']> {
  const [row] = await sql<[{ answer: ConfirmationResult }]>`
    select public.confirm_newsletter_subscription(${token}) as answer`
  return row.answer.code
}

/** Finds the token in the link of a confirmation mail. */
function tokenIn(mail: SunkMail | undefined): string {
  return /\/confirm-subscription\?token=([\w-]{43})(?:&|\s|$)/.exec(mail?.parsed.text ?? '')?.[1] ?? ''
}

test('a new reader is mailed a link, in the language of the sign-up, that confirms for a day', async () => {
  const { sink, signUp, row } = await arrive('ada@example.com')
  expect(await signUp('de')).toBe('accepted')
  const [mail] = sink.mails
  expect(mail?.envelope.to).toEqual(['ada@example.com'])
  expect(mail?.parsed.subject).toBe('Bitte bestätigen Sie Ihr Newsletter-Abonnement bei AI Watch')
  expect(mail?.parsed.text).toContain(`${siteUrl}/confirm-subscription?token=${tokenIn(mail)}&lang=de\n`)
  expect(mail?.parsed.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )

  expect(await confirm(tokenIn(mail))).toBe('confirmed')
  expect(await row()).toMatchObject({ confirmed: true, is_active: true, language: 'de' })
  await letTimePass(sql, '1 day')
  expect(await confirm(tokenIn(mail))).toBe('used')
})

test('the ticket in the browser cannot confirm, and the database stores only the hash of the token', async () => {
  const { sink, spend, row } = await arrive('bob@example.com')
  const ticket = await takeTicket('bob@example.com')
  expect(await confirm(ticket)).toBe('invalid')
  await spend(ticket)
  expect(await confirm(ticket)).toBe('invalid')
  const token = tokenIn(sink.mails[0])
  const token_hash = createHash('sha256').update(token).digest('hex')
  expect(await row()).toMatchObject({ tokens: [{ token_hash }] })
  expect(JSON.stringify(await row())).not.toContain(token)
})

test('the link expires after the time that the mail says', async () => {
  const { signUp } = await arrive('cleo@example.com')
  await signUp()
  const [life] = await sql`
    select extract(epoch from expires_at - created_at) / 3600 as hours
    from private.newsletter_confirmation_tokens join public.newsletter_subscribers on id = subscriber_id
    where email = 'cleo@example.com'`
  expect(Number(life?.hours)).toBe(LINK_TTL_HOURS)
})

test('a subscriber who signs up again gets a mail that says so, and does not change', async () => {
  const { sink, signUp, row, tenMinutesPass } = await arrive('dana@example.com')
  await signUp('fr')
  await confirm(tokenIn(sink.mails[0]))
  await tenMinutesPass()
  const before = await row()

  expect(await signUp('it')).toBe('accepted')
  expect(sink.mails[1]?.parsed.subject).toBe('Votre abonnement à AI Watch est déjà actif')
  expect(sink.mails[1]?.parsed.text).not.toContain('http')
  expect(await row()).toEqual({ ...before, confirmation_sent_at: expect.any(Date) })
})

test('someone who unsubscribed comes back only by confirming again', async () => {
  const { sink, signUp, row, tenMinutesPass } = await arrive('emil@example.com')
  await signUp()
  await confirm(tokenIn(sink.mails[0]))
  await sql`update public.newsletter_subscribers set is_active = false where email = 'emil@example.com'`
  await tenMinutesPass()

  await signUp()
  expect((await row())?.is_active).toBe(false)
  expect(await confirm(tokenIn(sink.mails[1]))).toBe('confirmed')
  expect((await row())?.is_active).toBe(true)
})

test('within ten minutes nothing more is mailed, and the first link still works', async () => {
  const { sink, signUp } = await arrive('finn@example.com')
  await signUp()
  expect(await signUp()).toBe('accepted')
  expect(sink.mails).toHaveLength(1)
  expect(await confirm(tokenIn(sink.mails[0]))).toBe('confirmed')
})

test('of one address that is signed up all day long five mails are made', async () => {
  const { sink, signUp, tenMinutesPass } = await arrive('greta@example.com')
  for (let signUps = 1; signUps <= 7; signUps++) {
    expect(await signUp()).toBe('accepted')
    await tenMinutesPass()
  }
  expect(sink.mails).toHaveLength(5)
  await sql`update public.mail_deliveries set created_at = created_at - interval '1 day'`
  await signUp()
  expect(sink.mails).toHaveLength(6)
})

test('after ten minutes a new link is mailed, and the old one stays good', async () => {
  const { sink, signUp, tenMinutesPass } = await arrive('gita@example.com')
  await signUp()
  await tenMinutesPass()
  await signUp()
  expect(await confirm(tokenIn(sink.mails[0]))).toBe('confirmed')
  expect(await confirm(tokenIn(sink.mails[1]))).toBe('confirmed')
})

test('letters that normalise to ASCII are no valid address, because the mail would go to another person', async () => {
  await expect(takeTicket('\u212Aim@example.com')).rejects.toThrow('Invalid email address')
})

test('a ticket is good once, for its own address and a quarter of an hour', async () => {
  const { sink, spend } = await arrive('hugo@example.com')
  const ticket = await takeTicket('hugo@example.com')
  expect(await spend(ticket, 'eve@example.net')).toBe('invalid_ticket')
  expect(await spend('0'.repeat(64))).toBe('invalid_ticket')

  const late = await takeTicket('hugo@example.com')
  await sql`
    update public.newsletter_send_tickets set expires_at = now()
    where ticket_hash = ${createHash('sha256').update(late).digest('hex')}`
  expect(await spend(late)).toBe('invalid_ticket')
  expect(sink.mails).toEqual([])

  expect(await spend(ticket, ' Hugo@Example.com ')).toBe('accepted')
  expect(await spend(ticket)).toBe('invalid_ticket')
  expect(sink.mails).toHaveLength(1)
})

test('one ticket spent many times at once, or many tickets of one address, make one mail', async () => {
  const { sink, spend } = await arrive('ines@example.com')
  const ticket = await takeTicket('ines@example.com')
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => spend(ticket)))
  expect(outcomes.sort()).toEqual(['accepted', ...Array(4).fill('invalid_ticket')])

  const tickets = await Promise.all(Array.from({ length: 5 }, () => takeTicket('ines@example.com')))
  expect(await Promise.all(tickets.map((one) => spend(one)))).toEqual(Array(5).fill('accepted'))
  expect(sink.mails).toHaveLength(1)
})

test('an address that was deleted after the sign-up gets no mail and the usual response', async () => {
  const { sink, spend } = await arrive('jane@example.com')
  const ticket = await takeTicket('jane@example.com')
  await sql`delete from public.newsletter_subscribers where email = 'jane@example.com'`
  expect(await spend(ticket)).toBe('accepted')
  expect(sink.mails).toEqual([])
})

test('when the mail server refuses for good, the address may ask again at once', async () => {
  const { sink, signUp, row, deliveries } = await arrive('kim@example.com')
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 550 })
  expect(await signUp()).toBe('accepted')
  expect(await deliveries()).toMatchObject([
    { status: 'failed', attempts: 1, last_error: expect.stringContaining('550') },
  ])
  expect(await row()).toMatchObject({ tokens: null, confirmation_sent_at: null })

  sink.behave({ kind: 'accept' })
  expect(await signUp()).toBe('accepted')
  expect(await confirm(tokenIn(sink.mails[0]))).toBe('confirmed')
})

test('a second mail that could not be handed over withdraws its own link, and not the first', async () => {
  const { sink, signUp, tenMinutesPass } = await arrive('kai@example.com')
  await signUp()
  await tenMinutesPass()
  sink.behave({ kind: 'refuse', at: 'data', code: 554 })
  await signUp()
  const [tokens] = await sql`
    select count(*)::int as count from private.newsletter_confirmation_tokens
    join public.newsletter_subscribers on id = subscriber_id where email = 'kai@example.com'`
  expect(tokens?.count).toBe(1)
  expect(await confirm(tokenIn(sink.mails[0]))).toBe('confirmed')
})

test('a note that could not be mailed leaves the record of the confirmation as it was', async () => {
  const { sink, signUp, row, tenMinutesPass } = await arrive('lea@example.com')
  await signUp()
  await confirm(tokenIn(sink.mails[0]))
  await tenMinutesPass()
  const before = await row()
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 550 })
  await signUp()
  expect(await row()).toEqual({ ...before, confirmation_sent_at: null })
})

test('when the mail may have arrived, its link works and no second mail follows within ten minutes', async () => {
  const { sink, signUp, deliveries } = await arrive('mona@example.com')
  sink.behave({ kind: 'hang' })
  await signUp()
  expect(await deliveries()).toMatchObject([{ status: 'uncertain', attempts: 1 }])

  sink.behave({ kind: 'accept' })
  expect(await signUp()).toBe('accepted')
  expect(sink.mails).toHaveLength(1)
  expect(await confirm(tokenIn(sink.mails[0]))).toBe('confirmed')
})
