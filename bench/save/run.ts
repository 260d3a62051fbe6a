import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { createArticle, type NewArticleInput, saveArticle } from '#core/data/save-article.ts'
import { keepWorkingCopy } from '#core/data/working-copies.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { articlePath } from '#core/paths.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { generateArticles } from '../support/fill-articles.ts'
import { postgresTime, processorTime } from '../support/processor-time.ts'
import { publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_222
const ORIGIN = `http://127.0.0.1:${PORT}`
/** About so many words has an article of `generateArticles`. */
const PART_WORDS = 1000
const SIZES = [1000, 20_000]
const SAVES = 41
const PUBLICATIONS = 31
/** A reader asks again after this. */
const POLL_MS = 10
/** A pause between two publications, so that each is measured alone. */
const PAUSE_MS = 100

/** Measures the duration of a save, and the time from publishing until readers have it. */
const dataDir = createTemporaryFolder('bench-save')
const site = await startSite({ dataDir, port: PORT })
const token = await signInAsEditor(ORIGIN)
const client: Client = createClient<Database>(ORIGIN, await publishableKey(ORIGIN), {
  auth: { persistSession: false, autoRefreshToken: false },
  accessToken: async () => token,
})
const parts: ArticleInput[] = (await generateArticles(20, 20).next()).value

for (const words of SIZES) await measureSaves(words)
for (const words of SIZES) await measurePublications(words)

await site.stop()
await rm(dataDir, { recursive: true, force: true })

/** Changes a published article again and again, as its form does: in place of a working copy, since the version before. */
async function measureSaves(words: number): Promise<void> {
  let article = await create({ ...anArticle(words), published: true })
  const requests: number[] = []
  const saves: number[] = []
  let processor = 0
  for (let round = 0; round < SAVES; round += 1) {
    const values = { title: article.title, content: `${article.content}\n\nParagraph ${round}.` }
    const { id, updated_at: since } = article
    const before = await processorMilliseconds()
    const [alone, first] = await timed(() => saveArticle(client, { id, since, values }))
    const used = (await processorMilliseconds()) - before
    if (first.status !== 'saved') throw new Error(first.status)
    const workingCopyId = randomUUID()
    await keepWorkingCopy(client, { id: workingCopyId, article_id: id, since, form: values })
    const again = { id, since: first.article.updated_at, values: { ...values, content: article.content } }
    const [whole, second] = await timed(() =>
      saveArticle(client, { ...again, workingCopyIds: [workingCopyId] }),
    )
    if (second.status !== 'saved') throw new Error(second.status)
    article = second.article
    // The first finds the server and the database cold.
    if (round === 0) continue
    requests.push(alone)
    processor += used / (SAVES - 1)
    saves.push(whole)
  }
  const size = `${words.toLocaleString('en-US')} words (${Math.round(article.content.length / 1024)} kB)`
  console.log(
    `saving ${size}: ${describe(requests)}, ${processor.toFixed(0)} ms of a processor; with its working copy: ${describe(saves)}`,
  )
}

async function measurePublications(words: number): Promise<void> {
  const requests: number[] = []
  const home: number[] = []
  const own: number[] = []
  for (let round = 0; round < PUBLICATIONS; round += 1) {
    const { id, updated_at: since, slug, title } = await create(anArticle(words))
    const path = articlePath({ slug, language: 'en' })
    // Readers have both pages in the cache before.
    await Promise.all([shows('/', title), shows(path, title)])
    const started = performance.now()
    const seen = Promise.all([untilShown('/', title), untilShown(path, title)])
    const values = { published: true, publish_date: new Date().toISOString() }
    const saved = await saveArticle(client, { id, since, values })
    const ended = performance.now()
    if (saved.status !== 'saved') throw new Error(saved.status)
    const [homeAt, ownAt] = await seen
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (round === 0) continue
    requests.push(ended - started)
    home.push(homeAt - started)
    own.push(ownAt - started)
  }
  console.log(
    `publishing ${words.toLocaleString('en-US')} words: the request ${describe(requests)}, ` +
      `on the home page after ${describe(home)}, at its address after ${describe(own)}`,
  )
}

function anArticle(words: number): NewArticleInput {
  const own = randomUUID()
  const [first] = parts
  if (!first) throw new Error('There is no text')
  const { publish_date: _, ...rest } = first
  const content = parts.slice(0, words / PART_WORDS).map(({ content: text }) => text)
  return {
    ...rest,
    title: `Measured ${own}`,
    slug: `measured-${own}`,
    content: content.join('\n\n'),
    published: false,
  }
}

async function create(values: NewArticleInput): Promise<Article> {
  const outcome = await createArticle(client, { id: randomUUID(), values })
  if (outcome.status !== 'saved') throw new Error(outcome.status)
  return outcome.article
}

/** Returns when a reader's request was answered with the text. */
async function untilShown(path: string, text: string): Promise<number> {
  while (!(await shows(path, text))) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  return performance.now()
}

async function shows(path: string, text: string): Promise<boolean> {
  return (await (await fetch(ORIGIN + path)).text()).includes(text)
}

/** The processor time of the process that serves, and of PostgreSQL. */
async function processorMilliseconds(): Promise<number> {
  return ((await processorTime(site.child.pid ?? 0)) + (await postgresTime(dataDir))) / 1000
}

async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

function describe(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  return `${at(0.5)} ms (p95 ${at(0.95)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)})`
}
