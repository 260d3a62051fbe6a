import { rm } from 'node:fs/promises'
import autocannon from 'autocannon'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Load, load } from '../support/load.ts'
import { postgresTime } from '../support/processor-time.ts'
import { median, publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_208
const ORIGIN = `http://127.0.0.1:${PORT}`
const PASSWORD = 'only for measuring'
const ROUNDS = 9
/** An account is closed after thirty wrong passwords from unknown addresses; each round has ten. */
const ROUNDS_OF_AN_ACCOUNT = 3
const LIST =
  'select=id,slug,language,title,subtitle,excerpt,category,author,reading_time,hero_image,publish_date,featured' +
  '&language=eq.en&original_article_id=is.null&published=eq.true&order=publish_date.desc,id.asc&limit=6'

const dataDir = createTemporaryFolder('bench-sign-in')
// With a trusted proxy, every request can name an IP address of its own in X-Forwarded-For.
const site = await startSite({ dataDir, port: PORT, settings: { TRUST_PROXY: '1' } })
const pid = site.child.pid ?? 0
const apikey = await publishableKey(ORIGIN)
const database = await joinDatabase({ databaseUrl: undefined, dataDir })
const accounts = Array.from({ length: ROUNDS / ROUNDS_OF_AN_ACCOUNT }, (_, n) => `editor-${n}@example.org`)
for (const email of accounts) await createAdministrator(database.sql, email, PASSWORD)
await database.close()

let addresses = 0
/** The milliseconds that a sign-in takes, from an IP address that has not been used before. */
async function trySigningIn(email: string, password: string, expected: number): Promise<number> {
  addresses += 1
  const started = performance.now()
  const response = await fetch(`${ORIGIN}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey,
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
    },
    body: JSON.stringify({ email, password }),
  })
  await response.arrayBuffer()
  if (response.status !== expected) throw new Error(`A sign-in had the status ${response.status}`)
  return performance.now() - started
}

/** The milliseconds that each request to `/healthz` takes, one after the other, until `work` is done. */
async function healthDuring(work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const started = performance.now()
    await (await fetch(`${ORIGIN}/healthz`)).arrayBuffer()
    times.push(performance.now() - started)
  }
  await done
  return times
}

const atOnce = (times: number, one: (n: number) => Promise<number>) =>
  Promise.all(Array.from({ length: times }, (_, n) => one(n)))

for (const [what, password, expected] of [
  ['right', PASSWORD, 200],
  ['wrong', 'not the password', 400],
] as const) {
  const rounds: number[] = []
  let longest = 0
  for (let round = 0; round < 5; round++) {
    const email = (n: number) =>
      expected === 200 ? (accounts[n % accounts.length] ?? '') : `${round}-${n}@example.org`
    const times = await healthDuring(atOnce(30, (n) => trySigningIn(email(n), password, expected)))
    rounds.push(median(times))
    longest = Math.max(longest, ...times)
  }
  console.log(
    `/healthz while 30 sign in at once with the ${what} password: median ${median(rounds).toFixed(1)} ms (rounds ${rounds.map((ms) => ms.toFixed(1)).join(', ')}), longest ${longest.toFixed(0)} ms`,
  )
}

const failed = { known: [] as number[], unknown: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  const known = accounts[Math.floor(round / ROUNDS_OF_AN_ACCOUNT)] ?? ''
  const kinds = [['known', known] as const, ['unknown', `nobody-${round}@example.org`] as const]
  for (const [kind, email] of round % 2 === 0 ? kinds : kinds.toReversed())
    failed[kind].push(median(await atOnce(10, () => trySigningIn(email, 'not the password', 400))))
}
const [known, unknown] = [median(failed.known), median(failed.unknown)]
console.log(
  `ten failed sign-ins at once: known user ${known.toFixed(0)} ms, unknown ${unknown.toFixed(0)} ms, ratio ${(known / unknown).toFixed(2)}`,
)

const signedIn = { apikey, authorization: `Bearer ${await signInAsEditor(ORIGIN)}` }
const reads = new Map<string, (Load & { postgres: number })[]>()
for (let round = 0; round <= 5; round++) {
  for (const [name, headers] of [
    ['anonymous', { apikey }],
    ['signed in', signedIn],
  ] as const) {
    const before = await postgresTime(dataDir)
    const seconds = round === 0 ? 2 : 4
    const result = await load(`${ORIGIN}/rest/v1/articles?${LIST}`, { pid, headers: { ...headers }, seconds })
    const postgres = ((await postgresTime(dataDir)) - before) / (result.perSecond * seconds)
    if (round > 0) reads.set(name, [...(reads.get(name) ?? []), { ...result, postgres }])
  }
}
const middle = (name: string, key: 'perSecond' | 'processor' | 'postgres') =>
  median((reads.get(name) ?? []).map((result) => result[key]))
for (const name of reads.keys())
  console.log(
    `list of six, ${name}: ${middle(name, 'perSecond').toFixed(0)} requests/s, ${middle(name, 'processor').toFixed(0)} µs of processor, ${middle(name, 'postgres').toFixed(0)} µs in PostgreSQL`,
  )
const ratio = (key: 'perSecond' | 'processor' | 'postgres') =>
  (middle('signed in', key) / middle('anonymous', key)).toFixed(2)
console.log(
  `signed in against anonymous: time ${(1 / Number(ratio('perSecond'))).toFixed(2)}, processor ${ratio('processor')}, PostgreSQL ${ratio('postgres')}`,
)

const before = await postgresTime(dataDir)
const flood = await autocannon({
  url: `${ORIGIN}/auth/v1/token?grant_type=password`,
  method: 'POST',
  headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': '10.99.0.1' },
  body: JSON.stringify({ email: 'nobody@example.org', password: 'not the password' }),
  connections: 32,
  duration: 10,
})
console.log(
  `one address beyond its limit: ${flood.requests.average.toFixed(0)} responses with 429 a second, ${(((await postgresTime(dataDir)) - before) / flood.requests.total).toFixed(1)} µs in PostgreSQL each`,
)

await site.stop()
await rm(dataDir, { recursive: true, force: true })
