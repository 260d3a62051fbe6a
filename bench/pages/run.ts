import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { loadOnKeptConnections } from '../support/load-on-kept-connections.ts'
import { mainThreadTime, postgresTime, processorTime } from '../support/processor-time.ts'
import { median, publishableKey, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_202
const BARE_PORT = 43_203
const COUNTED_PORT = 43_204
const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts')
const CONNECTIONS = 32
const SECONDS = 5
/** V8 optimises the code that renders pages while it runs. */
const WARM_UP_SECONDS = 5
const ROUNDS = 3
/** The number of turns for two sites whose difference is small. */
const TURNS = 9
const PUBLISHED = 15
const SOAK_REQUESTS = 200_000
const ARTICLE = '/article/why-small-models-keep-getting-better'
const PAGES = { home: '/', article: ARTICLE, category: '/tech?lang=de', feed: '/feeds/en.xml' }
/** An article, the home page and a list with as many articles as fit on a page. */
const RENDERED_PAGES = { article: ARTICLE, home: '/', list: '/news' }
/** A request with credentials is never answered from the page cache. */
const UNCACHED = { authorization: '', 'accept-encoding': 'identity' }
/** A browser that comes from another site: programs and readers of the site itself take less time to count. */
const READER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  referer: 'https://news.example/',
}

interface Load {
  perSecond: number
  p99: number
  /** Microseconds of processor time per request: of the serving process, of its main thread, and of PostgreSQL. */
  processor: number
  mainThread: number
  postgres: number
}

/** Compares pages with a bare Node http server that returns the same compressed bytes, in turns in one run. */
const dataDir = createTemporaryFolder('bench-pages')
const site = await startSite({ dataDir, port: PORT })
const origin = `http://127.0.0.1:${PORT}`
const apikey = await publishableKey(origin)
UNCACHED.authorization = `Bearer ${apikey}`

console.log('cached pages, Brotli, 32 connections')
for (const [name, path] of Object.entries(PAGES)) {
  const bare = await startBareServer(origin + path)
  await load(origin + path, { seconds: 2 })
  const rounds: { ours: Load; bare: Load }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      bare: await load(`http://127.0.0.1:${BARE_PORT}/`, { pid: bare.pid }),
      ours: await load(origin + path),
    })
  }
  await stop(bare)
  report(`  ${name}`, rounds)
}

console.log('the same article, counted for /metrics, against a site that does not count')
const countedDataDir = createTemporaryFolder('bench-pages')
const counted = await startSite({
  dataDir: countedDataDir,
  port: COUNTED_PORT,
  settings: { METRICS_TOKEN: 'a-token-of-the-benchmark' },
})
const turns: { ours: Load; bare: Load }[] = []
await load(`http://127.0.0.1:${COUNTED_PORT}${ARTICLE}`, { seconds: WARM_UP_SECONDS })
for (let round = 0; round < TURNS; round++) {
  turns.push({
    bare: await load(origin + ARTICLE),
    ours: await load(`http://127.0.0.1:${COUNTED_PORT}${ARTICLE}`, { pid: counted.child.pid }),
  })
}
report('  article', turns)
await counted.stop()
await rm(countedDataDir, { recursive: true, force: true })

console.log('the same article while page views are counted, and while they are not')
const editor = await signInAsEditor(origin)
const views: { ours: Load; bare: Load }[] = []
for (let round = 0; round < TURNS; round++) {
  await countViews(false)
  const bare = await load(origin + ARTICLE, { headers: READER })
  await countViews(true)
  views.push({ bare, ours: await load(origin + ARTICLE, { headers: READER }) })
}
report('  article', views)

console.log('rendered for every request')
for (const path of Object.values(RENDERED_PAGES)) {
  await load(origin + path, { seconds: WARM_UP_SECONDS, headers: UNCACHED })
}
for (const [name, path] of Object.entries(RENDERED_PAGES)) {
  const rounds: Load[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await load(origin + path, { headers: UNCACHED }))
  const middle = (of: keyof Load) => median(rounds.map((load) => load[of])).toFixed(0)
  console.log(
    `  ${name}: ${middle('perSecond')} pages/s; processor each: ${middle('processor')} µs with all threads, ` +
      `${middle('mainThread')} µs of them the main one, and ${middle('postgres')} µs of PostgreSQL`,
  )
}

console.log('from publishing an article until every page shows it')
const delays: number[] = []
for (let round = 0; round < PUBLISHED; round++) delays.push(await publishAndFind(round))
console.log(`  median ${median(delays).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms`)

console.log(`memory over ${SOAK_REQUESTS} requests of cached pages`)
const memory: string[] = []
for (let part = 0; part < 4; part++) {
  await autocannon({
    url: origin,
    connections: CONNECTIONS,
    amount: SOAK_REQUESTS / 4,
    requests: Object.values(PAGES).map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
  })
  memory.push(`${(await residentMegabytes(site.child.pid ?? 0)).toFixed(0)} MB`)
}
console.log(`  resident after each quarter: ${memory.join(', ')}`)

await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** Switches the counting of page views, and waits until the process knows and has the article in its cache again. */
async function countViews(value: boolean): Promise<void> {
  const response = await fetch(`${origin}/rest/v1/settings`, {
    method: 'POST',
    headers: {
      ...{ apikey, authorization: `Bearer ${editor}`, 'content-type': 'application/json' },
      prefer: 'resolution=merge-duplicates',
    },
    body: JSON.stringify({ key: 'counts_page_views', value }),
  })
  if (!response.ok) throw new Error(`setting: ${response.status} ${await response.text()}`)
  await load(origin + ARTICLE, { seconds: 1 })
}

/** Milliseconds from the moment the editor's request is sent until page, lists, feed and sitemap all show it. */
async function publishAndFind(round: number): Promise<number> {
  const slug = `published-just-now-${round}`
  const paths = [`/article/${slug}`, '/', '/news', '/feeds/en.xml', '/sitemap.xml']
  const sent = performance.now()
  const response = await fetch(`${origin}/rest/v1/articles`, {
    method: 'POST',
    headers: { apikey, authorization: `Bearer ${editor}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      slug,
      title: `Published just now, ${round}`,
      excerpt: 'An excerpt.',
      content: 'A text.',
      category: 'tech',
      published: true,
      publish_date: new Date().toISOString(),
    }),
  })
  if (response.status !== 201) throw new Error(`publishing: ${response.status} ${await response.text()}`)
  await Promise.all(
    paths.map(async (path) => {
      while (!(await (await fetch(origin + path)).text()).includes(slug));
    }),
  )
  return performance.now() - sent
}

/** Requests per second and the 99th percentile of the times; an error or a non-200 fails the run. */
async function load(
  url: string,
  {
    seconds = SECONDS,
    headers = {},
    pid = site.child.pid ?? 0,
  }: { seconds?: number; headers?: Record<string, string>; pid?: number | undefined } = {},
): Promise<Load> {
  const times = () => Promise.all([processorTime(pid), mainThreadTime(pid), postgresTime(dataDir)])
  const before = await times()
  const { requests, failures, p99 } = await loadOnKeptConnections(url, {
    connections: CONNECTIONS,
    seconds,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  if (failures > 0) throw new Error(`${url}: ${failures} connections with a failure`)
  const [processor = 0, mainThread = 0, postgres = 0] = (await times()).map(
    (time, index) => (time - (before[index] ?? 0)) / requests,
  )
  return { perSecond: requests / seconds, p99, processor, mainThread, postgres }
}

/** Starts the bare server in a process of its own, like the site, and waits until it responds. */
async function startBareServer(url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BARE_SERVER, String(BARE_PORT), url], { stdio: 'inherit' })
  while (!(await isServing())) await new Promise((resolve) => setTimeout(resolve, 10))
  return child
}

function isServing(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${BARE_PORT}/`).then(
    async (response) => (await response.arrayBuffer()).byteLength > 0,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.kill()
  await ended
}

function report(label: string, rounds: { ours: Load; bare: Load }[]): void {
  const ratio = median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)) * 100
  const ours = median(rounds.map((round) => round.ours.perSecond)).toFixed(0)
  const bare = median(rounds.map((round) => round.bare.perSecond)).toFixed(0)
  const p99 = `${median(rounds.map((round) => round.ours.p99)).toFixed(1)} ms against ${median(rounds.map((round) => round.bare.p99)).toFixed(1)} ms`
  const [our = 0, its = 0] = (['ours', 'bare'] as const).map((side) =>
    median(rounds.map((round) => round[side].processor)),
  )
  const processor = `${our.toFixed(0)} µs of processor against ${its.toFixed(0)} µs`
  console.log(`${label}: ${ours} requests/s, bare ${bare}, ${ratio.toFixed(0)} %; p99 ${p99}; ${processor}`)
}
