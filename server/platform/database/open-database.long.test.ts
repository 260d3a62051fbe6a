import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/platform/config-error.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { openRequestPools } from '#server/supabase/rest/request-pools.ts'
import {
  prepareLikeSupabase,
  SUPABASE_SETTINGS,
  SUPABASE_SUPERUSER,
} from '../../../tests/support/hosted-supabase.ts'
import { type PostgresServer, startPostgresServer } from '../../../tests/support/postgres-server.ts'
import { sharedResource } from '../../../tests/support/shared-resources.ts'
import { createTemporaryFolder, memoryFolder } from '../../../tests/support/temporary-folder.ts'

const REFUSAL =
  "DATABASE_URL: the database postgres is that of Supabase's own services, with their tables of users and files. Give AI Watch one of " +
  'its own beside it, and let DATABASE_URL end in /ai_watch. As the user postgres: create database ai_watch template template0;'

describe.each(['15', '17'])('a project of hosted Supabase with PostgreSQL %s', (major) => {
  let server: PostgresServer
  beforeAll(async () => {
    await sharedResource('postgres-of-other-majors')
    server = await startPostgresServer(createTemporaryFolder(`supabase-${major}`, memoryFolder()), {
      major,
      provider: 'icu',
      settings: ['fsync = off', ...SUPABASE_SETTINGS],
      superuser: SUPABASE_SUPERUSER,
    })
    await prepareLikeSupabase(server)
    return () => server.stop()
  })

  function open(database: string, user = 'postgres'): Sql {
    const sql = connect({ ...server, database, user })
    onTestFinished(() => sql.end())
    return sql
  }

  test.each(['postgres', SUPABASE_SUPERUSER])(
    'its own database is refused to %s, and not changed',
    async (user) => {
      const before = await describeProject(open('postgres'))
      const error = await prepareDatabase(open('postgres', user)).catch((error) => error)
      expect(error).toBeInstanceOf(ConfigError)
      expect(error.message).toBe(REFUSAL)
      expect(await describeProject(open('postgres'))).toEqual(before)
    },
  )

  test('the database that the refusal names works, and everything of the project stays as it is', async () => {
    const before = await describeProject(open('postgres'))
    await open('postgres').script(REFUSAL.split(': ').at(-1) ?? '')
    const sql = open('ai_watch')
    expect(await prepareDatabase(sql)).not.toEqual([])
    expect(await prepareDatabase(sql)).toEqual([])
    const address = { host: server.host, port: server.port, user: 'postgres', database: 'ai_watch' }
    const pools = await openRequestPools(address, sql, { jwtSecret: 'a secret of thirty-two characters' })
    onTestFinished(() => pools.close())
    const found = await pools.anonymous.query(
      'select session_user::text as login, count(*)::int as articles from public.articles',
    )
    expect(found.rows).toEqual([{ login: expect.stringMatching(/^ai_watch_reader_/), articles: 0 }])
    expect(await describeProject(open('postgres'))).toEqual(before)

    // Databases that are made without a template have the default privileges of the project, which open everything.
    await open('postgres').script('create database generous')
    const generous = open('generous')
    await generous.script('create table public.open_to_all ()')
    expect(await grantsOf(generous)).toContainEqual(
      expect.objectContaining({
        name: 'open_to_all',
        grantee: 'anon',
        grants: expect.stringMatching('TRUNCATE'),
      }),
    )
    await generous.script('drop table public.open_to_all')
    await prepareDatabase(generous)
    expect(await grantsOf(generous)).toEqual(await grantsOf(sql))
  })
})

/** The roles of the project, and the objects in its own database. */
async function describeProject(sql: Sql): Promise<unknown[]> {
  return [
    await sql`select * from pg_roles where rolname !~ '^(ai_watch_|access_token$)' order by rolname`,
    await sql`
      select member::regrole::text, roleid::regrole::text from pg_auth_members
      where concat(member::regrole, ' ', roleid::regrole) !~ 'ai_watch_|access_token' order by 1, 2`,
    await sql`select nspname, nspowner, nspacl from pg_namespace where nspname !~ '^pg_' order by nspname`,
    await sql`select oid::regclass::text as name, relowner, relacl from pg_class where oid >= 16384 order by oid`,
  ]
}

/** The privileges of anonymous and signed-in requests on tables, views, sequences and functions. */
function grantsOf(sql: Sql): Promise<{ name: string; grantee: string; grants: string }[]> {
  return sql`
    select name, grantee::regrole::text as grantee, string_agg(privilege_type, ',' order by privilege_type) as grants
    from (
      select relname as name, relnamespace as schema, relacl as acl from pg_class
      union all select oid::regprocedure::text, pronamespace, proacl from pg_proc
    ) as found, aclexplode(acl)
    where schema in (to_regnamespace('public'), to_regnamespace('private'), to_regnamespace('auth'), to_regnamespace('storage'))
      and grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
    group by name, grantee order by name, grantee`
}
