import { cp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { JOBS } from '#server/features.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createLog } from '#server/platform/log.ts'
import { openBoss } from '#server/platform/queue/job-queue.ts'
import { ROOT } from '#server/platform/root.ts'
import { openRequestPools } from '#server/supabase/rest/request-pools.ts'
import { type PostgresServer, startPostgresServer } from '../../../tests/support/postgres-server.ts'
import { sharedResource } from '../../../tests/support/shared-resources.ts'
import { createTemporaryFolder, memoryFolder } from '../../../tests/support/temporary-folder.ts'

/** The statements of the documents: user and database before PostgreSQL 17, since then, and user and roles without createrole. */
const DOCUMENT = await readFile(join(ROOT, 'docs/self-hosting/database.md'), 'utf8')
const [before17, since17, withoutCreaterole] = [...DOCUMENT.matchAll(/^```sql\n(.*?)^```/gms)].map(
  ([, block]) => (block ?? '').trim().split('\n'),
)

async function startServer(major: string, binaries?: string): Promise<PostgresServer> {
  await sharedResource('postgres-of-other-majors')
  return startPostgresServer(createTemporaryFolder(`postgres-${major}`, memoryFolder()), {
    major,
    binaries,
    provider: 'libc',
    settings: ['fsync = off'],
  })
}

/** Connects to a database of a server; each connection is closed after the test. */
function open(server: PostgresServer, database = 'postgres', user = server.user): Sql {
  const sql = connect({ host: server.host, port: server.port, user, database })
  onTestFinished(() => sql.end())
  return sql
}

async function runAll(sql: Sql, statements: readonly string[] | undefined): Promise<void> {
  for (const statement of statements ?? []) await sql.script(statement)
}

/** Drops everything that a test has made on a server, so that the next finds only a superuser. */
async function clear(server: PostgresServer): Promise<void> {
  const sql = connect({ ...server, database: 'postgres' }, { max: 1 })
  const databases = await sql<{ name: string }[]>`
    select quote_ident(datname) as name from pg_database where datname <> 'postgres' and not datistemplate`
  for (const { name } of databases) await sql.script(`drop database ${name} with (force)`)
  const roles = await sql<{ name: string }[]>`
    select quote_ident(rolname) as name from pg_roles where rolname !~ '^pg_' and not rolsuper order by oid desc`
  for (const { name } of roles) await sql.script(`drop owned by ${name}; drop role ${name}`)
  await sql.end()
}

/** The one line that a start would print, and the statements in it. */
async function refusalOf(sql: Sql): Promise<{ line: string; statements: string[] }> {
  const error = await prepareDatabase(sql).catch((error) => error)
  expect(error).toBeInstanceOf(ConfigError)
  const line: string = error.message
  expect(line).not.toContain('\n')
  return { line, statements: line.match(/(?<=: )[^:]+;$/)?.[0].split(/(?<=;) /) ?? [] }
}

/** The queue opens, the service role changes rows that readers then read, and requests run on sessions of `login`. */
async function expectToWork(server: PostgresServer, sql: Sql, login: string): Promise<void> {
  const address = { host: server.host, port: server.port, user: 'ai_watch', database: 'ai_watch' }
  const jobs = JOBS.map(({ job }) => job)
  const boss = await openBoss({ address, sql, log: createLog('silent'), works: false, jobs })
  await boss.close()
  const pools = await openRequestPools(address, sql, { jwtSecret: 'a secret of thirty-two characters' })
  onTestFinished(() => pools.close())
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, author, published)
    values ('zebras', 'Before', 'Of zebras.', 'A réseau of zebras.', 'tech', 'Łukasz Żółć', true)`
  const client = await pools.requests.connect()
  await client.query('begin; set local role service_role')
  const changed = await client.query(
    `update public.articles set title = 'After' where slug = 'zebras' returning session_user::text as login`,
  )
  await client.query('commit')
  client.release()
  expect(changed.rows).toEqual([{ login: expect.stringMatching(new RegExp(`^${login}`)) }])
  const found = await pools.anonymous.query(
    `select title from public.search_articles('reseau', p_author => 'lukasz zolc')`,
  )
  expect(found.rows).toEqual([{ title: 'After' }])
  await expect(pools.anonymous.query('select from private.mail_settings')).rejects.toThrow(
    'permission denied',
  )
}

/** Ways to make a database that cannot be used, each with the message about it. */
const UNUSABLE = [
  ["encoding sql_ascii locale 'C'", 'has the encoding SQL_ASCII, and AI Watch needs UTF8'],
  ["encoding latin1 locale 'C'", 'has the encoding LATIN1, and AI Watch needs UTF8'],
  [
    "encoding utf8 locale_provider libc locale 'C'",
    'has the locale C, which knows no letters but those of English',
  ],
] as const

describe.each(['15', '16', '17', '18'])('PostgreSQL %s', (major) => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startServer(major)
    return () => server.stop()
  })

  const create = Number(major) < 17 ? before17 : since17

  test('an empty database made as the documents say gets everything, twice, without a superuser', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), create)
    const sql = open(server, 'ai_watch', 'ai_watch')
    expect(await prepareDatabase(sql)).not.toEqual([])
    expect(await prepareDatabase(sql)).toEqual([])
    await expectToWork(server, sql, 'ai_watch_request')
  })

  test('a user who may not create roles works with those that the documents name', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), withoutCreaterole)
    await runAll(open(server), create?.slice(1))
    const sql = open(server, 'ai_watch', 'ai_watch')
    expect(await prepareDatabase(sql)).not.toEqual([])
    await expectToWork(server, sql, 'ai_watch')
  })

  test('a user without rights gets one line, and works once its statements were run', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), [
      'create role plain login',
      'create database other_s encoding utf8 template template0',
    ])
    const sql = open(server, 'other_s', 'plain')
    const { line, statements } = await refusalOf(sql)
    expect(line).toBe(
      'DATABASE_URL: the user plain may not create schemas, and may not create tables in the schema public, and may not create the ' +
        'roles anon, authenticated, service_role, access_token. As a superuser, in the database other_s: grant create on database other_s to plain; ' +
        'grant usage, create on schema public to plain; create role anon nologin noinherit; create role authenticated nologin noinherit; ' +
        'create role service_role nologin noinherit; create role access_token nologin noinherit; ' +
        'grant anon, authenticated, service_role, access_token to plain;',
    )
    await runAll(open(server, 'other_s'), statements)
    expect(await prepareDatabase(sql)).not.toEqual([])
  })

  test('a second publication with a user of its own works, or gets one line that makes it work', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), create)
    await prepareDatabase(open(server, 'ai_watch', 'ai_watch'))
    await runAll(
      open(server),
      create?.map((line) => line.replaceAll('ai_watch', 'second')),
    )
    const sql = open(server, 'second', 'second')
    if (Number(major) >= 16) {
      const { line, statements } = await refusalOf(sql)
      expect(line).toBe(
        'DATABASE_URL: the user second may not use the roles anon, authenticated, service_role, access_token. As a superuser, in the database second: ' +
          'grant anon, authenticated, service_role, access_token to second;',
      )
      await runAll(open(server), statements)
    }
    expect(await prepareDatabase(sql)).not.toEqual([])
  })

  test('a database with another encoding, or without letters, is refused, and the database that the line makes works', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), (create ?? []).slice(0, 1))
    let made: string[] = []
    for (const [index, [options, problem]] of UNUSABLE.entries()) {
      const wrong = `wrong${index}`
      await runAll(open(server), [`create database ${wrong} owner ai_watch ${options} template template0`])
      const { line, statements } = await refusalOf(open(server, wrong, 'ai_watch'))
      expect(line).toBe(
        `DATABASE_URL: the database ${wrong} ${problem}. Make another one, as a superuser: ` +
          `create database ai_watch owner ai_watch encoding 'UTF8' locale 'C.UTF-8' template template0;`,
      )
      made = statements
    }
    await runAll(open(server), made)
    expect(await prepareDatabase(open(server, 'ai_watch', 'ai_watch'))).not.toEqual([])
  })

  test('what another user has stored is given away by the statement in the line', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), create)
    await prepareDatabase(open(server, 'ai_watch', 'ai_watch'))
    await runAll(open(server), [
      'create role heir login createrole',
      'grant create on database ai_watch to heir',
    ])
    const sql = open(server, 'ai_watch', 'heir')
    const { line, statements } = await refusalOf(sql)
    expect(line).toBe(
      'DATABASE_URL: what AI Watch has stored here belongs to the user ai_watch, not to heir. Use that user, or let a superuser give it ' +
        'away, in this database: reassign owned by ai_watch to heir;',
    )
    await runAll(open(server, 'ai_watch'), statements)
    expect((await prepareDatabase(sql).catch((error) => error.message)) as unknown).toEqual(
      Number(major) >= 16
        ? expect.stringContaining('grant anon, authenticated, service_role, access_token to heir;')
        : [],
    )
  })

  test('what the first superuser has stored stays there', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), create)
    await prepareDatabase(open(server, 'ai_watch'))
    const { line } = await refusalOf(open(server, 'ai_watch', 'ai_watch'))
    expect(line).toBe(
      'DATABASE_URL: what AI Watch has stored here belongs to the user postgres, not to ai_watch. Use that user, or move everything into ' +
        'a database of ai_watch with pg_dump --no-owner.',
    )
  })

  test('an extension in another schema is moved by the statements in the line', async () => {
    onTestFinished(() => clear(server))
    await runAll(open(server), create)
    await runAll(open(server, 'ai_watch'), ['create extension unaccent'])
    const sql = open(server, 'ai_watch', 'ai_watch')
    const { line, statements } = await refusalOf(sql)
    expect(line).toContain(
      'the user ai_watch finds the extension unaccent in the schema public. As a superuser, in the database ai_watch: ',
    )
    await runAll(open(server, 'ai_watch'), statements)
    expect(await prepareDatabase(sql)).not.toEqual([])
  })
})

test('a server without an extension is refused with the package that has it', async () => {
  const binaries = join(createTemporaryFolder('postgres-without-unaccent'), 'native')
  onTestFinished(() => rm(dirname(binaries), { recursive: true }))
  await cp((await findBinaries()).directory, binaries, { recursive: true, verbatimSymlinks: true })
  await rm(join(binaries, 'share/postgresql/extension/unaccent.control'))
  const server = await startServer('18', binaries)
  onTestFinished(() => server.stop())
  const { line } = await refusalOf(open(server))
  expect(line).toBe(
    "DATABASE_URL: the server lacks the extensions unaccent: install the package of PostgreSQL's additional modules there " +
      '(postgresql-contrib in most systems).',
  )
})

test('a server that is too old is refused', async () => {
  const server = await startServer('14')
  onTestFinished(() => server.stop())
  const { line } = await refusalOf(open(server))
  expect(line).toMatch(
    /^DATABASE_URL: this is PostgreSQL 14\.\d+, and AI Watch needs PostgreSQL 15 or newer: use a newer server\.$/,
  )
})
