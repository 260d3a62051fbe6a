import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import autocannon from 'autocannon'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, startSite } from '../support/site.ts'

const PORT = 43_202
const BARE_PORT = 43_203
const CONNECTIONS = 32
const SECONDS = 5
const ROUNDS = 3
const PAGES = { home: '/', article: '/article/why-small-models-keep-getting-better' }

/** Server-rendered pages against a bare Node http server that returns the same bytes, turn by turn in one run. */
const dataDir = createTemporaryFolder('bench-pages')
const site = await startSite({ dataDir, port: PORT })

for (const [name, path] of Object.entries(PAGES)) {
  const body = Buffer.from(await (await fetch(`http://127.0.0.1:${PORT}${path}`)).arrayBuffer())
  const bare = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
      .end(body)
  })
  await new Promise<void>((resolve) => bare.listen(BARE_PORT, '127.0.0.1', resolve))

  const rounds: { ours: number; theirs: number }[] = []
  await load(`http://127.0.0.1:${PORT}${path}`, 1)
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await load(`http://127.0.0.1:${BARE_PORT}/`)
    const ours = await load(`http://127.0.0.1:${PORT}${path}`)
    rounds.push({ ours, theirs })
  }
  bare.closeAllConnections()
  await new Promise((resolve) => bare.close(resolve))

  const ours = median(rounds.map((round) => round.ours))
  const theirs = median(rounds.map((round) => round.theirs))
  const ratio = median(rounds.map((round) => round.ours / round.theirs))
  console.log(
    `${name} (${body.length} bytes): ${ours.toFixed(0)} requests/s, bare server ${theirs.toFixed(0)}, ratio ${(ratio * 100).toFixed(1)} %`,
  )
}

await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** Requests per second at a fixed number of connections, for a bounded time; an error or a non-200 fails the run. */
async function load(url: string, seconds = SECONDS): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds })
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers`)
  return result.requests.average
}
