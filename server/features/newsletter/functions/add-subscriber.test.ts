import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  addSubscriber,
  bringBack,
  deleteSubscriber,
  findSubscriber,
  isRefusedReturn,
  sendConfirmationAgain,
  unsubscribe,
} from '#core/data/desk-subscribers.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import {
  confirmAsVisitor,
  letTimePass,
  READERS,
  requestConfirmation,
} from '../../../../tests/support/newsletter.ts'
import { mailsInOutbox } from '../../../../tests/support/subscribers.ts'

const { ada } = READERS
let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(
    app.database.sql,
    'public.newsletter_subscribers, private.suppressed_addresses, public.audit_log, private.rate_limits, public.outbox_mails, public.mail_deliveries',
  )
})

const add = (email = ada) => addSubscriber(admin, { email, language: 'de' })

async function added(email = ada): Promise<string> {
  const answer = await add(email)
  if (answer.status === 'refused') throw new Error(answer.message)
  return answer.data.id
}

/** The token of the confirmation mail in the outbox. */
async function mailedToken(): Promise<string> {
  await untilJobsAreDone(app.database.sql)
  const [mail] = await mailsInOutbox(app.database.sql, ada)
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const audited = () =>
  app.database.sql`select action, details from public.audit_log where kind = 'subscribers' order by id`

test('an address that an administrator adds is pending, gets the usual mail, and is confirmed by its link alone', async () => {
  const id = await added(' Ada@Example.org ')
  const account = (await admin.auth.getUser()).data.user?.id
  expect(await findSubscriber(admin, id)).toMatchObject({
    email: 'ada@example.org',
    language: 'de',
    confirmed: false,
    is_active: true,
    consent: {},
    requested_consent: { by: 'administrator', added_by: account, language: 'de', ip: null },
  })
  expect(await confirmAsVisitor(app.database.sql, await mailedToken())).toMatchObject({ code: 'confirmed' })
  expect(await findSubscriber(admin, id)).toMatchObject({
    confirmed: true,
    consent: { by: 'administrator', added_by: account, confirmed_at: expect.any(String) },
  })
  expect(await audited()).toEqual([{ action: 'add_subscriber', details: {} }])
})

test('who is on the list, has left, or must not be mailed is refused with a sentence, and gets no mail', async () => {
  const { sql } = app.database
  const state = (change: string) => sql.run(`update public.newsletter_subscribers set ${change}`, [])
  const id = await added()
  await untilJobsAreDone(sql)
  const refusal = async () => {
    const answer = await add('ADA@example.org')
    return answer.status === 'refused' ? answer.code : 'added'
  }
  expect(await add()).toEqual({
    status: 'refused',
    code: 'pending',
    message: 'This address is on the list already, and has not confirmed yet.',
  })
  await state('confirmed = true, confirmed_at = now()')
  expect(await refusal()).toBe('subscribed')
  for (const reason of ['administrator', 'unsubscribed', 'bounced', 'complained']) {
    await state(`is_active = false, left_reason = '${reason}'`)
    expect(await refusal()).toBe(reason)
  }
  // The row is gone, and what the address said stays known.
  await deleteSubscriber(admin, id)
  expect(await refusal()).toBe('complained')
  await sql`update private.suppressed_addresses set reason = 'erased'`
  expect(await refusal()).toBe('erased')
  await untilJobsAreDone(sql)
  expect(await mailsInOutbox(sql, ada)).toHaveLength(1)
  expect(await sql`select from public.newsletter_subscribers`).toEqual([])
})

test.each([
  {},
  { email: ada },
  { email: 'ada', language: 'en' },
  { email: ada, language: 'xx' },
  { email: ada, language: 'en', confirmed: true },
])('what is no address with a language is refused: %j', async (body) => {
  const { error } = await admin.functions.invoke('add-subscriber', { body })
  expect(error.context.status).toBe(400)
  expect(await app.database.sql`select from public.newsletter_subscribers`).toEqual([])
})

test('who is pending is sent another confirmation, at most every ten minutes, and nobody else is', async () => {
  const { sql } = app.database
  const id = await added()
  await untilJobsAreDone(sql)
  expect(await sendConfirmationAgain(admin, id)).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('ten minutes'),
  })
  await letTimePass(sql, '11 minutes')
  expect(await sendConfirmationAgain(admin, id)).toMatchObject({ status: 'answered' })
  await untilJobsAreDone(sql)
  expect(await mailsInOutbox(sql, ada)).toHaveLength(2)
  expect(await audited()).toEqual([
    { action: 'add_subscriber', details: {} },
    { action: 'send_confirmation_again', details: {} },
  ])

  await letTimePass(sql, '11 minutes')
  await unsubscribe(admin, id)
  expect(await sendConfirmationAgain(admin, id)).toMatchObject({ status: 'refused', code: 'administrator' })
  await bringBack(admin, id)
  await sql`update public.newsletter_subscribers set confirmed = true, confirmed_at = now()`
  expect(await sendConfirmationAgain(admin, id)).toMatchObject({ status: 'refused', code: 'subscribed' })
  await deleteSubscriber(admin, id)
  expect(await sendConfirmationAgain(admin, id)).toMatchObject({ status: 'refused' })
  await untilJobsAreDone(sql)
  expect(await mailsInOutbox(sql, ada)).toHaveLength(2)
})

test('of many who add one address at once, one does', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => add()))
  expect(answers.filter(({ status }) => status === 'answered')).toHaveLength(1)
  await untilJobsAreDone(app.database.sql)
  expect(await mailsInOutbox(app.database.sql, ada)).toHaveLength(1)
})

test('an address that was entered too often is not added', async () => {
  for (let n = 0; n < 10; n += 1) {
    await deleteSubscriber(admin, await added(READERS.grace))
  }
  expect(await add(READERS.grace)).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('ten minutes'),
  })
  expect(await app.database.sql`select from public.newsletter_subscribers`).toEqual([])
})

test('an unsubscription that is undone at once leaves everything as it was, and is noted', async () => {
  const { sql } = app.database
  const id = await added()
  const token = await mailedToken()
  const before = await sql`
    select s.*, t.expires_at, c.requested_consent from public.newsletter_subscribers as s
    join private.newsletter_confirmation_tokens as t on t.subscriber_id = s.id
    join private.newsletter_consents as c on c.subscriber_id = s.id`
  await unsubscribe(admin, id)
  expect(await findSubscriber(admin, id)).toMatchObject({ is_active: false, open_links: 0 })
  await bringBack(admin, id)
  expect(
    await sql`
      select s.*, t.expires_at, c.requested_consent from public.newsletter_subscribers as s
      join private.newsletter_confirmation_tokens as t on t.subscriber_id = s.id
      join private.newsletter_consents as c on c.subscriber_id = s.id`,
  ).toEqual(before)
  expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'confirmed' })
  expect(await audited()).toEqual([
    { action: 'add_subscriber', details: {} },
    { action: 'change_subscribers', details: { removed: 1, returned: 0 } },
    { action: 'change_subscribers', details: { removed: 0, returned: 1 } },
  ])
})

test('who is brought back later keeps the links invalid that the unsubscription has ended', async () => {
  const { sql } = app.database
  const id = await added()
  const token = await mailedToken()
  await unsubscribe(admin, id)
  await letTimePass(sql, '2 minutes')
  await bringBack(admin, id)
  expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'expired' })
})

test('who unsubscribes by themselves in the meantime is not brought back by an undo', async () => {
  const { sql } = app.database
  await confirmAsVisitor(sql, await requestConfirmation(sql, ada))
  const [{ id }] = await sql<[{ id: string }]>`select id from public.newsletter_subscribers`
  await unsubscribe(admin, id)
  await sql`update public.newsletter_subscribers set left_reason = 'unsubscribed' where id = ${id}`
  await expect(bringBack(admin, id)).rejects.toSatisfy(isRefusedReturn)
})
