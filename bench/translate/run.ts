import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { createArticle, saveArticle } from '#core/data/save-article.ts'
import type { Article } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { requestTranslations } from '#server/features/translation/runs.ts'
import { JOBS } from '#server/features.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { createLog } from '#server/platform/log.ts'
import { createJobQueue, openBoss } from '#server/platform/queue/job-queue.ts'
import { startModelServer } from '../../tests/support/model-server.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { postgresTime, processorTime } from '../support/processor-time.ts'
import { publishableKey, signInAsEditor, startSite } from '../support/site.ts'
import { openTexts } from './long-articles.ts'
import { measureTexts } from './texts.ts'

const PORT = 43_224
const ORIGIN = `http://127.0.0.1:${PORT}`
const ARTICLES = 100
const PARAGRAPHS = 25
/** The number of paragraphs of nearly a megabyte. */
const LONG = 2600
const SAVES = 41
/** The models, by the number of concurrent requests and the duration of each. */
const MODELS = [
  { concurrency: 20, ms: 0 },
  { concurrency: 4, ms: 300 },
]
const POLL_MS = 20
const MODEL = 'measured'

/** Measures runs of the real process with a model that answers at once: processor time, speed, and the duration of saving an original. */
async function measureRuns(): Promise<void> {
  const texts = await openTexts()
  let modelMs = 0
  const model = await startModelServer({
    async answer({ segments, target }) {
      await delay(modelMs)
      return {
        segments: segments.map(({ id, text }: { id: string; text: string }) => ({
          id,
          text: texts.translate(text, target as TranslatedLanguage),
        })),
      }
    },
  })
  const dataDir = createTemporaryFolder('bench-translate')
  const settings = {
    DEMO: '0',
    LOG_LEVEL: 'error',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: MODEL,
    AI_BASE_URL: model.baseUrl,
  }
  const site = await startSite({ dataDir, port: PORT, settings })
  const { address, sql, close } = await joinDatabase({ dataDir, databaseUrl: undefined })
  const boss = await openBoss({
    address,
    sql,
    log: createLog('error'),
    works: false,
    jobs: JOBS.map(({ job }) => job),
  })
  const queue = createJobQueue(boss)
  const token = await signInAsEditor(ORIGIN)
  const key = await publishableKey(ORIGIN)
  const client: Client = createClient<Database>(ORIGIN, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => token,
  })
  /** The processor time of the process, and of its PostgreSQL. */
  const used = () => Promise.all([processorTime(site.child.pid ?? 0), postgresTime(dataDir)])
  const usedSince = async ([node, postgres]: [number, number]) => {
    const [nodeNow, postgresNow] = await used()
    return [(nodeNow - node) / 1000, (postgresNow - postgres) / 1000] as const
  }

  try {
    await measureLongArticle()
    await measureSaves(true)
    await measureSaves(false)
    for (const { concurrency, ms } of MODELS) {
      await sql`update private.ai_settings set concurrency = ${concurrency}`
      modelMs = ms
      await measureBatch(`at most ${concurrency} requests at once, each ${ms} ms`)
    }
  } finally {
    await boss.close()
    await close()
    await site.stop()
    await model.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  async function measureBatch(what: string): Promise<void> {
    await sql`truncate public.articles, public.translation_runs, public.translation_segments, public.article_translations,
      private.rate_limits cascade`
    const ids: string[] = []
    for (let number = 1; number <= ARTICLES; number++)
      ids.push((await create(`Measured ${number}`, texts.article(number, PARAGRAPHS))).id)
    const calls = model.calls.length
    const before = await used()
    const started = performance.now()
    const asked = ids.flatMap((articleId) =>
      TRANSLATED_LANGUAGES.map((language) => ({ articleId, language })),
    )
    await sql.transaction((transaction) =>
      requestTranslations({ queue }, transaction, { asked, requestedBy: null }),
    )
    await untilDone()
    const seconds = (performance.now() - started) / 1000
    const [node, postgres] = await usedSince(before)
    const requests = model.calls.length - calls
    const segments = ids.length * TRANSLATED_LANGUAGES.length * (PARAGRAPHS + 2)
    console.log(
      `${ids.length} articles × ${TRANSLATED_LANGUAGES.length} languages, ${what}: ${seconds.toFixed(1)} s for ${requests} requests and ${segments} segments ` +
        `(${model.mostAtOnce()} at once at most), for each segment ${(node / segments).toFixed(2)} ms of a processor in Node and ${(postgres / segments).toFixed(2)} ms in PostgreSQL`,
    )
  }

  /** Asks how the process is while it translates a long article: what blocks it delays the answer. */
  async function measureLongArticle(): Promise<void> {
    const { id, content } = await create('Long', texts.article(900, LONG))
    const before = await used()
    const started = performance.now()
    const waits: number[] = []
    const translated = translate(id, ['de']).then(untilDone)
    let isDone = false
    void translated.then(() => {
      isDone = true
    })
    while (!isDone) {
      const asked = performance.now()
      await (await fetch(`${ORIGIN}/healthz`)).arrayBuffer()
      waits.push(performance.now() - asked)
      await delay(POLL_MS)
    }
    console.log(
      `an article of ${Math.round(content.length / 1000)} kB: ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
        `${((await usedSince(before))[0] / LONG).toFixed(2)} ms of a processor for each block, ` +
        `and other requests waited ${describe(waits)}`,
    )
  }

  async function measureSaves(isTranslated: boolean): Promise<void> {
    let article = await create(isTranslated ? 'Translated' : 'Alone', texts.article(950, PARAGRAPHS))
    if (isTranslated) await translate(article.id)
    const times: number[] = []
    let processor = 0
    for (let round = 0; round < SAVES; round++) {
      const values = { content: `${article.content}\n\nParagraph ${round}.` }
      const before = await used()
      const started = performance.now()
      const saved = await saveArticle(client, { id: article.id, since: article.updated_at, values })
      times.push(performance.now() - started)
      const [node, postgres] = await usedSince(before)
      processor += (node + postgres) / SAVES
      if (saved.status !== 'saved') throw new Error(saved.status)
      article = saved.article
    }
    console.log(
      `saving an article of ${Math.round(article.content.length / 1000)} kB ${isTranslated ? 'with five translations' : 'without translations'}: ` +
        `${describe(times.slice(1))}, ${processor.toFixed(0)} ms of a processor`,
    )
  }

  async function create(title: string, content: string): Promise<Article> {
    const outcome = await createArticle(client, {
      id: randomUUID(),
      values: {
        title,
        slug: `measured-${randomUUID()}`,
        language: 'en',
        subtitle: null,
        excerpt: `${title} is about nothing.`,
        content,
        category: 'news',
        author: 'Mara Lindqvist',
        reading_time: '5 min read',
        hero_image: null,
        published: true,
        featured: false,
        original_article_id: null,
        social_title: null,
        social_description: null,
        social_image: null,
      },
    })
    if (outcome.status !== 'saved') throw new Error(outcome.status)
    return outcome.article
  }

  /** Returns when it is done, or after a while. */
  async function translate(
    articleId: string,
    targetLanguages: readonly TranslatedLanguage[] = TRANSLATED_LANGUAGES,
  ): Promise<void> {
    const response = await fetch(`${ORIGIN}/functions/v1/translate-article`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${token}` },
      body: JSON.stringify({ articleId, targetLanguages }),
    })
    const answer = (await response.json()) as { results?: { failed: unknown[] } }
    if (!answer.results || answer.results.failed.length > 0) throw new Error(JSON.stringify(answer))
  }

  async function untilDone(): Promise<void> {
    for (;;) {
      const [row] = await sql<[{ isDone: boolean; failed: number }]>`
        select bool_and(ended_at is not null) as "isDone", (count(*) filter (where status = 'failed'))::int as failed
        from public.translation_runs`
      if (row.failed > 0) throw new Error(`${row.failed} runs have failed`)
      if (row.isDone) return
      await delay(5 * POLL_MS)
    }
  }
}

function describe(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  return `${at(0.5)} ms (p95 ${at(0.95)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)})`
}

const PARTS = new Map([
  ['texts', measureTexts],
  ['runs', measureRuns],
])

/** `npm run bench -- translate`, or only one part of it: `npm run bench -- translate runs`. */
const [, asked] = process.argv.slice(2)
for (const [name, measure] of PARTS) if (!asked || asked === name) await measure()
