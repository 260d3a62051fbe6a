import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { median, startSite } from '../support/site.ts'
import { LISTS, READS } from './desk-reads.ts'
import { fillSite, fillWork } from './fill-desk.ts'
import { measureLiveDesks } from './live-desks.ts'
import { addColleagues, type Person, SECRET_KEY, signInAdministrator } from './people.ts'

const PORT = Number(process.env.BENCH_PORT ?? 43_174)
const WARM_UPS = 5
const ROUNDS = 21
/** For a difference of a tenth. */
const COMPARED_ROUNDS = 101

interface FilledSite {
  dataDir: string
  origin: string
  admin: Person
  stop: () => Promise<void>
}

/** What roles cost: against another checkout, if one is named; in lists, for every role; and until five desks show a change. */
const [, , , other] = process.argv
const [site, before] = await Promise.all([startFilledSite(0), other ? startFilledSite(1, other) : null])
if (before) await compareWith(before)

const sql = connect(await joinEmbeddedPostgres(site.dataDir))
const colleagues = await addColleagues(site.origin, sql)
const [editor, author, translator] = colleagues
if (!editor || !author || !translator) throw new Error('There must be an editor, an author and a translator')
await fillWork(sql, { editor: editor.id, author: author.id })
await sql.end()
const everybody = [site.admin, ...colleagues]
for (const person of everybody) await measureLists(person)
// Whoever makes newsletters reads no notes; the administrator has a second desk instead.
await measureLiveDesks(site.origin, [
  site.admin,
  editor,
  author,
  translator,
  await signInAdministrator(site.origin),
])
await site.stop()

async function startFilledSite(index: number, root?: string): Promise<FilledSite> {
  const dataDir = createTemporaryFolder('bench-desk')
  const port = PORT + index
  const settings = { DEMO: '0', WORKER: 'off', SUPABASE_SECRET_KEY: SECRET_KEY }
  const { stop } = await startSite({ dataDir, port, settings, ...(root && { root: resolve(root) }) })
  const origin = `http://127.0.0.1:${port}`
  const db = connect(await joinEmbeddedPostgres(dataDir))
  await fillSite(db)
  await db.end()
  return {
    dataDir,
    origin,
    admin: await signInAdministrator(origin),
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same reads by the administrator on both sites, in turns and in random order, so that other work meets all of them alike. */
async function compareWith(before: FilledSite): Promise<void> {
  const reads = Object.entries(READS).map(([name, read]) => ({
    name,
    read,
    now: [] as number[],
    before: [] as number[],
  }))
  for (let round = -WARM_UPS; round < COMPARED_ROUNDS; round += 1) {
    for (const one of reads) {
      const asks = [
        { of: one.now, client: site.admin.client },
        { of: one.before, client: before.admin.client },
      ]
      for (const { of, client } of Math.random() < 0.5 ? asks : asks.toReversed()) {
        const time = await milliseconds(() => one.read(client))
        if (round >= 0) of.push(time)
      }
    }
  }
  for (const one of reads) {
    const figures = `${median(one.now).toFixed(2)} ms, before ${median(one.before).toFixed(2)} ms`
    console.log(
      `${one.name}: ${figures}, ${difference([one], median)}; of the faster quarter ${difference([one], quartile)}`,
    )
  }
  console.log(
    `all of them: ${difference(reads, median)}; of the faster quarter ${difference(reads, quartile)}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  await before.stop()
}

/** How much dearer reads are now, together. */
function difference(
  reads: { now: number[]; before: number[] }[],
  figure: (values: number[]) => number,
): string {
  const sum = (which: 'now' | 'before') => reads.reduce((total, read) => total + figure(read[which]), 0)
  const percent = (sum('now') / sum('before') - 1) * 100
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`
}

/** What a quarter of the values are below, which other work on the machine hardly touches. */
function quartile(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN
}

async function measureLists({ name, client }: Person): Promise<void> {
  for (const [list, read] of Object.entries(LISTS)) {
    const times: number[] = []
    let found = ''
    for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
      const time = await milliseconds(async () => {
        found = await read(client).then(describeFound, describeRefusal)
      })
      if (round >= 0) times.push(time)
    }
    const figures = `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`
    console.log(`${name}, ${list} (${found}): ${figures}, load ${loadavg()[0]?.toFixed(1)}`)
  }
}

function describeFound(answer: unknown): string {
  return answer !== null && typeof answer === 'object' && 'total' in answer ? String(answer.total) : 'found'
}

function describeRefusal(error: unknown): string {
  return error !== null && typeof error === 'object' && 'code' in error ? `refused, ${error.code}` : 'refused'
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
