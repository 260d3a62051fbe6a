import { rm } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { mainThreadTime } from '../support/processor-time.ts'
import { median, publishableKey, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_214
const ORIGIN = `http://127.0.0.1:${PORT}`
const CHANGES = 101
/** A pause between two changes, so that each is measured alone. */
const PAUSE_MS = 20
/** Desks, and the sessions that they share. */
const CASES = [
  { desks: 1, sessions: 1 },
  { desks: 10, sessions: 1 },
  { desks: 10, sessions: 10 },
  { desks: 90, sessions: 10 },
]

/** How long a change takes to reach open desks, from sending the request that makes it, and how long that request takes. */
const dataDir = createTemporaryFolder('bench-realtime')
const site = await startSite({ dataDir, port: PORT })
const key = await publishableKey(ORIGIN)
const tokens: string[] = []
for (let n = 0; n < 10; n += 1) tokens.push(await signInAsEditor(ORIGIN))
const writer = clientWith(tokens[0] ?? '')
const { data: articles } = await writer.from('articles').select('id').eq('language', 'en').throwOnError()

const pid = site.child.pid ?? 0
for (const { desks, sessions } of CASES) await measure(desks, sessions)
await site.stop()
await measureTriggers()
await rm(dataDir, { recursive: true, force: true })

function clientWith(token: string) {
  return createClient(ORIGIN, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => token,
  })
}

async function measure(desks: number, sessions: number): Promise<void> {
  let heard = 0
  let onAll = () => {}
  const clients = await Promise.all(
    Array.from({ length: desks }, async (_, n) => {
      const client = clientWith(tokens[n % sessions] ?? '')
      await client.realtime.setAuth()
      const channel = client.channel('desk')
      channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'articles' }, () => {
        heard += 1
        if (heard === desks) onAll()
      })
      await new Promise<void>((resolve, reject) => {
        channel.subscribe((status, error) => (status === 'SUBSCRIBED' ? resolve() : reject(error)))
      })
      return client
    }),
  )
  const times: number[] = []
  const writes: number[] = []
  const before = await mainThreadTime(pid)
  for (let change = 0; change < CHANGES; change += 1) {
    heard = 0
    const arrived = new Promise<void>((resolve) => {
      onAll = resolve
    })
    const started = performance.now()
    const written = writer
      .from('articles')
      .update({ subtitle: `Change ${change} for ${desks}` })
      .eq('id', articles[change % articles.length]?.id)
      .throwOnError()
      .then(() => writes.push(performance.now() - started))
    await arrived
    times.push(performance.now() - started)
    await written
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const work = ((await mainThreadTime(pid)) - before) / CHANGES
  const memory = await residentMegabytes(pid)
  console.log(
    `${desks} desks, ${sessions} sessions: last desk after ${describe(times)}; the request itself ${describe(writes)}; ` +
      `${(work / 1000).toFixed(1)} ms of the main thread per change; ${memory.toFixed(0)} MB`,
  )
  for (const client of clients) await client.realtime.disconnect()
}

function describe(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  return `${at(0.5)} ms (p95 ${at(0.95)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)})`
}

/** What the trigger adds to an update of many rows. */
async function measureTriggers(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  const { host, port, user, database } = server.connection
  const sql = connect({ host, port, user, database }, { max: 1 })
  await sql`
    insert into public.articles (slug, title, excerpt, content, category)
    select gen_random_uuid()::text, title, excerpt, content, category from public.articles, generate_series(1, 20)`
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from public.articles`
  const times: Record<'enable' | 'disable', number[]> = { enable: [], disable: [] }
  for (let round = 0; round < 3; round += 1) {
    for (const verb of ['enable', 'disable'] as const) {
      await sql.script(`alter table public.articles ${verb} trigger announce_row_change`)
      const started = performance.now()
      await sql`update public.articles set reading_time = ${`${round} ${verb}`}`
      times[verb].push(performance.now() - started)
    }
  }
  const [enabled, disabled] = [median(times.enable), median(times.disable)]
  console.log(
    `update of ${count} articles: ${enabled.toFixed(0)} ms with the trigger, ${disabled.toFixed(0)} ms without; ` +
      `${(((enabled - disabled) * 1000) / count).toFixed(0)} µs per row`,
  )
  await sql.end()
  await server.stop()
}
