import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { handleRequest } from '#server/supabase/rest/handle-request.ts'
import { createPrepareRequest } from '#server/supabase/rest/prepare-request.ts'
import { openRequestPools, type RequestPools } from '#server/supabase/rest/request-pools.ts'
import { runAnonymousReads, runAs, runReadsOfStranger } from '#server/supabase/rest/run-query.ts'
import { catalog } from '../../../tests/support/catalog.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { startSessionPooler } from '../../../tests/support/session-pooler.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

let database: TestDatabase
let pools: RequestPools

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('printed', 'Printed', 'Excerpt', 'Text', 'tech', true), ('draft', 'Draft', 'Excerpt', 'Text', 'tech', false)`
  pools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
})
afterAll(async () => {
  await pools.close()
  await database.drop()
})

/** A separate connection that runs statements unchanged, and is closed after the test. */
async function connection(pool: Pool) {
  const client: PoolClient = await pool.connect()
  onTestFinished(() => client.release(true))
  return {
    ask: async (text: string) => (await client.query(text)).rows[0],
    /** The SQLSTATE with which a statement is refused. */
    refused: (text: string) =>
      client.query(text).then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      ),
  }
}

const nameOf = async (pool: Pool) => (await pool.query('select session_user as name')).rows[0].name as string

describe('a connection of the anonymous pool', () => {
  test('is anon and read-only, in UTC, with a statement timeout', async () => {
    const { ask } = await connection(pools.anonymous)
    expect(await ask('select current_user as name, session_user as login')).toEqual({
      name: 'anon',
      login: expect.stringMatching(/^ai_watch_reader_[0-9a-f]{10}$/),
    })
    expect(await ask('show default_transaction_read_only')).toEqual({ default_transaction_read_only: 'on' })
    expect(await ask('show timezone')).toEqual({ TimeZone: 'UTC' })
    expect(await ask('show statement_timeout')).toEqual({ statement_timeout: '5s' })
    expect(await ask('show idle_in_transaction_session_timeout')).toEqual({
      idle_in_transaction_session_timeout: '15s',
    })
  })

  test('sees what anon sees', async () => {
    const { ask, refused } = await connection(pools.anonymous)
    expect(await ask('select string_agg(slug, $$,$$) as slugs from public.articles')).toEqual({
      slugs: 'printed',
    })
    for (const table of ['auth.users', 'public.user_roles', 'public.newsletter_subscribers', 'pg_authid']) {
      expect(await refused(`select * from ${table}`), table).toBe('42501')
    }
  })

  test.each([
    'set role authenticated',
    'set role service_role',
    'set role postgres',
    'set local role service_role',
    "select set_config('role', 'service_role', false)",
    'set session authorization postgres',
    'set session authorization authenticated',
    'create role another superuser',
    'alter role current_user superuser',
    'grant service_role to current_user',
    'alter database template1 is_template false',
    "copy (select 1) to program 'true'",
    "copy (select 1) to '/tmp/ai-watch-never'",
    "select pg_read_file('/etc/passwd')",
    'create table public.mine (n int)',
    'create extension citext',
    'alter system set log_statement = none',
    'set log_statement = none',
    'set session_replication_role = replica',
  ])('cannot %s', async (statement) => {
    const { ask, refused } = await connection(pools.anonymous)
    // Some statements are refused as writes before their rights are checked.
    expect(['42501', '25006']).toContain(await refused(statement))
    await ask('set default_transaction_read_only = off')
    expect(await refused(statement)).toBe('42501')
    expect(await ask('select current_user as name')).toEqual({ name: 'anon' })
  })

  test('is anon again after reset role', async () => {
    const { ask } = await connection(pools.anonymous)
    for (const statement of ['reset role', 'reset all', 'discard all', 'set session authorization default']) {
      await ask(statement)
      expect(await ask('select current_user as name'), statement).toEqual({ name: 'anon' })
    }
  })

  test('has no rights when it leaves the role anon', async () => {
    const { ask, refused } = await connection(pools.anonymous)
    await ask('set role none')
    await ask('set default_transaction_read_only = off')
    expect(await ask('select current_user = session_user as alone')).toEqual({ alone: true })
    for (const statement of [
      'select * from public.articles',
      'delete from public.articles',
      'select * from auth.users',
      "select public.subscribe_newsletter('ada@example.org')",
      'set role service_role',
    ]) {
      expect(await refused(statement), statement).toBe('42501')
    }
  })

  test('writes nothing, and even after turning read-only off only what anon may write', async () => {
    const { ask, refused } = await connection(pools.anonymous)
    const subscribe = "select public.subscribe_newsletter('ada@example.org')"
    expect(await refused(subscribe)).toBe('25006')
    await ask('set default_transaction_read_only = off')
    for (const statement of [
      "update public.articles set title = 'Mine'",
      'delete from public.articles',
      'truncate public.articles',
      "insert into public.user_roles (user_id, role) values (gen_random_uuid(), 'admin')",
    ]) {
      expect(await refused(statement), statement).toBe('42501')
    }
  })
})

describe('a connection of the request pool', () => {
  test('starts without rights, in UTC, with a statement timeout', async () => {
    const { ask, refused } = await connection(pools.requests)
    expect(await ask('select current_user = session_user as alone, session_user as login')).toEqual({
      alone: true,
      login: expect.stringMatching(/^ai_watch_request_[0-9a-f]{10}$/),
    })
    expect(await ask('show timezone')).toEqual({ TimeZone: 'UTC' })
    expect(await ask('show statement_timeout')).toEqual({ statement_timeout: '5s' })
    for (const table of ['public.articles', 'auth.users', 'public.user_roles']) {
      expect(await refused(`select * from ${table}`), table).toBe('42501')
    }
  })

  test('can switch to the request roles and to no others', async () => {
    const { ask, refused } = await connection(pools.requests)
    for (const role of ['anon', 'authenticated', 'service_role', 'access_token']) {
      await ask(`set role ${role}`)
      expect(await ask('select current_user as name')).toEqual({ name: role })
      await ask('reset role')
    }
    for (const statement of [
      'set role postgres',
      'set session authorization postgres',
      'create role another',
    ]) {
      expect(await refused(statement), statement).toBe('42501')
    }
  })
})

test('the login roles can only log in, and are members of the request roles only', async () => {
  const [reader, request] = [await nameOf(pools.anonymous), await nameOf(pools.requests)]
  const rows = await database.sql`
    select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powerful, rolinherit as inherits,
      array(select roleid::regrole::text from pg_auth_members where member = pg_roles.oid order by 1) as roles,
      exists (select from pg_auth_members where member = pg_roles.oid and admin_option) as grants
    from pg_roles where rolname in (${reader}, ${request}) order by rolname`
  expect(rows).toEqual([
    { powerful: false, inherits: false, roles: ['anon'], grants: false },
    {
      powerful: false,
      inherits: false,
      roles: ['access_token', 'anon', 'authenticated', 'service_role'],
      grants: false,
    },
  ])
})

const sleep = (seconds: number) => ({
  text: `select 1 as count, null as body, null as total, null as inserted from pg_sleep(${seconds})`,
  values: [],
})

describe('a statement that takes long', () => {
  const turnOf = (pool: 'anonymous' | 'requests') =>
    ({ pool, keys: [randomUUID()], isWanted: () => true }) as const

  test.each([true, false])('is begun again, with the time that it may have (a read: %s)', async (reads) => {
    const given: unknown[] = []
    const identity = { role: 'authenticated', claims: '{}', clientIp: '' } as const
    const { count } = await pools.inTurn(turnOf('requests'), (timeoutMs) => {
      given.push(timeoutMs)
      return runAs(pools, identity, sleep(1.3), { reads, timeoutMs })
    })
    expect([count, given]).toEqual([1, [250, undefined]])
  })

  test('has a second from the first time where it saves something', async () => {
    const given: unknown[] = []
    const turn = { ...turnOf('requests'), text: 'a change', isWrite: true }
    await pools.inTurn(turn, async (timeoutMs) => void given.push(timeoutMs))
    expect(given).toEqual([1_000])
  })

  test('is a short one the next time, where it took less than a second in its place', async () => {
    const given: unknown[] = []
    const identity = { role: 'authenticated', claims: '{}', clientIp: '' } as const
    for (let n = 0; n < 2; n++)
      await pools.inTurn({ ...turnOf('requests'), text: 'neither short nor long' }, (timeoutMs) => {
        given.push(timeoutMs)
        return runAs(pools, identity, sleep(0.3), { reads: true, timeoutMs })
      })
    expect(given).toEqual([250, undefined, 1_000])
  })

  test('is known while its client is over the budget, and others of the client and short ones of others go on', async () => {
    const turn = turnOf('requests')
    const identity = { role: 'authenticated', claims: '{}', clientIp: '' } as const
    const given: unknown[] = []
    const ask = (who: typeof turn, seconds: number, text = 'the same') =>
      pools.inTurn({ ...who, text }, (timeoutMs) => {
        given.push(timeoutMs)
        return runAs(pools, identity, sleep(seconds), { reads: true, timeoutMs })
      })
    await ask(turnOf('requests'), 0, 'another')
    await ask(turn, 1.3)
    const long = [ask(turn, 1.5), ask(turn, 0.1)]
    await ask(turn, 0, 'another')
    for (let n = 0; n < 5; n++) await ask(turnOf('requests'), 0)
    const asShort = given.filter((timeoutMs) => timeoutMs !== undefined)
    expect(asShort).toEqual([250, 250, 1_000, 250, ...Array(4).fill(1_000)])
    await Promise.all(long)
    expect(given.length - asShort.length).toBe(3)
  })
})

test('a stranger has a second for each read, and the site itself longer, also on a connection that a stranger had', async () => {
  expect(await runReadsOfStranger(pools, [sleep(0), sleep(1.2)])).toMatchObject([
    { value: { count: 1 } },
    { reason: { code: '57014' } },
  ])
  for (let n = 0; n < 8; n++)
    expect(await runAnonymousReads(pools, [sleep(n === 0 ? 1.2 : 0)])).toMatchObject([
      { value: { count: 1 } },
    ])
})

describe('several processes', () => {
  const storedPasswords = async () => {
    const names = [await nameOf(pools.anonymous), await nameOf(pools.requests)]
    const rows = await database.sql`
      select rolpassword from pg_authid where rolname = any (${names}) order by rolname`
    return rows.map((row) => row.rolpassword as string)
  }

  test('over one database derive the same passwords from the JWT secret', async () => {
    const before = await storedPasswords()
    const others = await Promise.all(
      [1, 2].map(() => openRequestPools(database.address, database.sql, TEST_SECRETS)),
    )
    for (const other of others) {
      expect(await nameOf(other.anonymous)).toBe(await nameOf(pools.anonymous))
      await other.close()
    }
    expect(await storedPasswords()).toEqual(before)
    for (const password of before)
      expect(password).toMatch(/^SCRAM-SHA-256\$4096:[\w+/=]+\$[\w+/=]+:[\w+/=]+$/)
    expect(before[0]).not.toBe(before[1])

    const jwtSecret = 'another-secret-of-enough-length-0123456789'
    await (await openRequestPools(database.address, database.sql, { jwtSecret })).close()
    const after = await storedPasswords()
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })

  test('over different databases use different login roles', async () => {
    const elsewhere = await createTestDatabase()
    const others = await openRequestPools(elsewhere.address, elsewhere.sql, TEST_SECRETS)
    onTestFinished(async () => {
      await others.close()
      await elsewhere.drop()
    })
    expect(await nameOf(others.anonymous)).not.toBe(await nameOf(pools.anonymous))
  })
})

describe('a database user who may not create roles', () => {
  async function openAsOwner() {
    const { sql, address, drop } = await createTestDatabase()
    const owner = `owner_${randomBytes(6).toString('hex')}`
    const [{ name } = { name: '' }] = await sql`select current_database() as name`
    await sql.script(`create role ${owner} login nosuperuser nocreaterole noinherit;
      grant anon, authenticated, service_role, access_token to ${owner};
      alter database ${name} owner to ${owner};
      insert into public.articles (slug, title, excerpt, content, category, published)
      values ('printed', 'Printed', 'Excerpt', 'Text', 'tech', true), ('draft', 'Draft', 'Excerpt', 'Text', 'tech', false)`)
    const ownAddress = { ...address, user: owner }
    const own = connect(ownAddress)
    const opened = await openRequestPools(ownAddress, own, TEST_SECRETS)
    onTestFinished(async () => {
      await opened.close()
      await own.end()
      await drop()
      await database.sql.script(`drop role ${owner}`)
    })
    return { opened, owner }
  }

  test('gets sessions of its own with the same settings', async () => {
    const { opened, owner } = await openAsOwner()
    const reader = await connection(opened.anonymous)
    expect(await reader.ask('select current_user as name, session_user as login')).toEqual({
      name: 'anon',
      login: owner,
    })
    const request = await connection(opened.requests)
    expect(await request.ask('select current_user as name')).toEqual({ name: owner })
    for (const { ask } of [reader, request]) {
      expect(await ask('show statement_timeout')).toEqual({ statement_timeout: '5s' })
      expect(await ask('show timezone')).toEqual({ TimeZone: 'UTC' })
    }
    expect(await reader.refused("select public.subscribe_newsletter('ada@example.org')")).toBe('25006')
  })

  test('can serve requests', async () => {
    const { opened } = await openAsOwner()
    const prepare = createPrepareRequest(catalog)
    const ask = async (caller: 'anonymous' | 'service', method: string, path: string, body = '') => {
      const request = { method, path, query: 'select=slug&order=slug', header: () => null, body }
      return handleRequest({ pools: opened, prepare }, request, {
        caller: { kind: caller },
        clientIp: '192.0.2.1',
      })
    }
    expect((await ask('anonymous', 'GET', '/articles')).body).toBe('[{"slug":"printed"}]')
    expect((await ask('service', 'GET', '/articles')).body).toBe('[{"slug":"draft"},{"slug":"printed"}]')
    const subscribed = handleRequest(
      { pools: opened, prepare },
      {
        method: 'POST',
        path: '/rpc/subscribe_newsletter',
        query: '',
        header: () => null,
        body: '{"p_email":"ada@example.org"}',
      },
      { caller: { kind: 'anonymous' }, clientIp: '192.0.2.1' },
    )
    expect((await subscribed).status).toBe(200)
  })
})

test('behind a pooler for many servers both pools log in as its user, without a try that it would refuse', async () => {
  const bare = await createTestDatabase()
  onTestFinished(() => bare.drop())
  const { address } = bare
  const { url, logins } = await startSessionPooler(address)
  const sql = connect(url)
  const pooled = await openRequestPools(url, sql, TEST_SECRETS)
  onTestFinished(() => Promise.all([pooled.close(), sql.end()]).then(() => {}))
  const { rows } = await pooled.anonymous.query('select current_user as role, session_user as login')
  expect(rows).toEqual([{ role: 'anon', login: address.user }])
  expect(await nameOf(pooled.requests)).toBe(address.user)
  expect(new Set(logins)).toEqual(new Set([`${address.user}.project`]))
})
