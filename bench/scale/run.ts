import { rm } from 'node:fs/promises'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillArticles } from '../support/fill-articles.ts'
import { median, publishableKey, signInAsEditor, startSite } from '../support/site.ts'
import { measureDeskLists } from './desk-lists.ts'
import { measureLookChanges } from './look-changes.ts'

const PORT = 43_206
const ORIGINALS = [100, 10_000]
/** The number of rounds. Two of the pages are searches, of which three hundred in five minutes are allowed per address. */
const ROUNDS = 101
const ADMIN_LIST =
  '/rest/v1/articles?select=id,slug,title,category,featured,reading_time,publish_date' +
  '&language=eq.en&published=eq.true&order=publish_date.desc&limit=50'
const PAGES = {
  home: '/',
  'home in German': '/?lang=de',
  category: '/tech',
  'category in German': '/tech?lang=de',
  'all categories, in Portuguese': '/news?lang=pt',
  'feed of a category': '/feeds/en/tech.xml',
  'feed of a category in German': '/feeds/de/tech.xml',
  article: '/article/en-50',
  'article in German': '/article/de-50?lang=de',
  'search, a word of most articles': '/search?q=model',
  'search, a word of one article': '/search?q=zq50',
  'first page of the admin list': ADMIN_LIST,
}

/** Compares the time for a page with ten thousand articles in six languages with that for a hundred, in turns. */
const [few, many] = await Promise.all(ORIGINALS.map(startFilledSite))
if (!few || !many) throw new Error('There must be two sites')

for (const [name, path] of Object.entries(PAGES)) {
  const times: { few: number; many: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    times.push({ few: await milliseconds(few, path), many: await milliseconds(many, path) })
  }
  const [withFew, withMany] = [median(times.map((time) => time.few)), median(times.map((time) => time.many))]
  const figures = `${withFew.toFixed(1)} ms with ${ORIGINALS[0]}, ${withMany.toFixed(1)} ms with ${ORIGINALS[1]} originals`
  console.log(`${name}: ${figures}, factor ${(withMany / withFew).toFixed(2)}`)
}

await measureLookChanges(many)
await measureDeskLists(many)

for (const { site, dataDir } of [few, many]) {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function startFilledSite(originals: number, index: number) {
  const dataDir = createTemporaryFolder('bench-scale')
  const port = PORT + index
  const site = await startSite({ dataDir, port })
  const origin = `http://127.0.0.1:${port}`
  const apikey = await publishableKey(origin)
  const editor = await signInAsEditor(origin)
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await fillArticles(sql, originals)
  await sql.end()
  return { site, dataDir, origin, apikey, editor }
}

/** The time of one page, rendered for this request, because requests with credentials bypass the page cache. */
async function milliseconds(
  { origin, apikey, editor }: Awaited<ReturnType<typeof startFilledSite>>,
  path: string,
): Promise<number> {
  const authorization = `Bearer ${path === ADMIN_LIST ? editor : apikey}`
  const started = performance.now()
  const response = await fetch(origin + path, { headers: { apikey, authorization } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return performance.now() - started
}
