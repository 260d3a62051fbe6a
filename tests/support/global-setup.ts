import { appendFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Build, ensureBuild, leaseBuild } from '#server/build/builds.ts'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createLog } from '#server/platform/log.ts'
import { openBoss } from '#server/platform/queue/job-queue.ts'
import { type Exposed, readExposed } from '#server/supabase/rest/catalog/catalog.ts'
import {
  listExposed,
  readTableProperties,
  type TableProperties,
} from '#server/supabase/rest/catalog/table-properties.ts'
import { prepareLikeSupabase, SUPABASE_SETTINGS, SUPABASE_SUPERUSER } from './hosted-supabase.ts'
import {
  installPostgresServers,
  type LocaleProvider,
  type PostgresServer,
  startPostgresServer,
} from './postgres-server.ts'
import { createTemporaryFolder, memoryFolder } from './temporary-folder.ts'

const TEMPLATE = 'template_ai_watch'
const PREFIX = 'test-of-'

/** Nothing in these databases has to survive a crash, and each worker opens the connections of several processes. */
const SETTINGS = [
  'max_connections = 200',
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  "checkpoint_timeout = '1h'",
  'autovacuum = off',
]

export interface SharedResources {
  build: { entry: string; publicDir: string }
  /** The server, with the template and the part of it that `/rest/v1` offers. */
  postgres: {
    host: string
    port: number
    user: string
    template: string
    offered: Exposed
    properties: TableProperties[]
  }
  /** The binaries of other majors are installed. */
  'postgres-of-other-majors': true
}

declare module 'vitest' {
  export interface ProvidedContext {
    sharedResources: string
  }
}

/** The build and one real PostgreSQL, which all tests of a run share, are made when the first test asks for it (`shared-resources.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const made: { [Name in keyof SharedResources]?: Promise<SharedResources[Name]> } = {}
  const make = {
    '/build': () => (made.build ??= takeBuild()),
    '/postgres': () => (made.postgres ??= startPostgres(stops)),
    '/postgres-of-other-majors': () =>
      (made['postgres-of-other-majors'] ??= installPostgresServers().then(() => true as const)),
  }
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { connection: 'close' }).end(JSON.stringify(body))
    Promise.resolve(make[request.url as keyof typeof make]?.()).then(
      (resource) => answer(resource ? 200 : 404, resource ?? null),
      (error) => answer(500, String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('sharedResources', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    for (const stop of stops) await stop()
  }
}

async function takeBuild(): Promise<Build> {
  const build = await ensureBuild(console.log)
  leaseBuild(build)
  return build
}

/** PostgreSQL with a migrated template, from which every test database is copied. `TEST_SQL` is applied to the template too. */
async function startPostgres(stops: (() => Promise<void>)[]): Promise<SharedResources['postgres']> {
  const memory = memoryFolder()
  await removeLeftovers(memory)
  const dataDir = createTemporaryFolder(PREFIX + process.pid, memory)
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startServer(dataDir)
  stops.unshift(() => server.stop())
  const { host, port, user } = server

  const maintenance = connect({ host, port, user, database: 'postgres' }, { max: 1 })
  await maintenance.script(`create database ${TEMPLATE}`)
  await maintenance.end()
  const address = { host, port, user, database: TEMPLATE }
  const sql = connect(address)
  await prepareDatabase(sql)
  const offered = await readExposed(sql, await listExposed(sql))
  const properties = await readTableProperties(sql)
  // These import most of the server, which a run without a database does not need.
  const { learnLanguages } = await import('#server/start/learn-languages.ts')
  await learnLanguages(sql)
  const { JOBS } = await import('#server/features.ts')
  const boss = await openBoss({
    address,
    sql,
    log: createLog('silent'),
    works: false,
    jobs: JOBS.map(({ job }) => job),
  })
  await boss.close()
  if (process.env.TEST_SQL) await sql.script(process.env.TEST_SQL)
  await sql.end()
  return { host, port, user, template: TEMPLATE, offered, properties }
}

/**
 * The embedded server, or with `TEST_POSTGRES='15 icu'` one of that major and locale provider, on which tests are not a superuser. With
 * `TEST_POSTGRES='17 icu supabase'` it is prepared like a project of hosted Supabase, and tests are its user `postgres`.
 */
async function startServer(dataDir: string): Promise<PostgresServer> {
  const [major, provider = 'libc', home] = process.env.TEST_POSTGRES?.split(' ') ?? []
  if (major) {
    await installPostgresServers()
    const isSupabase = home === 'supabase'
    const server = await startPostgresServer(dataDir, {
      major,
      provider: provider as LocaleProvider,
      settings: [...SETTINGS, ...(isSupabase ? SUPABASE_SETTINGS : [])],
      ...(isSupabase && { superuser: SUPABASE_SUPERUSER }),
    })
    if (isSupabase) await prepareLikeSupabase(server)
    const user = isSupabase ? 'postgres' : 'operator'
    const maintenance = connect({ ...server, database: 'postgres' }, { max: 1 })
    // The needs of tests beside those that the documents name: databases of their own, others' sessions, and two settings.
    await maintenance.script(`
      ${isSupabase ? '' : 'create role operator login createrole createdb;'}
      grant pg_signal_backend, pg_monitor to ${user};
      grant set on parameter session_replication_role, deadlock_timeout to ${user}`)
    await maintenance.end()
    return { ...server, user }
  }
  const plain = await startEmbeddedPostgres({ dataDir })
  await appendFile(join(plain.directory, 'postgresql.conf'), SETTINGS.join('\n'))
  await plain.stop()
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  return { ...connection, stop }
}

/** Ends the servers of runs that were killed, and frees the memory that they take. */
async function removeLeftovers(memory: string): Promise<void> {
  for (const name of await readdir(memory)) {
    const [, pid] = new RegExp(`^ai-watch-${PREFIX}(\\d+)-`).exec(name) ?? []
    if (!pid || isRunning(Number(pid))) continue
    const folder = join(memory, name)
    const postmaster = await findPostmaster(join(folder, 'postgres'))
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
