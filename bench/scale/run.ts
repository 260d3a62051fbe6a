import { rm } from 'node:fs/promises'
import { connect } from '#server/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/database/embedded/join-embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillArticles } from '../support/fill-articles.ts'
import { median, startSite } from '../support/site.ts'

const PORT = 43_206
const ORIGINALS = [100, 10_000]
/** Fewer than a reader may search in five minutes, all in all. */
const ROUNDS = 51
const ADMIN_LIST =
  '/rest/v1/articles?select=id,slug,title,category,featured,reading_time,publish_date' +
  '&language=eq.en&published=eq.true&order=publish_date.desc&limit=50'
const PAGES = {
  home: '/',
  'home in German': '/?lang=de',
  category: '/tech',
  'category in German': '/tech?lang=de',
  'all categories, in Portuguese': '/news?lang=pt',
  article: '/article/en-50',
  'article in German': '/article/de-50?lang=de',
  'search, a word of most articles': '/search?q=model',
  'search, a word of one article': '/search?q=zq50',
  'first page of the admin list': ADMIN_LIST,
}

/** Whether a page costs the same with a hundred articles in six languages as with ten thousand. */
const dataDir = createTemporaryFolder('bench-scale')
const site = await startSite({ dataDir, port: PORT })
const origin = `http://127.0.0.1:${PORT}`
const apikey = /sb_publishable_[\w-]+/.exec(await (await fetch(origin)).text())?.[0] ?? ''
const editor = await signIn()
const sql = connect(await joinEmbeddedPostgres(dataDir))
const times = new Map<string, number[]>()

for (const count of ORIGINALS) {
  await fillArticles(sql, count)
  for (const [name, path] of Object.entries(PAGES)) {
    const authorization = `Bearer ${path === ADMIN_LIST ? editor : apikey}`
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await milliseconds(origin + path, authorization))
    times.set(name, [...(times.get(name) ?? []), median(rounds)])
  }
}
for (const [name, [few = Number.NaN, many = Number.NaN]] of times) {
  const figures = `${few.toFixed(1)} ms with ${ORIGINALS[0]}, ${many.toFixed(1)} ms with ${ORIGINALS[1]} originals`
  console.log(`${name}: ${figures}, factor ${(many / few).toFixed(2)}`)
}

await sql.end()
await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** One page, rendered for this request: with credentials nothing is answered from what is kept. */
async function milliseconds(url: string, authorization: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers: { apikey, authorization } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return performance.now() - started
}

async function signIn(): Promise<string> {
  const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: 'only for measuring' }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
