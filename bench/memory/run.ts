import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { loadOnKeptConnections } from '../support/load-on-kept-connections.ts'
import { EDITOR, publishableKey, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_228
const MEGABYTE = 1_000_000
const MINUTE_MS = 60_000
/** The interval at which the processes for texts and pictures are measured. */
const HELPERS_MS = 500

/** The resident memory of one process under floods of each kind, and in the minutes after them; of this checkout, and of another one beside it. */
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { against: { type: 'string' }, minutes: { type: 'string', default: '10' } },
})
const minutes = Math.min(30, Number(options.minutes))
const roots = [
  ...(options.against ? [{ name: 'other', root: resolve(options.against) }] : []),
  { name: 'this', root: join(import.meta.dirname, '../..') },
]
const sides = await Promise.all(roots.map(openSide))
const watching = setInterval(() => void watchHelpers(), HELPERS_MS)

/** The number of responses with each status since the last report. */
const statuses = new Map<number | string, number>()
for (const [what, flood] of [
  ['200,000 cached pages', floodPages],
  ['20 seconds of pages with a session', floodRendered],
  ['1,500 searches of as many addresses', floodSearches],
  ['300 searches in whole texts of as many addresses', floodTexts],
  ['80 saves of 1 MB', floodSaves],
  ['200 lists of whole articles', floodLists],
  ['40 checks of 1 MB', floodChecks],
  ['60 pictures of 5 MB', floodPictures],
  ['400 bodies that are too large', floodBodies],
] satisfies [string, typeof floodPages][]) {
  for (const side of sides) {
    await flood(side)
    await report(what, side)
  }
}
for (let minute = 1; minute <= minutes; minute += 1) {
  await wait(MINUTE_MS)
  if (minute !== 1 && minute % 5 !== 0) continue
  for (const side of sides) await report(`${minute} min later`, side)
}
clearInterval(watching)
for (const { name, site, helpers, dataDir } of sides) {
  const most = Math.round(await residentMegabytes(site.child.pid ?? 0, 'VmHWM'))
  console.log(`at most: ${name} ${most} MB`)
  for (const [kind, { each, together }] of helpers)
    console.log(`  ${kind}: each ${Math.round(each)} MB at most, together ${Math.round(together)}`)
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Side = Awaited<ReturnType<typeof openSide>>

async function openSide({ name, root }: (typeof roots)[number], index: number) {
  const port = PORT + index
  const origin = `http://127.0.0.1:${port}`
  const dataDir = createTemporaryFolder(`bench-memory-${index}`)
  const site = await startSite({ dataDir, port, root, settings: { TRUST_PROXY: '1' } })
  const headers = {
    apikey: await publishableKey(origin),
    authorization: `Bearer ${await signInAsEditor(origin)}`,
  }
  return {
    name,
    origin,
    dataDir,
    site,
    headers,
    helpers: new Map<string, { each: number; together: number }>(),
  }
}

async function report(what: string, { name, site }: Side): Promise<void> {
  console.log(`${what}: ${name} ${Math.round(await residentMegabytes(site.child.pid ?? 0))} MB`)
  if (statuses.size > 0) console.log(`  answers: ${[...statuses].map((one) => one.join(' × ')).join(', ')}`)
  statuses.clear()
}

/** Notes the resident memory of the processes that a site has started for texts and pictures. */
async function watchHelpers(): Promise<void> {
  const stats = await readEach('/proc/[0-9]*/stat')
  for (const { site, helpers } of sides) {
    const now = new Map<string, number[]>()
    for (const stat of stats) {
      const [, pid, parent] = /^(\d+) \(.*\) \S (\d+)/.exec(stat) ?? []
      if (Number(parent) !== site.child.pid) continue
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const [, kind] = /(\w+-process)\.ts/.exec(command) ?? []
      // It may end in the meantime.
      if (kind) now.set(kind, [...(now.get(kind) ?? []), await residentMegabytes(Number(pid)).catch(() => 0)])
    }
    for (const [kind, sizes] of now) {
      const { each = 0, together = 0 } = helpers.get(kind) ?? {}
      const sum = sizes.reduce((a, b) => a + b)
      helpers.set(kind, { each: Math.max(each, ...sizes), together: Math.max(together, sum) })
    }
  }
}

async function readEach(pattern: string): Promise<string[]> {
  const texts = globSync(pattern).map((path) => readFile(path, 'utf8').catch(() => ''))
  return await Promise.all(texts)
}

/** Runs some requests at once until all are done. An answer that refuses is one too. */
async function inParallel(count: number, width: number, request: (index: number) => Promise<Response>) {
  let next = 0
  const one = async () => {
    while (next < count) {
      const response = await request(next++).catch(() => null)
      await response?.arrayBuffer().catch(() => {})
      const status = response?.status ?? 'broken off'
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: width }, one))
}

async function floodPages({ origin }: Side): Promise<void> {
  const headers = { 'accept-encoding': 'br' }
  for (let sent = 0, turn = 0; sent < 200_000; turn += 1) {
    const path = ['/', '/news?lang=de', '/feeds/en.xml'][turn % 3]
    const { requests } = await loadOnKeptConnections(`${origin}${path}`, {
      headers,
      connections: 32,
      seconds: 2,
    })
    if (requests === 0) throw new Error('No page was answered')
    sent += requests
  }
}

async function floodRendered({ origin, headers }: Side): Promise<void> {
  for (const path of ['/', '/news', '/article/gpt-5-one-year-on', '/search?q=model'])
    await loadOnKeptConnections(`${origin}${path}`, { headers, connections: 32, seconds: 5 })
}

async function floodSearches({ origin }: Side): Promise<void> {
  await inParallel(1_500, 32, (index) =>
    fetch(`${origin}/search?q=model+${index.toString(36)}`, { headers: from(index) }),
  )
}

async function floodTexts({ origin, headers: { apikey } }: Side): Promise<void> {
  const query = 'select=id,content&content=ilike.*zzz*&limit=100'
  await inParallel(300, 32, (index) =>
    fetch(`${origin}/rest/v1/articles?${query}`, { headers: { ...from(index), apikey } }),
  )
}

/** Another network for each request, as the proxy in front names it. */
function from(index: number) {
  return { 'x-forwarded-for': `10.${index >> 8}.${index & 255}.1` }
}

async function floodLists({ origin, headers }: Side): Promise<void> {
  await inParallel(200, 16, () => fetch(`${origin}/rest/v1/articles?select=*&limit=1000`, { headers }))
}

async function floodSaves({ origin, headers }: Side): Promise<void> {
  const content = `${'A sentence of some words, as long as others. '.repeat(20)}\n\n`.repeat(1100)
  await inParallel(80, 8, (index) =>
    fetch(`${origin}/rest/v1/articles`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({
        slug: `flood-${index}`,
        title: `Flood ${index}`,
        excerpt: 'One of many.',
        content,
        category: 'news',
        author: 'A flood',
        language: 'en',
      }),
    }),
  )
}

async function floodChecks({ origin, headers }: Side): Promise<void> {
  const articles = await fetch(`${origin}/rest/v1/articles?select=id&slug=like.flood-*&limit=40`, { headers })
  const made = await fetch(`${origin}/functions/v1/make-access-token`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Flood', scopes: ['read'], days: 1, password: EDITOR.password }),
  })
  const ids = (await articles.json()) as { id: string }[]
  const { token } = (await made.json()) as { token: string }
  await inParallel(ids.length, 8, (index) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: index,
        method: 'tools/call',
        params: { name: 'check_draft', arguments: ids[index] },
      }),
    }),
  )
}

async function floodPictures({ origin, headers }: Side): Promise<void> {
  const pixels = { width: 2400, height: 1800, channels: 3 } as const
  const picture = await sharp(randomBytes(2400 * 1800 * 3), { raw: pixels })
    .jpeg({ quality: 85 })
    .toBuffer()
  await inParallel(60, 8, (index) =>
    fetch(`${origin}/storage/v1/object/article-images/articles/flood-${index}.jpg`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(picture),
    }),
  )
}

async function floodBodies({ origin, headers }: Side): Promise<void> {
  const body = 'x'.repeat(20 * MEGABYTE)
  await inParallel(400, 16, () =>
    fetch(`${origin}/rest/v1/articles`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }),
  )
}
