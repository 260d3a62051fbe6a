import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import autocannon from 'autocannon'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, residentMegabytes, startSite } from '../support/site.ts'

const PORT = 43_202
const BARE_PORT = 43_203
const CONNECTIONS = 32
const SECONDS = 5
const ROUNDS = 3
const SOAK_REQUESTS = 200_000
const ARTICLE = '/article/why-small-models-keep-getting-better'
const PAGES = { home: '/', article: ARTICLE, category: '/tech?lang=de', feed: '/feeds/en.xml' }
/** A request with credentials is never answered from what is kept. */
const UNKEPT = { authorization: '' }

interface Load {
  perSecond: number
  p99: number
}

/** Pages against a bare Node http server that returns the same compressed bytes, turn by turn in one run. */
const dataDir = createTemporaryFolder('bench-pages')
const site = await startSite({ dataDir, port: PORT })
const origin = `http://127.0.0.1:${PORT}`
const home = await (await fetch(origin)).text()
UNKEPT.authorization = `Bearer ${/sb_publishable_[\w-]+/.exec(home)?.[0]}`

console.log('kept pages, Brotli, 32 connections')
for (const [name, path] of Object.entries(PAGES)) {
  const bytes = await compressedBytes(origin + path)
  const bare = await bareServer(bytes)
  await load(origin + path, { seconds: 2 })
  const rounds: { ours: Load; bare: Load }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ bare: await load(`http://127.0.0.1:${BARE_PORT}/`), ours: await load(origin + path) })
  }
  await close(bare)
  report(`  ${name} (${bytes.body.length} bytes)`, rounds)
}

console.log('rendered for every request, one article')
await load(origin + ARTICLE, { seconds: 2, headers: UNKEPT })
const rendered: number[] = []
for (let round = 0; round < ROUNDS; round++)
  rendered.push((await load(origin + ARTICLE, { headers: UNKEPT })).perSecond)
console.log(`  ${median(rendered).toFixed(0)} requests/s`)

console.log(`memory over ${SOAK_REQUESTS} requests of kept pages`)
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

/** Requests per second and the 99th percentile of the times; an error or a non-200 fails the run. */
async function load(
  url: string,
  { seconds = SECONDS, headers = {} }: { seconds?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

async function compressedBytes(url: string): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const names = ['content-type', 'content-encoding']
        const headers = names.map((name) => [name, String(response.headers[name])])
        resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(headers) })
      })
    }).on('error', reject)
  })
}

async function bareServer({
  body,
  headers,
}: {
  body: Buffer
  headers: Record<string, string>
}): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(BARE_PORT, '127.0.0.1', resolve))
  return server
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

function report(label: string, rounds: { ours: Load; bare: Load }[]): void {
  const ratio = median(rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond)) * 100
  const ours = median(rounds.map((round) => round.ours.perSecond)).toFixed(0)
  const bare = median(rounds.map((round) => round.bare.perSecond)).toFixed(0)
  const p99 = `${median(rounds.map((round) => round.ours.p99))} ms against ${median(rounds.map((round) => round.bare.p99))} ms`
  console.log(`${label}: ${ours} requests/s, bare ${bare}, ${ratio.toFixed(0)} %; p99 ${p99}`)
}
