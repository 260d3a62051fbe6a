import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { subscribersCsv } from '../../tests/support/subscribers-csv.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { postgresTime, processorTime } from '../support/processor-time.ts'

const SUBSCRIBERS = 100_000
const ROUNDS = 20
const ADMIN = randomUUID()

/** What the desk asks for: the first page, the last one, every filter, and searches for a frequent, a rare, a short and an absent text. */
const LISTS = {
  'first page': 'p_limit => 25',
  'last page': `p_offset => ${SUBSCRIBERS - 100}`,
  'by address': `p_sort => 'email', p_descending => false`,
  'last page by address': `p_sort => 'email', p_offset => ${SUBSCRIBERS - 100}`,
  confirmed: `p_status => 'confirmed', p_activity => 'active'`,
  pending: `p_status => 'pending'`,
  unsubscribed: `p_activity => 'unsubscribed'`,
  'a rare reason': `p_left => 'complained'`,
  'a language': `p_language => 'pt'`,
  'search in every address': `p_search => 'example'`,
  'search, one letter': `p_search => 'a'`,
  'search, an address': `p_search => 'reader77777@'`,
  'search, nothing found': `p_search => 'nobody-at-all'`,
}

const dataDir = createTemporaryFolder('bench-subscribers')
const server = await startEmbeddedPostgres({ dataDir })
const { host, port, user, database } = server.connection
const sql = connect({ host, port, user, database }, { max: 4 })
try {
  await prepareDatabase(sql)
  await sql`insert into auth.users (id, email) values (${ADMIN}, 'bench@example.org')`
  await sql`insert into public.user_roles (user_id, role) values (${ADMIN}, 'admin')`
  await measureImports(sql)
  await settle(sql)
  for (const [name, list] of Object.entries(LISTS))
    await measure(name, `select public.list_subscribers(${list})`)
  await measure('count cards', 'select public.count_subscribers()')
  await measure('growth, 104 weeks', 'select public.load_subscriber_growth(104)')
  await measure(
    "select('*') of the newest 1,000",
    'select * from public.newsletter_subscribers order by subscribed_at desc limit 1000',
  )
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measureImports(db: Sql): Promise<void> {
  const file = Buffer.from(subscribersCsv(SUBSCRIBERS))
  const runs = [
    ['dry run', true],
    ['import', false],
    ['the same file again', false],
  ] as const
  for (const [name, dryRun] of runs) {
    const before = process.memoryUsage().rss
    const [ours, theirs] = [await processorTime(process.pid), await postgresTime(dataDir)]
    const start = performance.now()
    const report = await importSubscribers(db, {
      body: chunksOf(file),
      source: 'A benchmark',
      dryRun,
      actor: ADMIN,
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const grown = Math.round((process.memoryUsage().rss - before) / 1024 / 1024)
    const [node, postgres] = [await processorTime(process.pid), await postgresTime(dataDir)]
    const used = `${((node - ours) / 1e6).toFixed(1)} + ${((postgres - theirs) / 1e6).toFixed(1)} s of processor time`
    console.log(
      `${name}: ${seconds} s (${used}), memory +${grown} MB, added ${report?.added}, already ${report?.already}, skipped ${report?.skipped}`,
    )
  }
}

async function* chunksOf(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}

/** One in twenty is pending, one in ten has left. */
async function settle(db: Sql): Promise<void> {
  await db`update public.newsletter_subscribers set confirmed = false, confirmed_at = null where abs(hashtext(email)) % 20 = 0`
  await db`
    update public.newsletter_subscribers set is_active = false,
      left_reason = case abs(hashtext(email)) % 1000 when 1 then 'complained' else 'unsubscribed' end
    where abs(hashtext(email)) % 10 = 1`
  await db`
    update public.newsletter_subscribers set subscribed_at = now() - random() * interval '3 years',
      confirmed_at = case when confirmed then now() - random() * interval '3 years' end`
  await db`vacuum analyze public.newsletter_subscribers`
}

/** As the request of an administrator runs it: with their claims, their role and their policies. */
async function measure(name: string, statement: string): Promise<void> {
  const times = await sql.transaction(async (transaction) => {
    const [session] = await transaction<[{ id: string }]>`
      insert into auth.sessions (id, user_id, not_after) values (gen_random_uuid(), ${ADMIN}, now() + interval '1 hour') returning id`
    const claims = { sub: ADMIN, role: 'authenticated', session_id: session.id, aal: 'aal1' }
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await transaction`set local role authenticated`
    const measured: number[] = []
    const used = await postgresTime(dataDir)
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      await transaction.script(statement)
      measured.push(performance.now() - start)
    }
    const processor = (await postgresTime(dataDir)) - used
    return { processor: processor / 1000 / ROUNDS, sorted: measured.toSorted((a, b) => a - b) }
  })
  const at = (part: number) => (times.sorted[Math.floor(part * (ROUNDS - 1))] ?? 0).toFixed(0)
  console.log(
    `${name}: median ${at(0.5)} ms, slowest ${at(1)} ms, ${times.processor.toFixed(0)} ms of processor time`,
  )
}
