import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { requestDueFeeds } from '#server/features/newsroom/feeds/request-due-feeds.ts'
import { createHostRules } from '#server/features/newsroom/reservations/host-rules.ts'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createDocumentClient } from '#server/platform/links/request-document.ts'
import { createLog } from '#server/platform/log.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { postgresTime } from '../../support/processor-time.ts'

const FEEDS = Number(process.env.FEEDS ?? 500)
const HOURS = Number(process.env.HOURS ?? 4)
const HOUR_MS = 3_600_000

/** What it takes to ask 500 feeds every hour, with 20,000 new items a day, and when all of them fail. */
const dataDir = createTemporaryFolder('bench-feeds')
const server = await startEmbeddedPostgres({ dataDir })
const { host, port, user, database } = server.connection
const sql = connect({ host, port, user, database }, { max: 4 })
const publishers = fork(join(import.meta.dirname, 'publishers.ts'))
try {
  const [publisherPort] = await once(publishers, 'message')
  await prepareDatabase(sql)
  await sql`
    insert into public.news_feeds (url, outlet)
    select 'http://f' || n || '.localhost:' || ${publisherPort}::int || '/feed', 'Outlet ' || n from generate_series(1, ${FEEDS}) n`
  const documents = createDocumentClient({ siteUrl: 'https://watch.example', allowsPrivate: true })
  const hostRules = createHostRules({ documents })
  const deps = { sql, documents, hostRules, log: createLog('error'), hasNewsroom: true }
  const round = async (name: string) => {
    await sql`update public.news_feeds set next_request_at = now()`
    const [before] = await sql`select count(*)::int as items from public.news_items`
    const [cpu, databaseBefore, begun] = [process.cpuUsage(), await postgresTime(dataDir), performance.now()]
    let due = FEEDS
    while (due > 0) {
      await requestDueFeeds(deps, {}, { signal: new AbortController().signal })
      const [left] = await sql<[{ due: number }]>`
        select count(*)::int as due from public.news_feeds where next_request_at <= now() and not is_paused`
      due = left.due
    }
    const { user: used, system } = process.cpuUsage(cpu)
    const [after] = await sql`
      select count(*)::int as items, (select count(*)::int from public.news_feeds where failure is not null) as failing from public.news_items`
    const ms = (used + system) / 1_000
    const databaseMs = ((await postgresTime(dataDir)) - databaseBefore) / 1_000
    console.log(
      `${name.padEnd(12)} ${ms.toFixed(0)} ms of a processor = ${((100 * ms) / HOUR_MS).toFixed(2)} % of an hour, PostgreSQL ${databaseMs.toFixed(0)} ms = ${((100 * databaseMs) / HOUR_MS).toFixed(2)} %, ${((performance.now() - begun) / 1_000).toFixed(0)} s, ` +
        `${after?.items - before?.items} new items, ${after?.failing} failing, ${memory()}, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  console.log(`before: ${memory()}`)
  await round('first')
  for (let hour = 1; hour <= HOURS; hour++) {
    publishers.send(hour)
    await round(`hour ${hour}`)
  }
  publishers.kill()
  await once(publishers, 'exit')
  await round('all fail')
} finally {
  publishers.kill()
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function memory(): string {
  const { rss, heapUsed } = process.memoryUsage()
  return `${(rss / 1024 ** 2).toFixed(0)} MB (heap ${(heapUsed / 1024 ** 2).toFixed(0)} MB)`
}
