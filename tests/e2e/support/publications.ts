import '#server/start/load-environment.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuild } from '#server/build/builds.ts'
import { readConfig } from '#server/platform/config.ts'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { startDatabaseProxy } from '../../support/database-proxy.ts'
import { databaseUrl } from '../../support/database-url.ts'
import { freePort } from '../../support/free-port.ts'
import { saveRows } from '../../support/saved-rows.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { TEST_SECRETS } from '../../support/test-settings.ts'

/**
 * A process that serves one publication after the other. The next one is the present one without its content, unless it has other
 * variables: then it gets a database and a data folder of its own. A process and a PostgreSQL for each would take three seconds of a core.
 *
 * A message with variables asks for the next publication; the answer has its address and that of its database. The other messages take the
 * database of a publication that is proxied away from it, and give it back.
 */
export type Request = { environment: Record<string, string>; isProxied: boolean } | 'cut' | 'restore'
export type Answer = { url: string; databaseUrl: string } | { error: string }

const TEMPLATE = 'template_publication'
/** Settings are read and pages evicted within milliseconds of a notification. */
const MOST_EMPTYING_MS = 3_000

const folder = createTemporaryFolder('publications')
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const maintenance = connect(postgres.connection, { max: 1 })
// Nothing in it has to survive a crash of the machine.
for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
  await maintenance.script(`alter system set ${setting} = off`)
}
await maintenance.script('select pg_reload_conf()')
const build = await ensureBuild(console.log)
const { start }: typeof import('#server/entry.ts') = await import(build.entry)
let count = 0

await maintenance.script(`create database ${TEMPLATE}`)
const first = await open(TEMPLATE, { environment: {}, isProxied: false })
await first.stop()
type Opened = Awaited<ReturnType<typeof open>>
let present: (Opened & { empty(): Promise<boolean>; variables: string }) | undefined

let turn = Promise.resolve()
process.on('message', (request: Request) => {
  turn = turn
    .then(() => (typeof request === 'string' ? reach(request) : replace(request)))
    .then(answer, (error) => answer({ error: String(error?.stack) }))
})
process.on('disconnect', () => void turn.then(end))
answer({ url: '', databaseUrl: '' })

type Wanted = Exclude<Request, string>

async function replace(wanted: Wanted): Promise<Answer> {
  const variables = JSON.stringify(wanted)
  if (present?.variables !== variables || !(await present.empty())) await openNext(wanted)
  if (!present) throw new Error('No publication was opened')
  return { url: present.url, databaseUrl: present.databaseUrl }
}

async function openNext(wanted: Wanted): Promise<void> {
  await close()
  const database = `publication_${++count}`
  await maintenance.script(`create database ${database} template ${TEMPLATE}`)
  const opened = await open(database, wanted)
  present = { ...opened, ...(await prepareEmptying(opened)), variables: JSON.stringify(wanted) }
}

/** Remembers the rows of the start. */
async function prepareEmptying({ database, url, proxy, stop }: Opened) {
  const sql = connect({ ...postgres.connection, database }, { max: 1 })
  const restore = await saveRows(sql, ['public', 'private', 'storage', 'auth', 'pgboss'])
  const content = await versionOfContent(url)
  return {
    /** Puts the rows back, and waits until the site shows them. False when work is under way, or the site shows others. */
    async empty(): Promise<boolean> {
      const [job] = await sql`select from pgboss.job where state = 'active' limit 1`
      if (job || proxy) return false
      await restore()
      await sql.script(`notify page_changes, '*'`)
      for (const deadline = Date.now() + MOST_EMPTYING_MS; Date.now() < deadline; ) {
        if ((await versionOfContent(url)) === content) return true
      }
      return false
    },
    async stop(): Promise<void> {
      await sql.end()
      await stop()
    },
  }
}

async function reach(request: 'cut' | 'restore'): Promise<Answer> {
  if (!present?.proxy) throw new Error('This publication has no proxy before its database')
  await (request === 'cut' ? present.proxy.refuse() : present.proxy.restore())
  return { url: present.url, databaseUrl: present.databaseUrl }
}

async function open(database: string, { environment, isProxied }: Wanted) {
  const httpPort = await freePort()
  const address = databaseUrl({ ...postgres.connection, database })
  const proxy = isProxied ? await startDatabaseProxy({ ...postgres.connection, database }) : null
  const config = readConfig({
    PORT: String(httpPort),
    DATA_DIR: join(folder, database),
    DATABASE_URL: proxy?.url ?? address,
    DEMO: '0',
    ADMIN_PASSWORD: 'a password for journeys',
    SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
    SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
    JWT_SECRET: TEST_SECRETS.jwtSecret,
    ...environment,
  })
  const { stop } = await start(config, createLog(config.logLevel), build.publicDir)
  return {
    url: config.siteUrl,
    database,
    databaseUrl: address,
    dataDir: config.dataDir,
    proxy,
    stop: async () => {
      await stop('its test is over')
      await proxy?.close()
    },
  }
}

/** A value that changes with the settings, articles, authors and pages of a publication; the request is not counted as a reader's. */
async function versionOfContent(url: string): Promise<string | null> {
  return (await fetch(`${url}/llms.txt`)).headers.get('etag')
}

async function close(): Promise<void> {
  const closing = present
  present = undefined
  if (!closing) return
  await closing.stop()
  await maintenance.script(`drop database ${closing.database} with (force)`)
  await rm(closing.dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function end(): Promise<void> {
  await close()
  await maintenance.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit()
}

function answer(message: Answer): void {
  process.send?.(message)
}
