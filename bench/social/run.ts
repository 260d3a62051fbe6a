import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { postgresTime, processorTime } from '../support/processor-time.ts'
import { publishableKey, residentMegabytes, startSite } from '../support/site.ts'
import { type Latency, requestPages } from './readers.ts'
import type { Arrivals } from './receivers.ts'
import { type Kind, kindOf, sharesInbox } from './servers.ts'

const FOLLOWERS = Number(process.env.FOLLOWERS ?? 20_000)
const SERVERS = Number(process.env.SERVERS ?? FOLLOWERS / 10)
const PORT = Number(process.env.PORT ?? 45_050)
const ORIGIN = `http://127.0.0.1:${PORT}`
/** After a start V8 returns the memory that the start took. */
const SETTLE_MS = Number(process.env.SETTLE_MS ?? 20_000)
const READER_SECONDS = Number(process.env.READER_SECONDS ?? 60)
const LONGEST_MS = 10 * 60_000
const ARTICLE = `${ORIGIN}/article/why-small-models-keep-getting-better`
const TAKING: readonly Kind[] = ['at once', 'slowly', 'hugely']

/** What it takes to hand a publication over to the servers of 20,000 followers, some of them slow, dead or hostile. */
const dataDir = createTemporaryFolder('bench-social')
const receivers = fork(join(import.meta.dirname, 'receivers.ts'))
const [openPort] = (await once(receivers, 'message')) as [number]
const closedPort = await findClosedPort()
const site = await startSite({ dataDir, port: PORT, settings: { SOCIAL_SERVERS: '127.0.0.1' } })
const pid = site.child.pid ?? 0
const sql = connect(await joinEmbeddedPostgres(dataDir), { max: 1 })
try {
  await delay(SETTLE_MS)
  const off = await watch(() => delay(SETTLE_MS))
  console.log(`switched off: ${show(off)}`)

  await sql`insert into public.settings (key, value) values ('social_web', 'true')`
  const opening = await watch(untilItHasAnActor)
  await delay(SETTLE_MS)
  const on = await watch(() => delay(SETTLE_MS))
  console.log(
    `switched on: ${show(on)}, ${(on.median - off.median).toFixed(0)} MB more; its first request took ${opening.seconds.toFixed(1)} s with the notice of it, and ${opening.ms.toFixed(0)} ms of processor`,
  )

  await addFollowers()
  const begun = Date.now()
  await publish('first')
  const used = await watch(() => untilHandedOver(begun))
  const arrived = await report()
  const messages = Object.values(arrived).reduce((sum, { requests }) => sum + requests, 0)
  console.log(`handed over: ${show(used)}, ${(used.most - on.median).toFixed(0)} MB more than switched on`)
  console.log(
    `each of ${messages} messages: ${(used.ms / messages).toFixed(2)} ms of processor, ${(used.postgresMs / messages).toFixed(2)} ms of PostgreSQL`,
  )
  for (const [kind, { inboxes, requests, lastAt }] of Object.entries(arrived))
    console.log(
      `  servers that answer ${kind.padEnd(8)}: ${inboxes} of ${expected(kind as Kind)} inboxes reached with ${requests} requests, the last after ${((lastAt - begun) / 1000).toFixed(1)} s`,
    )
  const [left] = await sql`
    select count(*)::int as deliveries, count(distinct host)::int as servers from private.social_deliveries`
  console.log(
    `left: ${left?.deliveries} deliveries to ${left?.servers} servers; load ${loadavg()[0]?.toFixed(1)}`,
  )

  // The code of rendering is cold at first.
  const apikey = await publishableKey(ORIGIN)
  await requestPages(ARTICLE, { seconds: READER_SECONDS / 4, apikey })
  const readers = () => requestPages(ARTICLE, { seconds: READER_SECONDS, apikey })
  const calm = await readers()
  await publish('second')
  const busy = await readers()
  console.log(`readers without deliveries: ${words(calm)}`)
  console.log(`readers during deliveries:  ${words(busy)}`)
} finally {
  receivers.kill()
  await sql.end()
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** A port on which nobody listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** An actor is described by Fedify, with keys that are made for it. */
async function untilItHasAnActor(): Promise<void> {
  const actor = `${ORIGIN}/activitypub/en`
  while ((await fetch(actor, { headers: { accept: 'application/activity+json' } })).status !== 200)
    await delay(20)
}

/** As many on each server. Who follows is written down directly, because a server of a test cannot have two thousand names. */
async function addFollowers(): Promise<void> {
  const servers = Array.from({ length: SERVERS }, (_, server) => ({
    server,
    address: `http://127.0.0.1:${kindOf(server) === 'refuses' ? closedPort : openPort}/${server}`,
    shares: sharesInbox(server),
  }))
  await sql`
    insert into private.social_followers (language, actor, inbox, shared_inbox, host, handle, name)
    select 'en', address || '/users/' || n, address || '/users/' || n || '/inbox', case when shares then address || '/inbox' end,
      's' || server || '.example', '@p' || n || '@s' || server || '.example', 'Person ' || n
    from jsonb_to_recordset(${JSON.stringify(servers)}::jsonb) as server (server integer, address text, shares boolean),
      generate_series(1, ${Math.round(FOLLOWERS / SERVERS)}::integer) as n`
  await sql.script('analyze private.social_followers')
}

/** An article of usual length. */
async function publish(slug: string): Promise<void> {
  const content = Array.from(
    { length: 12 },
    (_, n) => `## Part ${n}\n\n${'What happened, *why* it matters, and what is said about it. '.repeat(10)}`,
  ).join('\n\n')
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values (${slug}, 'Handed over', 'An article for everybody who follows.', ${content}, 'tech', true)`
}

/** How many inboxes there are on servers of a kind. */
function expected(kind: Kind): number {
  const servers = Array.from({ length: SERVERS }, (_, server) => server)
  return servers
    .filter((server) => kindOf(server) === kind)
    .reduce((sum, server) => sum + (sharesInbox(server) ? 1 : Math.round(FOLLOWERS / SERVERS)), 0)
}

async function untilHandedOver(begun: number): Promise<void> {
  while (Date.now() - begun < LONGEST_MS) {
    const arrived = await report()
    if (TAKING.every((kind) => arrived[kind]?.inboxes === expected(kind))) return
    await delay(500)
  }
}

async function report(): Promise<Record<Kind, Arrivals>> {
  const answered = once(receivers, 'message')
  receivers.send('report')
  const [arrived] = (await answered) as [Record<Kind, Arrivals>]
  return arrived
}

/** What the site takes while something happens: processor time, and its memory every tenth of a second. */
async function watch(work: () => Promise<unknown>) {
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

function show({ seconds, ms, postgresMs, median, most }: Awaited<ReturnType<typeof watch>>): string {
  const share = (used: number) => `${(used / seconds / 10).toFixed(1)} %`
  return `${seconds.toFixed(0)} s, ${share(ms)} of a core and ${share(postgresMs)} for PostgreSQL, ${median.toFixed(0)} MB, at most ${most.toFixed(0)} MB`
}

function words({ cached, rendered }: { cached: Latency; rendered: Latency }): string {
  const each = ({ p50, p95 }: Latency) => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
  return `cached ${each(cached)}; rendered ${each(rendered)}`
}
