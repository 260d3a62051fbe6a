import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { signToken } from '../../../../tests/support/auth.ts'
import { mailsTo } from '../../../../tests/support/links.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const NORA = 'nora@example.org'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function invite(body: unknown, { token = '', headers = {}, method = 'POST' } = {}) {
  const response = await fetch(`${app.url}/functions/v1/invite-member`, {
    method,
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const invitations = () =>
  app.database.sql<
    { email: string; role: string; languages: string[] }[]
  >`select email, role, languages from private.invitations order by email`
const nora = () => mintToken(app.database.sql, NORA)

test('an administrator has an invitation mailed', async () => {
  expect(
    await invite(
      { email: 'Ada@example.org', role: 'translator', languages: ['fr', 'de'], mailLanguage: 'en' },
      { token: await nora() },
    ),
  ).toMatchObject({
    status: 200,
    body: { success: true },
  })
  const [mail, ...others] = await mailsTo(app.database.sql, 'ada@example.org')
  expect(others).toEqual([])
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    `${NORA} invites ada@example.org to the desk of AI Watch. Your role: translator (French and German).`,
  )
  expect(await invitations()).toEqual([
    { email: 'ada@example.org', role: 'translator', languages: ['fr', 'de'] },
  ])
})

test('an invitation is in the language of the translator, of the one who invites, or that was chosen, and mails stay in it', async () => {
  const { sql } = app.database
  const token = await nora()
  const profiles = () =>
    sql`select language from public.profiles join auth.users on id = user_id where email = 'otto@example.org'`
  const subjectFor = async (body: object) => {
    await invite({ email: 'otto@example.org', ...body }, { token })
    return (await mailsTo(sql, 'otto@example.org')).at(-1)?.subject
  }
  await sql`update public.profiles set language = 'it' where user_id = (select id from auth.users where email = ${NORA})`
  expect(await subjectFor({ role: 'author' })).toBe('Invito alla redazione di AI Watch')
  expect(await subjectFor({ role: 'author', mailLanguage: 'de' })).toBe(
    'Einladung in die Redaktion von AI Watch',
  )
  expect(await subjectFor({ role: 'author' })).toBe('Einladung in die Redaktion von AI Watch')
  await sql`delete from private.invitations where email = 'otto@example.org'`
  expect(await subjectFor({ role: 'translator', languages: ['fr', 'de'] })).toBe(
    'Invitation à rejoindre la rédaction\u00a0: AI Watch',
  )
  const [mail] = (await mailsTo(sql, 'otto@example.org')).slice(-1)
  const token_hash = /token_hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const otto = app.anonymous()
  expect((await otto.auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
  expect(await profiles()).toEqual([{ language: 'fr' }])
  await otto.auth.resetPasswordForEmail('otto@example.org')
  expect((await mailsTo(sql, 'otto@example.org')).at(-1)?.subject).toBe(
    'Choisissez un nouveau mot de passe pour AI Watch',
  )
  await sql`update public.profiles set language = 'en'`
})

test('who accepts and chooses a first password is not told that it was changed, and is told of the next change', async () => {
  const { sql } = app.database
  await invite({ email: 'hedy@example.org', role: 'author' }, { token: await nora() })
  const [mail] = await mailsTo(sql, 'hedy@example.org')
  const token_hash = /token_hash=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const hedy = app.anonymous()
  expect((await hedy.auth.verifyOtp({ type: 'invite', token_hash })).error).toBeNull()
  const password = 'rook lantern seventy plum'
  expect((await hedy.auth.updateUser({ password })).error).toBeNull()
  const subjects = async () => (await mailsTo(sql, 'hedy@example.org')).map(({ subject }) => subject)
  expect(await subjects()).toEqual([mail?.subject])
  const next = { password: 'plum seventy lantern rook', current_password: password }
  expect((await hedy.auth.updateUser(next)).error).toBeNull()
  expect(await subjects()).toEqual([mail?.subject, 'Your password was changed at AI Watch'])
})

test('no other caller can invite', async () => {
  const { sql } = app.database
  await createAdministrator(sql, 'reader@example.org', 'a reader without a role')
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = 'reader@example.org')`
  const [user] = await sql<[{ id: string }]>`select id from auth.users where email = ${NORA}`
  const dead = await signToken({ sub: user.id, session_id: crypto.randomUUID(), role: 'authenticated' })
  const withoutSession = await signToken({ sub: user.id })
  const before = await invitations()
  const callers: [string, { token?: string; headers?: Record<string, string> }, number][] = [
    ['an anonymous client', {}, 401],
    ['the secret key', { headers: { apikey: TEST_SECRETS.secretKey } }, 401],
    ['a reader', { token: await mintToken(sql, 'reader@example.org') }, 403],
    ['a session that has ended', { token: dead }, 403],
    ['a token without a session', { token: withoutSession }, 403],
    ['a subject of no form', { token: await signToken({ sub: 'nora' }) }, 401],
    [
      'a token of another user',
      { token: await signToken({ sub: user.id }, { secret: 'x'.repeat(40) }) },
      401,
    ],
  ]
  for (const [who, more, status] of callers) {
    expect([who, (await invite({ email: 'eve@example.org', role: 'admin' }, more)).status]).toEqual([
      who,
      status,
    ])
  }
  expect(await invitations()).toEqual(before)
})

test.each<[string, unknown]>([
  ['nothing', ''],
  ['no JSON', '{'],
  ['null', 'null'],
  ['no address', { role: 'admin' }],
  ['no role', { email: 'a@example.org' }],
  ['a role that there is not', { email: 'a@example.org', role: 'owner' }],
  ['a translator of nothing', { email: 'a@example.org', role: 'translator' }],
  ['a language that there is not', { email: 'a@example.org', role: 'translator', languages: ['xx'] }],
  ['languages of an author', { email: 'a@example.org', role: 'author', languages: ['fr'] }],
  ['what cannot be allowed', { email: 'a@example.org', role: 'author', permissions: ['send'] }],
  ['a list of addresses', { role: 'admin', email: ['a@example.org', 'b@example.org'] }],
  ['two addresses in one', { role: 'admin', email: 'a@example.org, b@example.org' }],
  ['a name and an address', { role: 'admin', email: 'Ada <ada@example.org>' }],
  ['a line break', { role: 'admin', email: 'a@example.org\r\nBcc: eve@example.net' }],
  ['NUL', { role: 'admin', email: 'a\0@example.org' }],
  ['no domain', { email: 'ada' }],
  ['a very long address', { role: 'admin', email: `${'a'.repeat(250)}@example.org` }],
  ['a language for mails that there is not', { email: 'a@example.org', role: 'admin', mailLanguage: 'xx' }],
  ['a list of languages for mails', { email: 'a@example.org', role: 'admin', mailLanguage: ['de'] }],
  ['more than is known', { email: 'a@example.org', role: 'admin', user_id: 1 }],
])('a body with %s is refused', async (_what, body) => {
  const { sql } = app.database
  // Calls are counted for each user.
  const email = `${crypto.randomUUID()}@example.org`
  await createAdministrator(sql, email, 'correct horse battery')
  const before = await invitations()
  expect((await invite(body, { token: await mintToken(sql, email) })).status).toBe(400)
  expect(await invitations()).toEqual(before)
})

test('it is called by POST, with JSON', async () => {
  const { status, headers } = await invite(undefined, { method: 'GET' })
  expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  const form = await invite('email=a%40example.org', {
    token: await nora(),
    headers: { 'content-type': 'text/plain' },
  })
  expect(form.status).toBe(415)
})

test('somebody who has a role already is not invited', async () => {
  expect((await invite({ email: NORA.toUpperCase(), role: 'author' }, { token: await nora() })).status).toBe(
    409,
  )
})

test('when the queue is full there is no invitation either', async () => {
  const { sql } = app.database
  await sql`
    insert into pgboss.job (name, data, start_after)
    select 'send-invitation', '{}', now() + interval '1 hour' from generate_series(1, 2000)`
  onTestFinished(async () => {
    await sql`delete from pgboss.job where name = 'send-invitation' and start_after > now()`
  })
  const before = await invitations()
  expect((await invite({ email: 'late@example.org', role: 'editor' }, { token: await nora() })).status).toBe(
    503,
  )
  expect(await invitations()).toEqual(before)
})

test('an administrator who invites all the time has to wait', async () => {
  const { sql } = app.database
  await createAdministrator(sql, 'busy@example.org', 'correct horse battery')
  const token = await mintToken(sql, 'busy@example.org')
  for (let n = 0; n < 20; n++) expect((await invite({}, { token })).status).toBe(400)
  const { status, headers } = await invite({ email: 'more@example.org', role: 'editor' }, { token })
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
