import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  bringBack,
  countSubscribers,
  eraseSubscriber,
  exportSubscriber,
  exportSubscribers,
  findSubscriber,
  importSubscribers,
  isRefusedReturn,
  listSubscribers,
  loadSubscriberGrowth,
  type SubscriberListOptions,
} from '#core/data/desk-subscribers.ts'
import type { ImportReport } from '#core/domain/subscriber-import.ts'
import type { SubscriberFilter } from '#core/domain/subscriber-input.ts'
import { mailchimpZip } from '#server/features/newsletter/import/testing/open-importing.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { READERS, requestConfirmation } from '../../../../tests/support/newsletter.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const SOURCE = 'Mailchimp export, double opt-in'
const ANY: SubscriberFilter = { search: '', status: null, activity: null, language: null, left: null }
const LIST: SubscriberListOptions = {
  ...ANY,
  sort: { by: 'email', descending: false },
  page: 1,
  pageSize: 25,
}

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
    'public.newsletter_subscribers, private.suppressed_addresses, public.audit_log, public.newsletter_issues, private.rate_limits',
  )
})

const csv = (...addresses: string[]) => new Blob([`email\n${addresses.join('\n')}\n`])
const importAll = (file: Blob, dryRun = false) => importSubscribers(admin, { file, source: SOURCE, dryRun })

async function call(client: Client | null, path: string, init: RequestInit = {}) {
  const session = (await client?.auth.getSession())?.data.session
  const headers = new Headers(init.headers)
  headers.set('apikey', TEST_SECRETS.publishableKey)
  if (session) headers.set('authorization', `Bearer ${session.access_token}`)
  return fetch(`${app.url}/functions/v1/${path}`, { ...init, headers })
}

test('a dry run says what an import would do, and the import does it', async () => {
  const file = csv(READERS.ada, READERS.grace, 'nonsense')
  expect(await importAll(file, true)).toMatchObject({ dryRun: true, added: 2, skipped: 1 })
  expect(await countSubscribers(admin)).toMatchObject({ total: 0 })
  expect(await importAll(file)).toMatchObject({ dryRun: false, added: 2, skipped: 1 })
  expect(await countSubscribers(admin)).toEqual({
    total: 2,
    active: 2,
    pending: 0,
    unsubscribed: 0,
    languages: [{ language: 'en', active: 2 }],
  })
})

test('a zip of Mailchimp is sent as such, and the name of a file says who is in it', async () => {
  const send = (file: Blob, name: string) =>
    importSubscribers(admin, { file, name, source: SOURCE, dryRun: false })
  expect(await send(new Blob([new Uint8Array(mailchimpZip())]), 'Audience.ZIP')).toMatchObject({
    program: 'mailchimp',
    added: 1,
    blocked: 4,
  })
  expect(await send(csv(READERS.ada), 'cleaned_email_audience_export_1.csv')).toMatchObject({
    added: 0,
    counts: [{ kind: 'bounced_elsewhere', lines: 1 }],
  })
  expect(
    await importSubscribers(admin, {
      file: csv(READERS.grace),
      source: SOURCE,
      everybodyLeft: true,
      dryRun: false,
    }),
  ).toMatchObject({ added: 0, blocked: 1 })
})

test('what the words of a file mean is asked by a dry run, and answered by its keys', async () => {
  const file = new Blob([`email,Status\n${READERS.ada},VIP\n${READERS.grace},Paused\n`])
  const request = { file, source: SOURCE }
  const { questions } = (await importSubscribers(admin, { ...request, dryRun: true })) as ImportReport
  expect(questions.map(({ value, lines }) => [value, lines])).toEqual([
    ['VIP', 1],
    ['Paused', 1],
  ])
  const answers = new Map([[questions[0]?.key ?? '', 'bring_in' as const]])
  expect(await importSubscribers(admin, { ...request, answers, dryRun: false })).toMatchObject({
    added: 1,
    skipped: 1,
    questions: [{ answer: 'bring_in' }, { answer: null }],
  })
})

test('what is exported is imported again, and no cell begins like a formula', async () => {
  await importAll(csv('=1+1@example.org', '+a@example.org', '-b@example.org', "'=c@example.org", READERS.ada))
  const before = await app.database.sql`
    select email, language, confirmed_at::date as day from public.newsletter_subscribers order by email`
  const response = await call(admin, 'export-subscribers')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="subscribers.csv"')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  expect(text.split('\r\n').filter((line) => /^[=+\-@]/.test(line))).toEqual([])
  expect(text.split('\r\n')).toHaveLength(5 + 2)
  await emptyTables(app.database.sql, 'public.newsletter_subscribers')
  expect(await importAll(new Blob([bytes]))).toMatchObject({ added: 5, skipped: 0 })
  const after = await app.database.sql`
    select email, language, confirmed_at::date as day from public.newsletter_subscribers order by email`
  expect([...after]).toEqual([...before])
})

test('an export walks through all pages of what the filters show', async () => {
  await app.database.sql`
    insert into public.newsletter_subscribers (email, language, confirmed, is_active)
    select 'reader' || number || '@example.org', case number % 2 when 0 then 'de' else 'en' end, true, number % 3 > 0
    from generate_series(1, 9000) as number`
  const all = await exportSubscribers(admin, ANY)
  expect(new Set(all.split('\r\n')).size).toBe(9000 + 2)
  const some = await exportSubscribers(admin, {
    ...ANY,
    search: 'READER1',
    language: 'de',
    activity: 'active',
  })
  const lines = some.trim().split('\r\n').slice(1)
  const { total } = await listSubscribers(admin, {
    ...LIST,
    search: 'READER1',
    language: 'de',
    activity: 'active',
  })
  expect(lines).toHaveLength(total)
  expect(lines.every((line) => /^reader1\d*@example\.org,de,.*,true,,,$/.test(line))).toBe(true)
  expect((await call(admin, 'export-subscribers?search=%00')).status).toBe(400)
  expect((await call(admin, 'export-subscribers?language=xx')).status).toBe(400)
  expect((await call(admin, 'export-subscribers?page=2')).status).toBe(400)
})

test('a list is searched, filtered, sorted and paged, from the beginning and from the end', async () => {
  await app.database.sql`
    insert into public.newsletter_subscribers (email, language, confirmed, is_active, left_reason, subscribed_at)
    select 'r' || lpad(number::text, 3, '0') || '@example.org', case number % 4 when 0 then 'pt' else 'en' end, number % 5 > 0,
      number % 6 > 0, case when number % 6 = 0 then case number % 12 when 0 then 'bounced' else 'unsubscribed' end end,
      timestamptz '2026-01-01Z' + number * interval '1 hour'
    from generate_series(1, 200) as number`
  const { rows } = await listSubscribers(admin, { ...LIST, pageSize: 200 })
  const everyone = rows.map(({ email }) => email)
  expect(everyone).toEqual(everyone.toSorted())
  for (const descending of [false, true])
    for (const by of ['email', 'subscribed_at'] as const)
      for (const search of ['', '@example']) {
        const walked: string[] = []
        for (let page = 1; page <= 9; page += 1) {
          const shown = await listSubscribers(admin, { ...LIST, search, sort: { by, descending }, page })
          expect(shown.total).toBe(200)
          walked.push(...shown.rows.map(({ email }) => email))
        }
        expect(walked).toEqual(descending ? everyone.toReversed() : everyone)
      }
  const found = async (filter: Partial<SubscriberListOptions>) =>
    (await listSubscribers(admin, { ...LIST, ...filter })).total
  expect(await found({ search: ' R00 ' })).toBe(9)
  expect(await found({ search: '%' })).toBe(0)
  expect(await found({ search: "'; drop table x; --" })).toBe(0)
  expect(await found({ status: 'pending' })).toBe(40)
  expect(await found({ activity: 'unsubscribed' })).toBe(33)
  expect(await found({ left: 'bounced' })).toBe(16)
  expect(await found({ language: 'pt', search: '@', status: 'confirmed' })).toBe(40)
  for (const wrong of [{ p_sort: 'id; select 1' }, { p_language: 'xx' }, { p_left: 'x' }, { p_status: '' }])
    expect((await admin.rpc('list_subscribers', wrong)).error?.code).toBe('22023')
})

test('the calls of the official client that the desk was built on go on working', async () => {
  await importAll(csv(READERS.ada, READERS.grace))
  const { data } = await admin
    .from('newsletter_subscribers')
    .select('*')
    .order('subscribed_at', { ascending: false })
    .throwOnError()
  expect(data).toHaveLength(2)
  expect(Object.keys(data[0] ?? {})).not.toContain('consent')
  const [ada = { id: '' }, grace = { id: '' }] = data
  await admin.from('newsletter_subscribers').update({ is_active: false }).eq('id', ada.id).throwOnError()
  await admin.from('newsletter_subscribers').delete().eq('id', grace.id).throwOnError()
  expect(await countSubscribers(admin)).toMatchObject({ total: 1, active: 0, unsubscribed: 1 })
  await bringBack(admin, ada.id)
  expect(await countSubscribers(admin)).toMatchObject({ active: 1 })
  await app.database
    .sql`update public.newsletter_subscribers set is_active = false, left_reason = 'unsubscribed'`
  const refused = await bringBack(admin, ada.id).catch((error: unknown) => error)
  expect(isRefusedReturn(refused)).toBe(true)
})

test('the record of a subscriber has everything, and reading it as a file is written down', async () => {
  const { sql } = app.database
  await requestConfirmation(sql, READERS.ada, 'de')
  await importAll(csv(READERS.ada))
  const id = await idOf(READERS.ada)
  for (let number = 1; number <= 205; number += 1)
    await sql`
      with issue as (insert into public.newsletter_issues default values returning id)
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status)
      select id, ${id}, ${READERS.ada}, 'de', 'sent' from issue`
  await sql`
    insert into private.newsletter_bounces (subscriber_id, source, kind, status, detail)
    values (${id}, 'delivery report', 'temporary', '4.2.2', 'mailbox full')`
  const record = await findSubscriber(admin, id)
  expect(record).toMatchObject({
    email: READERS.ada,
    language: 'de',
    confirmed: true,
    consent: { source: SOURCE },
    requested_consent: { asked: expect.stringContaining('Newsletter'), language: 'de', by: 'form' },
    bounces: [{ kind: 'temporary', source: 'delivery report', status: '4.2.2', detail: 'mailbox full' }],
    open_links: 1,
    suppressed: null,
    deliveries_total: 205,
  })
  expect(record?.deliveries).toHaveLength(200)
  expect(record?.deliveries[0]).toMatchObject({ status: 'sent', language: 'de' })
  expect(await actions()).toEqual(['import_subscribers'])
  expect(await exportSubscriber(admin, id)).toMatchObject({ ...record, site: app.url })
  expect(await actions()).toEqual(['import_subscribers', 'read_subscriber'])
  expect(await findSubscriber(admin, randomUUID())).toBeNull()
})

test('erasing a subscriber records the administrator and not the address, and works for a subscriber who has unsubscribed', async () => {
  await importAll(csv(READERS.ada))
  const id = await idOf(READERS.ada)
  await eraseSubscriber(admin, id)
  await eraseSubscriber(admin, id)
  const [entry] = await app.database.sql`
    select (select email from auth.users where id = actor) as actor, subject_id, to_jsonb(audit_log)::text as text
    from public.audit_log where action = 'erase_subscriber'`
  expect(entry).toMatchObject({ actor: 'nora@example.org', subject_id: id })
  expect(entry?.text).not.toContain(READERS.ada)
  expect(await importAll(csv(READERS.ada))).toMatchObject({
    added: 0,
    skipped: 1,
    counts: [{ kind: 'erased', lines: 1 }],
  })
})

test('growth counts who joined, left and stayed, week by week', async () => {
  await app.database.sql`
    insert into public.newsletter_subscribers (email, confirmed, confirmed_at, is_active, left_at, left_reason)
    select week || '-' || number || '@example.org', true, now() - week * interval '7 days', week <> 1,
      case when week = 1 then now() end, case when week = 1 then 'unsubscribed' end
    from generate_series(0, 3) as week, generate_series(1, 2 + week) as number
    union all select 'old@example.org', true, now() - interval '3 years', true, null, null
    union all select 'pending@example.org', false, null, true, null, null`
  const weeks = await loadSubscriberGrowth(admin, 3)
  expect(weeks.map(({ joined, left, active }) => [joined, left, active])).toEqual([
    [4, 0, 10],
    [3, 0, 13],
    [2, 3, 12],
  ])
  expect(weeks.every(({ week }) => new Date(week).getUTCDay() === 1)).toBe(true)
  expect(await loadSubscriberGrowth(admin, 9999)).toHaveLength(104)
})

test('who is imported joined on the date in the file, and is told apart without one', async () => {
  const days = (count: number) => new Date(Date.now() - count * 864e5).toISOString().slice(0, 10)
  await app.database.sql`
    insert into public.newsletter_subscribers (email, confirmed, subscribed_at)
    values ('pending@example.org', false, now() - interval '14 days')`
  const lines = [
    'email,subscribed_at',
    `ada@example.org,${days(7)}`,
    `grace@example.org,${days(400)}`,
    'emmy@example.org,',
    'pending@example.org,',
  ]
  await importAll(new Blob([lines.join('\n')]))
  const weeks = await loadSubscriberGrowth(admin, 3)
  expect(weeks.map(({ joined, imported, active }) => [joined, imported, active])).toEqual([
    [1, 0, 2],
    [1, 0, 3],
    [0, 1, 4],
  ])
})

test.each([
  ['no source', 'import-subscribers', 'text/csv', 400],
  ['an empty source', 'import-subscribers?source=%20', 'text/csv', 400],
  ['a long source', `import-subscribers?source=${'x'.repeat(201)}`, 'text/csv', 400],
  ['a source of two lines', 'import-subscribers?source=a%0Ab', 'text/csv', 400],
  ['two sources', 'import-subscribers?source=a&source=b', 'text/csv', 400],
  ['another parameter', 'import-subscribers?source=a&again=1', 'text/csv', 400],
  ['a long name', `import-subscribers?source=a&name=${'x'.repeat(256)}`, 'text/csv', 400],
  ['another value', 'import-subscribers?source=a&dryRun=true', 'text/csv', 400],
  [
    'an answer that does not exist',
    'import-subscribers?source=a&answers=a1b2c3d4e5f6:maybe',
    'text/csv',
    400,
  ],
  ['an answer to no question', 'import-subscribers?source=a&answers=Status:bring_in', 'text/csv', 400],
  [
    'more answers than there are questions',
    `import-subscribers?source=a&answers=${Array(101).fill('a1b2c3d4e5f6:bring_in').join()}`,
    'text/csv',
    400,
  ],
  ['a form', 'import-subscribers?source=a', 'text/plain', 415],
  ['JSON', 'import-subscribers?source=a', 'application/json', 415],
])('an import with %s is refused', async (_, path, type, status) => {
  const init = { method: 'POST', body: 'email\nada@example.org', headers: { 'content-type': type } }
  expect((await call(admin, path, init)).status).toBe(status)
  expect(await countSubscribers(admin)).toMatchObject({ total: 0 })
})

test('an interrupted connection imports no subscriber, and does not block the next import', async () => {
  const { data } = await admin.auth.getSession()
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      'POST /functions/v1/import-subscribers?source=x HTTP/1.1',
      `host: ${hostname}:${port}`,
      `apikey: ${TEST_SECRETS.publishableKey}`,
      `authorization: Bearer ${data.session?.access_token}`,
      'content-type: text/csv',
      'content-length: 1000000',
      '',
      'email',
      'ada@example.org',
      '',
    ].join('\r\n'),
  )
  const { sql } = app.database
  const locks = () => sql`
    select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  await vi.waitUntil(async () => (await locks()).length > 0)
  expect(await importAll(csv(READERS.grace))).toEqual({
    refusal: 'Another import is under way. Please try again when it has ended.',
  })
  socket.destroy()
  await vi.waitUntil(async () => (await locks()).length === 0)
  expect(await countSubscribers(admin)).toMatchObject({ total: 0 })
  expect(await importAll(csv(READERS.grace))).toMatchObject({ added: 1 })
})

async function idOf(email: string): Promise<string> {
  const [row] = await app.database.sql<
    [{ id: string }]
  >`select id from public.newsletter_subscribers where email = ${email}`
  return row.id
}

async function actions(): Promise<string[]> {
  const rows = await app.database.sql<{ action: string }[]>`select action from public.audit_log order by id`
  return rows.map(({ action }) => action)
}

let signedIn: Client | undefined
async function _reader(): Promise<Client> {
  if (signedIn) return signedIn
  const person = { email: 'reader@example.org', password: 'correct horse battery' }
  await createAdministrator(app.database.sql, person.email, person.password)
  await app.database.sql`
    delete from public.user_roles where user_id = (select id from auth.users where email = ${person.email})`
  signedIn = app.anonymous()
  const { error } = await signedIn.auth.signInWithPassword(person)
  if (error) throw error
  return signedIn
}
