import { randomUUID } from 'node:crypto'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationRun } from '#core/domain/translation-run.ts'
import { runTranslation } from '#server/features/translation/run-translation.ts'
import { requestTranslations } from '#server/features/translation/runs.ts'
import { MODEL_TIMING, openLanguageModel } from '#server/platform/ai/language-model.ts'
import type { AiConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { anArticle } from '../../../../tests/support/articles.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import {
  type ModelInput,
  type ModelServer,
  startModelServer,
} from '../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const SITE_URL = 'https://aiwatch.example'
export const MODEL = 'test-model'

/** The configuration of a model server. */
export const configOf = ({ baseUrl }: Pick<ModelServer, 'baseUrl'>): AiConfig => ({
  provider: 'openai-compatible',
  model: MODEL,
  baseUrl,
  key: null,
  variables: [],
})

/** A database, a queue without a worker, and a model server, with what tests of translations do. */
export async function openTranslations() {
  const database = await createTestDatabase()
  const model = await startModelServer()
  const { sql } = database
  const jobs = await startTestJobs(database, { works: false })
  const ai = openLanguageModel({
    sql,
    environment: configOf(model),
    jwtSecret: TEST_SECRETS.jwtSecret,
    log: createLog('silent'),
    timing: { ...MODEL_TIMING, attemptTimeoutMs: 2_000, maxAttempts: 2, backoffMs: 1, maxBackoffMs: 2 },
  })
  const { settings, log } = jobs.services
  const deps = { sql, queue: jobs.queue, ai, settings, log, siteUrl: SITE_URL }

  async function addArticle(overrides: Parameters<typeof anArticle>[0] = {}): Promise<string> {
    const row = { id: randomUUID(), ...anArticle(overrides) }
    await sql`
      insert into public.articles (id, slug, language, title, subtitle, excerpt, content, category, author, reading_time,
        hero_image, publish_date, published, featured, original_article_id)
      select id, slug, language, title, subtitle, excerpt, content, category, author, reading_time,
        hero_image, publish_date, published, featured, original_article_id
      from jsonb_populate_record(null::public.articles, ${JSON.stringify(row)}::jsonb)`
    return row.id
  }
  async function request(
    articleId: string,
    { language = 'de', ...more }: { language?: TranslatedLanguage; renewsAll?: boolean } = {},
  ): Promise<string> {
    const asked = [{ articleId, language }]
    const [id] = await sql.transaction((transaction) =>
      requestTranslations(deps, transaction, { asked, requestedBy: null, ...more }),
    )
    return id ?? ''
  }
  const readRun = async (id: string) => {
    const [row] = await sql<TranslationRun[]>`select * from public.translation_runs where id = ${id}`
    return row as TranslationRun
  }
  async function work(runId: string, job: Partial<Parameters<typeof runTranslation>[2]> = {}) {
    const run = { id: randomUUID(), isLastAttempt: false, signal: new AbortController().signal, ...job }
    await runTranslation(deps, runId, run)
    return readRun(runId)
  }
  return {
    database,
    sql,
    model,
    deps,
    addArticle,
    request,
    work,
    readRun,
    /** Requests a translation, and works on it once. */
    async translate(articleId: string, options: Parameters<typeof request>[1] = {}) {
      return work(await request(articleId, options))
    },
    async translationOf(articleId: string, language: TranslatedLanguage = 'de') {
      const [row] = await sql`
        select * from public.articles where original_article_id = ${articleId} and language = ${language}`
      return row ?? null
    },
    /** The texts that the model was asked for, in order, with those that were asked for again. */
    askedTexts: () => model.calls.flatMap(({ input }) => textsOf(input)),
    async reset() {
      model.calls.length = 0
      model.behave()
      model.answerWith(translateAll)
      await emptyTables(
        sql,
        'public.articles, public.article_revisions, public.article_translations, public.translation_parts, public.translation_segments, public.translation_runs, public.article_corrections, private.ai_usage',
      )
      await sql`delete from pgboss.job`
      await sql`update private.ai_settings set prices = '[]', monthly_budget = null`
    },
    async stop() {
      await jobs.stop()
      await model.stop()
      await database.drop()
    },
  }
}

const textsOf = ({ segments }: ModelInput): string[] => segments.map(({ text }: { text: string }) => text)

/** Writes the language before each text. */
export function translateAll({ target, segments }: ModelInput) {
  return translateWith(segments, (text) => `${target}: ${text}`)
}

export function translateWith(
  segments: { id: string; text: string }[],
  translateText: (text: string, id: string) => string,
) {
  return { segments: segments.map(({ id, text }) => ({ id, text: translateText(text, id) })) }
}

const CONTENT = `## The harbour

The **harbour** is [open](https://example.org/a) with \`code\`.

- 12 ships wait
- Nobody knows why

\`\`\`js
const code = 1
\`\`\`

![Two ships](/ships.png)
`
/** The text that the model server of `openTranslations` makes of it. */
export const GERMAN = `## de: The harbour

de: The **harbour** is [open](https://example.org/a) with \`code\`.

- de: 12 ships wait
- de: Nobody knows why

\`\`\`js
const code = 1
\`\`\`

![de: Two ships](/ships.png)
`

/** Translations of an article about a harbour, which has a heading, formatting, a link, a list, code and a picture. */
export async function openHarbour() {
  const world = await openTranslations()
  const { sql, addArticle } = world
  return {
    ...world,
    addHarbour: (more = {}) =>
      addArticle({
        title: 'The harbour opens',
        subtitle: 'At last',
        excerpt: 'Ships come.',
        content: CONTENT,
        ...more,
      }),
    /** Reads what is stored of how the translation of an original was made. */
    madeOf: async (id: string) =>
      (await sql`select * from public.article_translations where original_id = ${id}`)[0],
    edit: (id: string, from: string, to: string) =>
      sql`update public.articles set content = replace(content, ${from}, ${to}) where id = ${id}`,
  }
}
