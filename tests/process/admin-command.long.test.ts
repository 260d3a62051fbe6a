import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAdministrator, findUserId } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runToEnd, temporaryDataDir } from './run-main.ts'

const NORA = 'nora@example.org'
const GIVEN = { ADMIN_PASSWORD: 'a long password that was given' }

let database: TestDatabase
const dataDir = temporaryDataDir()
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await dataDir.remove()
})
beforeEach(async () => {
  const { sql } = database
  await createAdministrator(sql, NORA, 'correct horse battery')
  await sql`truncate public.articles, public.article_workflow cascade`
  await sql`delete from auth.users where email <> ${NORA}`
})

const admin = (args: string[], env: Record<string, string> = GIVEN) =>
  runToEnd('admin', args, { DATABASE_URL: database.url, DATA_DIR: dataDir.path, ...env })
const roleOf = async (email: string) => {
  const [row] = await database.sql`
    select user_roles.role, languages, permissions from public.user_roles join auth.users on users.id = user_id where email = ${email}`
  return row ?? null
}
const acts = async () => {
  const rows = await database.sql<{ said: string }[]>`
    select actor_name || ' ' || did as said from public.audit_log order by id desc limit 1`
  return rows[0]?.said
}

test('people of every role are made, with what belongs to it', async () => {
  const made = await admin([
    'create',
    'fanny@example.org',
    '--role',
    'translator',
    '--languages',
    'fr,de',
    '--allow',
    'publish',
  ])
  expect([made.code, made.output]).toEqual([
    0,
    expect.stringContaining(
      'fanny@example.org was created, and is a translator (German, French) who may publish.',
    ),
  ])
  expect(made.output).not.toContain('Password')
  expect(await roleOf('fanny@example.org')).toEqual({
    role: 'translator',
    languages: ['fr', 'de'],
    permissions: ['publish'],
  })
  expect(await acts()).toBe(
    'The operator of the server made “fanny@example.org” a translator (German, French) who may publish',
  )
  const printed = await admin(['create', 'ada@example.org'], {})
  expect(printed.output).toMatch(/ada@example\.org was created\.\s+Password: \w{20} /)
  expect(await roleOf('ada@example.org')).toMatchObject({ role: 'admin' })
})

test('a role is changed, and not by making somebody again', async () => {
  await admin(['create', 'eddy@example.org', '--role', 'author'])
  const again = await admin(['create', 'eddy@example.org'])
  expect([again.code, again.output]).toEqual([
    1,
    expect.stringContaining('eddy@example.org is an author. To change that: npm run admin -- set-role'),
  ])
  const changed = await admin(['set-role', 'eddy@example.org', 'editor', '--allow', 'send,addresses'])
  expect([changed.code, changed.output]).toEqual([
    0,
    expect.stringContaining('eddy@example.org is an editor who may send and see addresses now.'),
  ])
})

test('who has articles is changed or removed when an heir is named', async () => {
  await admin(['create', 'otto@example.org', '--role', 'author'])
  const { sql } = database
  const otto = await findUserId(sql, 'otto@example.org')
  await sql`
    insert into public.articles (slug, title, excerpt, content, category) values ('harbour', 'Harbour', 'Ships.', 'Text.', 'tech')`
  await sql`
    insert into public.article_workflow (article_id, owner) select id, ${otto}::uuid from public.articles
    on conflict (article_id) do update set owner = excluded.owner`
  const asked = await admin(['remove', 'otto@example.org'])
  expect([asked.code, asked.output]).toEqual([
    1,
    expect.stringContaining(
      'This person has an article that is not published. Name who takes over. With --heir EMAIL.',
    ),
  ])
  const heirless = await admin(['set-role', 'otto@example.org', 'newsletter'])
  expect(heirless.code).toBe(1)
  const removed = await admin(['remove', 'otto@example.org', '--heir', NORA])
  expect([removed.code, await roleOf('otto@example.org')]).toEqual([0, null])
  expect(await sql`select owner from public.article_workflow`).toEqual([
    { owner: await findUserId(sql, NORA) },
  ])
})

test.each<[string, string[], RegExp]>([
  ['an unknown command', ['destroy', NORA], /There is no command destroy\.\s+Usage/],
  ['no address', ['create', 'nora'], /Give an email address/],
  [
    'an unknown role',
    ['create', 'eve@example.org', '--role', 'owner'],
    /There is no role owner\. Roles are admin, editor/,
  ],
  ['no role', ['set-role', NORA], /Give a role/],
  ['an unknown option', ['create', 'eve@example.org', '--admin'], /Unknown option '--admin'/],
  ['an option of another command', ['reset-password', NORA, '--role', 'admin'], /has no option --role/],
  ['too many arguments', ['create', 'eve@example.org', 'editor'], /create takes only an address/],
  [
    'an unknown language',
    ['create', 'eve@example.org', '--role', 'translator', '--languages', 'fr,xx'],
    /This publication has no language “xx”/,
  ],
  [
    'a translator of nothing',
    ['create', 'eve@example.org', '--role', 'translator'],
    /A translator needs at least one language/,
  ],
  [
    'languages of an editor',
    ['create', 'eve@example.org', '--role', 'editor', '--languages', 'fr'],
    /Only translators have languages/,
  ],
  [
    'what cannot be allowed to anybody',
    ['create', 'eve@example.org', '--role', 'editor', '--allow', 'everything'],
    /everything cannot be allowed/,
  ],
  [
    'what cannot be allowed to an author',
    ['create', 'eve@example.org', '--role', 'author', '--allow', 'send'],
    /This cannot be allowed to an author/,
  ],
  [
    'the last administrator',
    ['set-role', NORA, 'editor'],
    /The last administrator cannot be removed\. Invite another administrator first\./,
  ],
  ['the removal of the last administrator', ['remove', NORA], /The last administrator cannot be removed/],
  ['somebody who is not there', ['set-role', 'eve@example.org', 'editor'], /There is no user eve@example/],
])('%s is refused in words', async (_what, args, words) => {
  const { code, output } = await admin(args)
  expect([code, output]).toEqual([1, expect.stringMatching(words)])
  expect(await roleOf(NORA)).toMatchObject({ role: 'admin' })
  expect(await findUserId(database.sql, 'eve@example.org')).toBeNull()
})
