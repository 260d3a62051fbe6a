import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ClientBase, DatabaseError, type Pool, type PoolConfig } from 'pg'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { createPool, type DatabaseAddress, type Sql } from '#server/platform/database/connection.ts'
import { ALONE, isPooled } from '#server/platform/database/pool-sizes.ts'
import { createFairQueue, type FairQueue, type QueueKeys } from '#server/platform/http/fair-queue.ts'
import { PREPARE_SETTINGS } from '#server/supabase/rest/query-as.ts'

/** The connection pools on which requests to `/rest/v1` run. */
export interface RequestPools {
  /** Sessions that log in as `anon` and read-only, so that a read takes one round trip. */
  anonymous: Pool
  /** Sessions without rights, which take the caller's role for the length of a transaction. */
  requests: Pool
  /** The queue for connections, which everybody uses except the site itself and callers with the service key. */
  turns: FairQueue<Turn['pool'] | 'unknown' | 'long'>
  /**
   * Runs statements in their turn. A long statement of somebody at the desk is ended, by `timeoutMs`, and begun again in the place for long
   * ones, so that nobody keeps the other places. Statements of strangers have a place of their own unless they are known, and are ended
   * earlier for good.
   */
  inTurn<T>(turn: Turn, work: (timeoutMs?: number) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Turn {
  pool: 'anonymous' | 'requests'
  keys: QueueKeys
  isWanted(): boolean
  /** Statements that a stranger has written: only those that the site itself sends are known to be short. */
  isUnknown?: boolean
  /** A statement that saves something has a second from the first time, and does not wait for a place that rests. */
  isWrite?: boolean
  /** The text of the statement. */
  text?: string
}

/** The connections of each pool that are reserved for the site itself. */
const FREE = { anonymous: 2, requests: 1 }
/** A search takes some twenty milliseconds, and a person at the desk uses some ten a second. */
const TURNS = { maxWaitMs: 10_000, budgetMs: 500 }
/** A statement may take so long before it is one of the long ones, of which one runs: a read that never was short, less. */
const SHORT_MS = 1_000
const FIRST_MS = 250
/** A statement that was long for somebody is not tried as a short one again for this time. */
const LONG_FOR_MS = 60_000
const MAX_REMEMBERED = 1_000
/** For every caller but the service role: a filter may contain a pattern that takes minutes to match. */
export const STATEMENT_TIMEOUT_MS = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000

/** The code of a statement that was ended because it took too long. */
export const TIMED_OUT = '57014'

const SETTINGS = {
  timezone: 'UTC',
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  // One statement keeps one processor busy at most.
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_TIMEOUT_MS),
}
const ANONYMOUS_SETTINGS = { ...SETTINGS, role: 'anon', default_transaction_read_only: 'on' }

/**
 * Opens both pools with login roles of their own, which have no rights except to switch to the request roles. Where the database user may
 * not create roles, or these cannot log in, both pools log in as that user and apply the same settings. They do so too behind a pooler for
 * many servers, where users are named `user.server`: it knows no role that we create, and bans clients that try to log in.
 */
export async function openRequestPools(
  address: DatabaseAddress,
  sql: Sql,
  { jwtSecret }: { jwtSecret: string },
  pools = ALONE,
): Promise<RequestPools> {
  const logins = (await isPooled(address, sql)) ? null : await createLogins(sql, jwtSecret)
  const open = async (
    login: Login | null,
    settings: Record<string, string>,
    {
      prepare = async () => {},
      ...config
    }: Pick<PoolConfig, 'max' | 'application_name' | 'pipeline'> & {
      prepare?: (client: ClientBase) => Promise<unknown>
    },
  ) => {
    const pool = login && createPool(addressAs(address, login), { ...config, onConnect: prepare })
    if (pool && (await canConnect(pool))) return pool
    await pool?.end()
    return createPool(address, {
      ...config,
      async onConnect(client) {
        await client.query(setAll(settings))
        await prepare(client)
      },
    })
  }
  const anonymous = await open(logins?.anonymous ?? null, ANONYMOUS_SETTINGS, {
    max: pools.anonymous,
    // The reads of a page are sent together, without waiting for each other.
    pipeline: true,
    application_name: 'ai-watch anonymous',
  })
  const requests = await open(logins?.requests ?? null, SETTINGS, {
    max: pools.requests,
    application_name: 'ai-watch requests',
    prepare: (client) => client.query(PREPARE_SETTINGS),
  })
  const placesOf = (name: Turn['pool']) => Math.max(2, pools[name] - FREE[name] - 1)
  const turns = createFairQueue({
    ...TURNS,
    atOnce: {
      anonymous: placesOf('anonymous'),
      requests: placesOf('requests'),
      unknown: 1,
      long: 1,
    },
    resting: ['unknown', 'long'],
  })
  const wereLong = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: LONG_FOR_MS })
  const wereShort = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  return {
    anonymous,
    requests,
    turns,
    async inTurn({ pool, keys, isWanted, isUnknown = false, isWrite = false, text = '' }, work) {
      if (pool === 'anonymous') return turns.run(keys, () => work(), isWanted, isUnknown ? 'unknown' : pool)
      const statement = createHash('sha256').update(text).digest('base64')
      const asked = `${keys[0]} ${statement}`
      const measured = async () => {
        const begin = performance.now()
        const result = await work()
        if (performance.now() - begin < SHORT_MS) wereShort.set(statement, true)
        return result
      }
      const runLong = () => turns.run(keys, measured, isWanted, 'long', { isUrgent: isWrite })
      if (wereLong.has(asked) && turns.leftMs(keys) === 0) return runLong()
      const timeoutMs = isWrite || wereShort.has(statement) ? SHORT_MS : FIRST_MS
      try {
        const result = await turns.run(keys, () => work(timeoutMs), isWanted, pool)
        wereShort.set(statement, true)
        return result
      } catch (error) {
        if (!(error instanceof DatabaseError) || error.code !== TIMED_OUT) throw error
        wereLong.set(asked, true)
        return runLong()
      }
    },
    async close() {
      await Promise.all([anonymous.end(), requests.end()])
    },
  }
}

interface Login {
  name: string
  password: string
}

/**
 * Creates or updates the login roles of this database; null where that is not allowed. The settings are stored with the login
 * roles, because PostgreSQL applies a role's settings only at login. Their passwords are derived from the JWT secret, which
 * all processes over a database share.
 */
async function createLogins(
  sql: Sql,
  jwtSecret: string,
): Promise<{ anonymous: Login; requests: Login } | null> {
  const [database] = await sql<[{ name: string }]>`select current_database() as name`
  // Roles belong to the whole server, which may hold the databases of other publications.
  const suffix = createHash('sha256').update(database.name).digest('hex').slice(0, 10)
  const loginOf = (kind: string): Login => ({
    name: `ai_watch_${kind}_${suffix}`,
    password: createHmac('sha256', jwtSecret).update(`${kind} login of ${database.name}`).digest('base64url'),
  })
  const anonymous = loginOf('reader')
  const requests = loginOf('request')
  try {
    await withAdvisoryLock(sql, 'schema', async () => {
      await createLogin(sql, anonymous, ['anon'], ANONYMOUS_SETTINGS)
      await createLogin(sql, requests, ['anon', 'authenticated', 'service_role', 'access_token'], SETTINGS)
    })
    return { anonymous, requests }
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return null
    throw error
  }
}

async function createLogin(
  sql: Sql,
  { name, password }: Login,
  roles: string[],
  settings: Record<string, string>,
): Promise<void> {
  const [existing] = await sql`select 1 from pg_roles where rolname = ${name}`
  const verb = existing ? 'alter' : 'create'
  // Neither the name, which is made here, nor the verifier has characters that would need escaping.
  await sql.script(`${verb} role ${name} login noinherit password '${scramVerifier(name, password)}'`)
  await sql.script(`grant ${roles.join(', ')} to ${name}`)
  for (const [setting, value] of Object.entries(settings)) {
    await sql.script(`alter role ${name} set ${setting} = '${value}'`)
  }
}

/**
 * The hash that PostgreSQL stores for a password (RFC 5803), so that no statement that a server may log contains the password.
 * The salt is derived as well, so that every process writes the same value.
 */
function scramVerifier(name: string, password: string): string {
  const iterations = 4096
  const salt = createHash('sha256').update(`salt of ${name}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}

function addressAs(address: DatabaseAddress, { name, password }: Login): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, user: name, password }
  const url = new URL(address)
  url.username = name
  url.password = password
  return url.href
}

async function canConnect(pool: Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}

function setAll(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([setting, value]) => `set ${setting} = '${value}'`)
    .join('; ')
}
