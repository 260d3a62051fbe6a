import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { postgresTime, processorTime } from '../../support/processor-time.ts'
import { residentMegabytes, startSite } from '../../support/site.ts'
import type { Told } from './publishers.ts'

const FEEDS = Number(process.env.FEEDS ?? 500)
const HOURS = Number(process.env.HOURS ?? 3)
const PORT = Number(process.env.PORT ?? 44_060)
const HOUR_MS = 3_600_000
/** After a start V8 returns the memory that the start took. */
const SETTLE_MS = 30_000

/** What a site takes to ask 500 feeds every hour, with 20,000 new items a day, and when all of them fail at once. */
const dataDir = createTemporaryFolder('bench-feeds')
const publishers = fork(join(import.meta.dirname, 'publishers.ts'))
const [publisherPort] = await once(publishers, 'message')
const site = await startSite({ dataDir, port: PORT, settings: { NEWSROOM_ALLOW_PRIVATE: '1', DEMO: '0' } })
const pid = site.child.pid ?? 0
const sql = connect(await joinEmbeddedPostgres(dataDir), { max: 1 })
try {
  await delay(SETTLE_MS)
  const idle = await watch(pid, () => delay(SETTLE_MS))
  console.log(
    `idle: ${megabytes(idle.median)}, at most ${megabytes(idle.most)}, ${((100 * idle.ms) / SETTLE_MS).toFixed(2)} % of a core`,
  )
  await sql`
    insert into public.news_feeds (url, outlet, next_request_at)
    select 'http://f' || n || '.localhost:' || ${publisherPort}::int || '/feed', 'Outlet ' || n, 'infinity' from generate_series(1, ${FEEDS}) n`
  const round = async (name: string) => {
    const [before] = await sql`select count(*)::int as items from public.news_items`
    const used = await watch(pid, askAll)
    const [after] = await sql`
      select count(*)::int as items, (select count(*)::int from public.news_feeds where failure is not null) as failing from public.news_items`
    console.log(
      `${name.padEnd(12)} ${used.seconds.toFixed(0)} s; server ${share(used.ms)}, PostgreSQL ${share(used.postgresMs)}; ` +
        `memory ${megabytes(used.median)}, at most ${megabytes(used.most)}, ${megabytes(used.most - idle.median)} more than idle; ` +
        `${after?.items - before?.items} new items, ${after?.failing} failing, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  const tell = (told: Told) => publishers.send(told)
  await round('first')
  for (let hour = 1; hour <= HOURS; hour++) {
    tell({ hour })
    await round(`hour ${hour}`)
  }
  tell({ hour: HOURS, isLarge: true })
  await round('2 MB each')
  publishers.kill()
  await once(publishers, 'exit')
  await round('all fail')
  await watch(pid, () => delay(SETTLE_MS)).then(({ median }) =>
    console.log(`idle again: ${megabytes(median)}`),
  )
} finally {
  publishers.kill()
  await sql.end()
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Has the job of the site ask all feeds, and waits until it has, and until each new item is in its group. */
async function askAll(): Promise<void> {
  await sql`update public.news_feeds set next_request_at = now()`
  let isDone = false
  while (!isDone) {
    await delay(500)
    // A feed that is being asked is due in ten minutes, one that was asked in an hour.
    const [left] = await sql<[{ isDone: boolean }]>`
      select not exists (select from public.news_feeds where next_request_at < now() + interval '30 minutes' and not is_paused)
        and not exists (select from public.news_items where origin_id is null) as "isDone"`
    isDone = left.isDone
  }
}

/** What the site takes while something happens: processor time, and its memory every tenth of a second. */
async function watch(pid: number, work: () => Promise<unknown>) {
  const times = () => Promise.all([processorTime(pid), postgresTime(dataDir)])
  const [[server, postgres], begun] = [await times(), performance.now()]
  const seen: number[] = []
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      seen.push(await residentMegabytes(pid))
      await delay(100)
    }
  })()
  await work()
  isDone = true
  await sampling
  const [serverAfter, postgresAfter] = await times()
  return {
    seconds: (performance.now() - begun) / 1000,
    ms: (serverAfter - server) / 1000,
    postgresMs: (postgresAfter - postgres) / 1000,
    median: seen.toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? Number.NaN,
    most: Math.max(...seen),
  }
}

function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`
}

/** Processor time, and its part of a core in the hour that the round stands for. */
function share(ms: number): string {
  return `${ms.toFixed(0)} ms (${((100 * ms) / HOUR_MS).toFixed(2)} % of a core)`
}
