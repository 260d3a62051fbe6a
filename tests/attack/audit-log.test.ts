import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAuditLog, listAuditEntries, listAuditedPeople } from '#core/data/audit-log.ts'
import type { Client } from '#core/data/client.ts'
import type { AuditFilter } from '#core/domain/audit-log.ts'
import { createAdministrator } from '../support/accounts.ts'
import { ADMIN } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { type AuditedWorld, openAuditedWorld } from '../support/audit.ts'
import { clientFrom } from '../support/auth.ts'

const READER = { email: 'reader@example.org', password: 'correct horse battery' }
const PAGE = { page: 1, pageSize: 50 }
const ALL: AuditFilter = { search: '', person: null, kind: null, from: null, until: null }

let world: AuditedWorld
let reader: Client
beforeAll(async () => {
  world = await openAuditedWorld({ trustProxy: 1 })
  const { app, sql } = world
  await createAdministrator(sql, READER.email, READER.password)
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${READER.email})`
  reader = clientFrom(app)
  await reader.auth.signInWithPassword(READER)
})
afterAll(() => world.app.stop())

const stored = ({ sql }: AuditedWorld) => sql`select * from public.audit_log order by id`
const FORGED = {
  kind: 'articles',
  actor_name: 'Ada',
  action: 'publish_article',
  did: 'published it',
} as const

describe.each([
  ['a stranger', () => world.app.anonymous()],
  ['a user without a role', () => reader],
  ['an administrator', () => world.admin],
  ['a program with the secret key', () => world.app.service()],
] as const)('%s', (_, clientOf) => {
  test('cannot write, change or delete an entry', async () => {
    const before = await stored(world)
    expect(before.length).toBeGreaterThan(0)
    const log = clientOf().from('audit_log')
    const attempts = await Promise.all([
      log.insert(FORGED as never),
      log.upsert(FORGED as never),
      log.update({ actor_name: 'Ada' }).gte('id', 0),
      log.delete().gte('id', 0),
      ...['record_act', 'record_article_act', 'record_issue_act', 'audit_entries_before', 'set_config'].map(
        (name) =>
          clientOf().rpc(name as never, { p_kind: 'articles', p_action: 'x', p_did: 'did it' } as never),
      ),
    ])
    expect(attempts.map(({ error }) => error?.code)).toEqual([
      ...Array<string>(4).fill('42501'),
      ...Array<string>(5).fill('PGRST202'),
    ])
    expect(await stored(world)).toEqual(before)
  })
})

test('only administrators read, search and export it', async () => {
  for (const client of [world.app.anonymous(), reader]) {
    await expect(listAuditEntries(client, PAGE)).rejects.toMatchObject({
      code: expect.stringMatching(/42501/),
    })
    await expect(listAuditedPeople(client)).rejects.toMatchObject({ code: expect.stringMatching(/42501/) })
    await expect(exportAuditLog(client, ALL)).rejects.toThrow()
    const { data } = await client.from('audit_log').select('*')
    expect(data ?? []).toEqual([])
  }
  expect((await listAuditEntries(world.admin, PAGE)).total).toBeGreaterThan(0)
})

test('a program cannot act in the name of a user', async () => {
  const { app, sql, admin } = world
  const { data } = await admin.auth.getUser()
  const { data: issue } = await app
    .service()
    .from('newsletter_issues')
    .insert({})
    .select('id')
    .single()
    .throwOnError()
  await app
    .service()
    .from('newsletter_issue_events')
    .insert({ issue_id: issue.id, actor: data.user?.id ?? '', event: 'cancelled' } as never)
    .throwOnError()
  const [entry] = await sql`select actor, actor_name from public.audit_log where subject_id = ${issue.id}`
  expect(entry).toEqual({ actor: null, actor_name: 'A program with the secret key' })
})

test('odd names are one line, without characters that turn what follows, and not long', async () => {
  const { sql, admin } = world
  const title = `<img src=x onerror=alert(1)>\n\u202e%s ${'x'.repeat(450)}\u2066“`
  const { id } = await addArticle(admin, anArticle({ title, slug: 'odd' }))
  const { rows } = await listAuditEntries(admin, { ...PAGE, search: 'onerror=alert' })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ subject_id: id, article: { slug: 'odd' } })
  const { did, subject_name } = rows[0] ?? { did: '', subject_name: '' }
  expect(subject_name).toHaveLength(201)
  expect(did).toBe(`published “${subject_name}”`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  expect(did).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
  const [cut] = await sql<
    [{ name: string }]
  >`select private.audited_name(${`a\tb\r\n${'y'.repeat(10_000)}`}) as name`
  expect(cut.name).toMatch(/^a b y{196}…$/)
})

test('an entry keeps the name of a person who is deleted, and stays', async () => {
  const { app, sql, admin } = world
  const email = 'grace@example.org'
  await createAdministrator(sql, email, ADMIN.password)
  const grace = clientFrom(app)
  await grace.auth.signInWithPassword({ email, password: ADMIN.password })
  await addArticle(grace, anArticle({ title: 'By Grace', slug: 'by-grace' }))
  await sql`delete from auth.users where email = ${email}`
  const { rows } = await listAuditEntries(admin, { ...PAGE, search: 'by grace' })
  expect(rows).toMatchObject([{ actor_name: email, did: 'published “By Grace”' }])
})

test('words, a person, a kind and a time find entries, and wildcards are characters', async () => {
  const { sql, admin, app } = world
  await sql`truncate public.audit_log`
  await addArticle(admin, anArticle({ title: 'Ships of 100%', slug: 'ships' }))
  await addArticle(app.service(), anArticle({ title: 'Ships by a program', slug: 'ships-2' }))
  await admin.from('settings').insert({ key: 'site_name', value: 'Ships' }).throwOnError()
  const find = async (filter: Partial<AuditFilter>) =>
    (await listAuditEntries(admin, { ...PAGE, ...filter })).rows.map(({ did }) => did)
  expect(await find({ search: 'SHIPS' })).toHaveLength(3)
  expect(await find({ search: ' ships  PUBLISHED nora@ ' })).toEqual(['published “Ships of 100%”'])
  expect(await find({ search: '100%' })).toHaveLength(1)
  for (const search of ['%', '_', '\\', "'", '"; drop table', '*']) {
    expect((await find({ search })).length, search).toBeLessThan(2)
  }
  expect(await find({ kind: 'settings' })).toEqual(['changed the setting “site name”'])
  const people = await listAuditedPeople(admin)
  expect(people.map(({ name }) => name)).toEqual(['A program with the secret key', ADMIN.email])
  expect(await find({ person: people[0]?.person ?? '' })).toEqual(['published “Ships by a program”'])
  expect(await find({ person: people[1]?.person ?? '' })).toHaveLength(2)
  await sql`update public.audit_log set happened_at = '2026-01-01T12:00Z' where kind = 'settings'`
  expect(await find({ from: '2026-01-01T00:00Z', until: '2026-01-02T00:00Z' })).toHaveLength(1)
  expect(await find({ until: '2026-01-01T12:00Z' })).toHaveLength(0)
})

test('the export has what is shown, as words that no spreadsheet runs, and is written down', async () => {
  const { sql, admin } = world
  await sql`truncate public.audit_log`
  await sql`
    select private.record_act('articles', 'test', 'published %s', 'No ' || n, gen_random_uuid(),
      '{"address": {"before": "one", "now": "two"}}', '=HYPERLINK("https://evil.example")')
    from generate_series(1, 4100) as n`
  await sql`select private.record_act('settings', 'test', 'changed another thing', p_by => '=cmd')`
  const csv = await exportAuditLog(admin, { ...ALL, kind: 'articles', search: 'published no' })
  const [head, ...lines] = parse(csv, { bom: true }) as string[][]
  expect(head).toEqual(['time', 'who', 'did', 'why', 'details', 'kind', 'action', 'subject_id'])
  expect(lines).toHaveLength(4100)
  expect(new Set(lines.map(([, , did]) => did)).size).toBe(4100)
  expect(lines[0]?.slice(1, 5)).toEqual([
    'The site',
    'published “No 4100”',
    `'=HYPERLINK("https://evil.example")`,
    'Address: one → two',
  ])
  expect(await exportAuditLog(admin, { ...ALL, kind: 'settings' })).toContain("'=cmd,changed another thing")
  const { rows } = await listAuditEntries(admin, { ...PAGE, kind: 'administrators' })
  expect(rows[0]).toMatchObject({ actor_name: ADMIN.email, did: 'exported the audit log' })
  expect(rows.map(({ details }) => details)).toEqual([
    { kind: 'settings', searched: false },
    { kind: 'articles', searched: true },
  ])
  const bad = await admin.functions.invoke(`export-audit-log?kind=everything&id=${randomUUID()}`, {
    method: 'GET',
  })
  expect(bad.error?.context.status).toBe(400)
})
