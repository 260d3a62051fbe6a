import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { ACTOR, openImporting, SOURCE } from '#server/features/newsletter/import/testing/open-importing.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'
import {
  confirmAsVisitor,
  READERS,
  requestConfirmation,
  subscribeAsVisitor,
} from '../../../../tests/support/newsletter.ts'
import { LANGUAGE_CELLS, nonsenseOf, subscribersCsv } from '../../../../tests/support/subscribers-csv.ts'

const importing = await openImporting()
const { database, attempt, run, stored, suppressed } = importing
afterAll(() => importing.stop())
beforeEach(() => importing.reset())

test('twenty thousand lines with every kind of nonsense are imported, and each kind is counted and named by line', async () => {
  const lines = 20_000
  const file = Buffer.from(subscribersCsv(lines))
  const dry = await run(file, { dryRun: true })
  expect(await stored()).toEqual([])
  const report = await run(file)
  expect({ ...dry, dryRun: false }).toEqual(report)
  const nonsense = nonsenseOf(lines)
  const skipped = [...nonsense.values()].reduce((sum, count) => sum + count, 0)
  expect(report).toMatchObject({
    dryRun: false,
    lines,
    added: lines - skipped,
    confirmed: 0,
    already: 0,
    skipped,
  })
  const counts = new Map(report.counts.map(({ kind, lines: count }) => [kind as string, count]))
  for (const [kind, count] of nonsense) expect([kind, counts.get(kind)]).toEqual([kind, count])
  expect(counts.get('language')).toBeGreaterThan(lines / LANGUAGE_CELLS.length / 2)
  expect(report.problems).toHaveLength(200)
  expect(report.columns).toEqual({
    read: ['E-Mail Address', 'Locale', 'OPTIN_TIME', 'CONFIRM_TIME'],
    ignored: [
      {
        name: 'First Name',
        values: ['Reader, "the 0th"', 'Reader, "the 1th"', 'Reader, "the 2th"'],
      },
    ],
    more: 0,
  })
  const [row] = await database.sql`
    select count(*)::int as people, bool_and(confirmed and is_active) as are_active, bool_and(email = lower(email)) as are_lower,
      min(subscribed_at) as subscribed_at, max(confirmed_at) as confirmed_at, count(distinct language)::int as languages
    from public.newsletter_subscribers`
  expect(row).toMatchObject({
    people: lines - skipped,
    are_active: true,
    are_lower: true,
    languages: 6,
    subscribed_at: new Date('2024-05-01T10:20:30Z'),
    confirmed_at: new Date('2024-05-02T08:20:30Z'),
  })
}, 300_000)

test('whoever was not reached for unknown reasons comes back, with the consent that they gave here', async () => {
  await confirmAsVisitor(database.sql, await requestConfirmation(database.sql, READERS.ada))
  await database.sql`update public.newsletter_subscribers set is_active = false, left_reason = 'undelivered'`
  expect(await run(`email\n${READERS.ada}\n`)).toMatchObject({ confirmed: 1, added: 0, skipped: 0 })
  const [row] = await database.sql`
    select is_active, left_reason, consent ? 'imported_at' as is_imported
    from public.newsletter_subscribers join private.newsletter_consents on subscriber_id = id`
  expect(row).toEqual({ is_active: true, left_reason: null, is_imported: false })
})

test('whoever was not reached and has left elsewhere stays away, also when another file has them', async () => {
  await database.sql`
    insert into public.newsletter_subscribers (email, confirmed, is_active, left_reason) values (${READERS.ada}, true, false, 'undelivered')`
  expect(await run(`email,status\n${READERS.ada},unsubscribed\n`)).toMatchObject({ blocked: 1 })
  expect(await run(`email\n${READERS.ada}\n`)).toMatchObject({ confirmed: 0, added: 0, skipped: 1 })
  expect(await stored()).toMatchObject([{ is_active: false }])
})

test('the consent says where it comes from, and the audit log who brought it', async () => {
  await run('email,language\nada@example.org,de\n')
  const [row] = await database.sql`
    select confirmed, is_active, language, consent from public.newsletter_subscribers
    join private.newsletter_consents on subscriber_id = id`
  expect(row).toMatchObject({
    confirmed: true,
    is_active: true,
    language: 'de',
    consent: {
      source: SOURCE,
      confirmed_at: expect.any(String),
      imported_at: expect.any(String),
      imported_by: ACTOR,
    },
  })
  const log = await database.sql`select actor, action, reason, details from public.audit_log`
  expect([...log]).toEqual([
    {
      actor: ACTOR,
      action: 'import_subscribers',
      reason: SOURCE,
      details: {
        outcomes: [{ outcome: 'added', addresses: 1 }],
        leavers: { blocked: 0, ended: 0, staying: 0 },
      },
    },
  ])
})

test('subscribers who left, bounced, complained or were erased stay away, and present ones are unchanged', async () => {
  const { sql } = database
  const left = ['unsubscribed', 'administrator', 'bounced', 'complained']
  for (const reason of left)
    await sql`
      insert into public.newsletter_subscribers (email, confirmed, is_active, left_reason)
      values (${`${reason}@example.org`}, true, false, ${reason})`
  await sql`
    insert into public.newsletter_subscribers (email, confirmed, confirmed_at, language)
    values ('here@example.org', true, '2020-01-01', 'it')`
  for (const reason of ['erased', 'bounced', 'complained'])
    await sql`
      insert into private.suppressed_addresses (address_hash, reason)
      values (private.sha256_hex(${`gone-${reason}@example.org`}), ${reason})`
  const before = await stored()
  const addresses = [...left, 'here', 'gone-erased', 'Gone-Bounced', 'gone-complained', 'new']
  const file = `E-mail\n${addresses.map((name) => `${name}@example.org`).join('\n')}`

  const dry = await run(file, { dryRun: true })
  expect(await stored()).toEqual(before)
  const report = await run(file)

  expect(report).toEqual({ ...dry, dryRun: false })
  expect(report).toMatchObject({ lines: 9, added: 1, confirmed: 0, already: 1, skipped: 7 })
  expect(report.problems.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'unsubscribed'],
    [3, 'administrator'],
    [4, 'bounced'],
    [5, 'complained'],
    [7, 'erased'],
    [8, 'bounced'],
    [9, 'complained'],
  ])
  expect((await stored()).filter(({ email }) => email !== 'new@example.org')).toEqual(before)
})

test('who signed up and has not confirmed is confirmed by the imported consent, in the language that they chose', async () => {
  await requestConfirmation(database.sql, READERS.ada, 'fr')
  const report = await run(`email,language\n${READERS.ada.toUpperCase()},de\n`)
  expect(report).toMatchObject({ added: 0, confirmed: 1 })
  const [row] = await database.sql`
    select confirmed, language, consent ->> 'source' as source, requested_consent ->> 'asked' as asked
    from public.newsletter_subscribers join private.newsletter_consents on subscriber_id = id`
  expect(row).toEqual({
    confirmed: true,
    language: 'fr',
    source: SOURCE,
    asked: expect.stringContaining('newsletter'),
  })
})

test('who left or never confirmed elsewhere is no subscriber here', async () => {
  const report = await run(
    [
      'Email;Status;Confirmed;Unsubscribed at',
      'a@example.org;Unsubscribed;;',
      'b@example.org;Subscribed;false;',
      'c@example.org;cleaned;;',
      'd@example.org;subscribed;yes;2024-01-01',
      'e@example.org;pending;;',
      'f@example.org;subscribed;true;',
    ].join('\n'),
  )
  expect(report.problems.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'left_elsewhere'],
    [3, 'unconfirmed_elsewhere'],
    [4, 'bounced_elsewhere'],
    [5, 'left_elsewhere'],
    [6, 'unconfirmed_elsewhere'],
  ])
  expect((await stored()).map(({ email }) => email)).toEqual(['f@example.org'])
})

const imported = (email: string) => run(`email\n${email}\n`)
const statesOf = async () =>
  Object.fromEntries(
    (await stored()).map(({ email, is_active, left_reason }) => [email, is_active ? 'active' : left_reason]),
  )

describe('who left elsewhere', () => {
  const LEFT =
    'email,status\nada@example.org,unsubscribed\ngrace@example.org,bounced\nemmy@example.org,complaint\n'

  test('is not imported later, can sign up here all the same, and who complained only by a link of theirs', async () => {
    const { sql } = database
    expect(await run(LEFT, { dryRun: true })).toMatchObject({ blocked: 3, skipped: 3 })
    expect(await suppressed()).toEqual({})
    await run(LEFT)
    const blocked = {
      [READERS.ada]: 'unsubscribed',
      [READERS.grace]: 'bounced',
      [READERS.emmy]: 'complained',
    }
    expect(await suppressed()).toEqual(blocked)
    const later = await run(`email\n${Object.keys(blocked).join('\n')}\n`)
    expect(later.problems.map(({ kind }) => kind)).toEqual(['unsubscribed', 'bounced', 'complained'])
    expect(await stored()).toEqual([])

    await confirmAsVisitor(sql, await requestConfirmation(sql, READERS.ada))
    await confirmAsVisitor(sql, await requestConfirmation(sql, READERS.grace))
    await subscribeAsVisitor(sql, READERS.emmy)
    const [mail] =
      await sql`select private.begin_confirmation_mail(${READERS.emmy}, 'hash') ->> 'outcome' as outcome`
    expect(mail).toEqual({ outcome: 'silent' })
    expect(await suppressed()).toEqual({ [READERS.emmy]: 'complained' })
    const recipients = await sql`select email from private.newsletter_recipients order by email`
    expect([...recipients]).toEqual([{ email: READERS.ada }, { email: READERS.grace }])

    expect(await run(LEFT)).toMatchObject({ blocked: 0, ended: 0, staying: 2 })
    expect([...(await sql`select email from private.newsletter_recipients order by email`)]).toEqual([
      ...recipients,
    ])
  })

  test('leaves here too if only an import had brought them', async () => {
    const { sql } = database
    await imported('ada@example.org\ngrace@example.org\nemmy@example.org')
    expect(await run(LEFT, { dryRun: true })).toMatchObject({ ended: 3, blocked: 0, staying: 0 })
    expect(await statesOf()).toEqual({
      [READERS.ada]: 'active',
      [READERS.grace]: 'active',
      [READERS.emmy]: 'active',
    })
    expect(await run(LEFT)).toMatchObject({ ended: 3, blocked: 0, staying: 0 })
    const left = { [READERS.ada]: 'unsubscribed', [READERS.grace]: 'bounced', [READERS.emmy]: 'complained' }
    expect(await statesOf()).toEqual(left)
    const [act] = await sql`select did from public.audit_log order by id desc limit 1`
    expect(act).toEqual({ did: 'imported 0 subscribers and unsubscribed 3 subscribers' })
    const before = await stored()
    expect(await run(LEFT)).toMatchObject({ ended: 0, blocked: 0, staying: 0 })
    expect(await stored()).toEqual(before)
    await sql`delete from public.newsletter_subscribers`
    expect(await suppressed()).toEqual({ ...left, [READERS.ada]: 'erased' })
    expect(await run(LEFT)).toMatchObject({ blocked: 0 })
  })

  test('and here: the row is as it was, and nothing is blocked that it keeps out', async () => {
    const { sql } = database
    await sql`
      insert into public.newsletter_subscribers (email, confirmed, is_active, left_reason)
      values ('ada@example.org', true, false, 'administrator'), ('grace@example.org', true, false, 'unsubscribed')`
    const before = await stored()
    expect(await run(LEFT)).toMatchObject({ blocked: 2, ended: 0, staying: 0 })
    expect(await stored()).toEqual(before)
    expect(await suppressed()).toEqual({ [READERS.grace]: 'bounced', [READERS.emmy]: 'complained' })
  })

  test('and never confirmed or subscribed there, is only left out', async () => {
    const file = 'email,status\nada@example.org,pending\ngrace@example.org,nonsubscribed\n'
    const report = await run(`${file}ada@example.org,subscribed\n`)
    expect(report).toMatchObject({ added: 0, skipped: 3, blocked: 0 })
    expect(report.problems.map(({ kind }) => kind)).toEqual([
      'unconfirmed_elsewhere',
      'nonsubscribed_elsewhere',
      'unconfirmed_elsewhere',
    ])
    expect(await suppressed()).toEqual({})
    expect(await imported('ada@example.org')).toMatchObject({ added: 1 })
  })
})

test('of twenty thousand who left, all are blocked', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `reader${index}@example.org,${index % 2 ? 'cleaned' : 'unsubscribed'}`,
  )
  const file = `Email Address,Status\n${rows.join('\n')}\n`
  expect(await run(file)).toMatchObject({ lines: 20_000, skipped: 20_000, blocked: 20_000 })
  expect(await run(file)).toMatchObject({ blocked: 0, ended: 0 })
}, 120_000)

test('an address that has unsubscribed in one line is skipped, whatever lines before or after say', async () => {
  const report = await run(
    [
      'email,status',
      'ada@example.org,subscribed',
      'Grace@example.org,unsubscribed',
      'ADA@example.org,unsubscribed',
      'grace@example.org,subscribed',
      'emmy@example.org,subscribed',
    ].join('\n'),
  )
  expect(report).toMatchObject({ added: 1, skipped: 4 })
  expect(report.problems.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'left_elsewhere'],
    [3, 'left_elsewhere'],
    [4, 'left_elsewhere'],
    [5, 'left_elsewhere'],
  ])
  expect((await stored()).map(({ email }) => email)).toEqual([READERS.emmy])
})

test.each([
  ['Unsubscribed at,Bounced at', ',2024-01-01'],
  ['Active,Subscribed', 'yes,no'],
  ['Status,Subscription status', 'ok,unsubscribed'],
  ['Active', 'Nein'],
  ['Active', 'unsubscribed'],
  ['Opted out', 'TRUE'],
  ['Blacklisted', '1'],
  ['Complained', '2024-01-01'],
])('a column that says no is heard beside one that does not: %s', async (header, cells) => {
  expect(await run(`email,${header}\nada@example.org,${cells}\n`)).toMatchObject({ added: 0, skipped: 1 })
  expect(await stored()).toEqual([])
})

test('of two imports at once, one is refused and the other is done', async () => {
  const gate = Promise.withResolvers<void>()
  async function* slowly() {
    yield Buffer.from('email\nada@example.org\n')
    await gate.promise
    yield Buffer.from('grace@example.org\n')
  }
  const first = importSubscribers(database.sql, {
    body: slowly(),
    source: SOURCE,
    dryRun: false,
    actor: ACTOR,
  })
  await vi.waitUntil(async () => (await advisoryLocks()).length > 0)
  expect(await attempt('email\nemmy@example.org\n')).toBeNull()
  gate.resolve()
  expect(await first).toMatchObject({ added: 2 })
  expect((await stored()).map(({ email }) => email)).toEqual([READERS.ada, READERS.grace])
})

test('an incomplete file imports no subscriber and leaves nothing behind', async () => {
  async function* broken() {
    yield Buffer.from(subscribersCsv(12_000))
    throw new Error('The connection was lost')
  }
  const call = importSubscribers(database.sql, {
    body: broken(),
    source: SOURCE,
    dryRun: false,
    actor: ACTOR,
  })
  await expect(call).rejects.toThrow('The connection was lost')
  expect(await stored()).toEqual([])
  const left = await database.sql`
    select relname from pg_class where relname ~ '^(staged|judged|stored)_subscribers$'`
  expect([...left, ...(await advisoryLocks())]).toEqual([])
})

describe('a concurrent change of a subscriber wins', () => {
  const changes = {
    unsubscribes: `update public.newsletter_subscribers set is_active = false, left_reason = 'unsubscribed' where email = 'ada@example.org'`,
    'is erased': `select private.erase_subscriber(id) from public.newsletter_subscribers where email = 'ada@example.org'`,
  }
  test.each([
    ['unsubscribes', changes.unsubscribes, 'unsubscribed'],
    ['is erased', changes['is erased'], 'erased'],
  ])('who %s', async (_, change, kind) => {
    const { sql } = database
    await requestConfirmation(sql, READERS.ada)
    const locked = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const other = sql.transaction(async (transaction) => {
      await transaction.script(change)
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    const importing = run('email\nada@example.org\ngrace@example.org\n')
    await untilSomebodyWaits(sql)
    gate.resolve()
    await other
    const report = await importing
    expect(report).toMatchObject({ added: 1, confirmed: 0, already: 0, skipped: 1 })
    expect(report.problems).toEqual([{ line: 2, kind, value: READERS.ada }])
    const rows = await sql`select email from public.newsletter_subscribers where is_active`
    expect([...rows]).toEqual([{ email: READERS.grace }])
  })
})

const advisoryLocks = () => database.sql`
  select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
