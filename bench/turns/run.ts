import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { worstTexts } from '../../tests/support/worst-texts.ts'
import { childrenOf, mainThreadTime } from '../support/processor-time.ts'
import { EDITOR, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_226
const TEXT_BYTES = 1_000_000
const ORIGIN = `http://127.0.0.1:${PORT}`
/** A reader asks for the front page this often. */
const EVERY_MS = 20
const PHASE_MS = 12_000
/** Quiet and not, in turns, because a shared machine is not the same for a minute. */
const ROUNDS = 3
/** Calls of the token that are under way at once. */
const AT_ONCE = 6
const GOAL = 2

/** The front page while nobody else asks, and while a token that may only read has the longest drafts checked. */
const dataDir = createTemporaryFolder('bench-turns')
const site = await startSite({ dataDir, port: PORT, settings: { LOG_LEVEL: 'error' } })
const pid = site.child.pid ?? 0
const session = await signInAsEditor(ORIGIN)
const sql = connect(await joinEmbeddedPostgres(dataDir))
// Triggers keep things of a text that is saved, such as its index for search; they take minutes, and nothing here reads them.
await sql`alter table public.articles disable trigger user`
const drafts = await createDrafts()
const token = await makeToken()

const phases = { quiet: [] as number[], checking: [] as number[] }
let answered = 0
let memory = 0
let processor = 0
for (let round = 0; round < ROUNDS; round++) {
  phases.quiet.push(...(await readFor(PHASE_MS)))
  const before = await mainThreadTime(pid)
  phases.checking.push(...(await whileChecking(() => readFor(PHASE_MS))))
  processor += (await mainThreadTime(pid)) - before
}
await sql.end()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

const [quiet, checking] = [phases.quiet, phases.checking].map(describe) as [Described, Described]
console.log(`front page, quiet: ${quiet.said}`)
console.log(`front page, while one token has drafts of 1 MB checked (${answered} answered): ${checking.said}`)
console.log(`p95 ${(checking.p95 / quiet.p95).toFixed(1)} times as long, goal ${GOAL}`)
console.log(
  `main thread busy for ${((processor / (ROUNDS * PHASE_MS * 1000)) * 100).toFixed(0)} % of that time, ${(processor / answered / 1000).toFixed(1)} ms for each answer with the pages meanwhile; processes for texts ${memory.toFixed(0)} MB at most`,
)

/** The milliseconds of each request for the front page. */
async function readFor(milliseconds: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    const began = performance.now()
    const response = await fetch(ORIGIN)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`The front page was answered with ${response.status}`)
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return times
}

async function whileChecking<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false
  const callers = Array.from({ length: AT_ONCE }, async (_, first) => {
    for (let at = first; !isOver; at++) {
      if (await check(drafts[at % drafts.length] ?? '')) answered += 1
    }
  })
  try {
    return await work()
  } finally {
    memory = Math.max(memory, await memoryOfChildren())
    isOver = true
    await Promise.all(callers)
  }
}

/** Returns whether the draft was checked, as one that was saved since; too many calls at once are refused. */
async function check(id: string): Promise<boolean> {
  await sql`update public.articles set updated_at = clock_timestamp() where id = ${id}`
  const response = await fetch(`${ORIGIN}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'check_draft', arguments: { id } },
    }),
  })
  const text = await response.text()
  return response.status === 200 && text.includes('The check has found')
}

async function createDrafts(): Promise<string[]> {
  const ids: string[] = []
  for (const [name, text] of worstTexts(TEXT_BYTES)) {
    const id = randomUUID()
    await sql`
      insert into public.articles (id, slug, title, excerpt, content, category, published, reading_time)
      values (${id}, ${`draft-${id}`}, ${name}, 'E', ${text}, 'news', false, '5 min read')`
    ids.push(id)
  }
  return ids
}

async function makeToken(): Promise<string> {
  const response = await fetch(`${ORIGIN}/functions/v1/make-access-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
    body: JSON.stringify({ name: 'Narrow', scopes: ['read'], days: 1, password: EDITOR.password }),
  })
  const made = (await response.json()) as { token?: string }
  if (!made.token) throw new Error(`There is no token: ${JSON.stringify(made)}`)
  return made.token
}

/** The memory of the Node processes that the site has started; PostgreSQL is not one of its children. */
async function memoryOfChildren(): Promise<number> {
  const sizes = await Promise.all(
    (await childrenOf(pid)).map((child) => residentMegabytes(child).catch(() => 0)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

interface Described {
  said: string
  p95: number
}

function describe(times: number[]): Described {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  const p95 = at(0.95)
  return {
    said: `p50 ${at(0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)} (${sorted.length} requests)`,
    p95,
  }
}
