import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { makeArticleAudio } from '#server/features/speech/make-article-audio.ts'
import { makeNewsletterAudio } from '#server/features/speech/make-newsletter-audio.ts'
import { MODEL_TIMING, openLanguageModel } from '#server/platform/ai/language-model.ts'
import { openLimits } from '#server/platform/limits/open-limits.ts'
import { createLog } from '#server/platform/log.ts'
import { startSpeechServer } from '../../../../tests/mocks/speech-server.ts'
import { anArticle } from '../../../../tests/support/articles.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { TEST_SECRETS, testHash } from '../../../../tests/support/test-settings.ts'

export const MODEL = 'test-voice'
export const CONTENT = `The harbour is open again.

## What comes next

The ferry leaves at noon.`
/** The texts that are read aloud of an article with this content. */
export const TEXTS = [
  'The harbour',
  'After the storm',
  'The harbour is open again.',
  'What comes next',
  'The ferry leaves at noon.',
]

/** A database, a storage and a speech model, with what tests of articles that are read aloud do. */
export async function openSpeech() {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'))
  const database = await createTestDatabase()
  const { sql } = database
  const server = await startSpeechServer()
  const jobs = await startTestJobs(database, { works: false, dataDir: folder })
  const limits = openLimits(database.address, testHash)
  const log = createLog('silent')
  const timing = { ...MODEL_TIMING, attemptTimeoutMs: 2_000, maxAttempts: 2, backoffMs: 1, maxBackoffMs: 2 }
  const ai = openLanguageModel({ sql, environment: null, jwtSecret: TEST_SECRETS.jwtSecret, log, timing })
  const { storage, settings } = jobs.services
  const deps = { sql, ai, storage, settings, log }

  const findAudio = async (articleId: string) => {
    const [row] = await sql`select * from private.article_audio where article_id = ${articleId}`
    return row ?? null
  }
  return {
    sql,
    database,
    storageDir: join(folder, 'storage'),
    server,
    deps,
    limits,
    findAudio,
    async setModel(more: Record<string, unknown> = {}) {
      const own = {
        provider: 'openai-compatible',
        model: MODEL,
        voice: 'mara',
        voices: [],
        base_url: server.baseUrl,
        key_end: '',
      }
      const speech = JSON.stringify({ ...own, sealed_key: null, ...more })
      await sql`update private.ai_settings set speech = ${speech}::jsonb`
    },
    async addArticle(overrides: Parameters<typeof anArticle>[0] = {}): Promise<string> {
      const own = { title: 'The harbour', subtitle: 'After the storm', content: CONTENT }
      const row = { id: randomUUID(), ...anArticle({ ...own, ...overrides }) }
      await sql`
        insert into public.articles (id, slug, language, title, subtitle, excerpt, content, category, author, publish_date, published,
          original_article_id)
        select id, slug, language, title, subtitle, excerpt, content, category, author, publish_date, published, original_article_id
        from jsonb_populate_record(null::public.articles, ${JSON.stringify(row)}::jsonb)`
      return row.id
    },
    work: (signal = new AbortController().signal) => makeArticleAudio(deps, signal),
    workOnNewsletters: (signal = new AbortController().signal) => makeNewsletterAudio(deps, signal),
    listRecordings: (issueId: string) => sql`
      select *, due_at = 'infinity' as is_given_up, due_at > now() as waits from private.newsletter_audio
      where issue_id = ${issueId} order by language`,
    async findTask(articleId: string) {
      const [row] = await sql`
        select failures, problem, due_at, due_at > now() as waits, due_at = 'infinity' as "isGivenUp" from private.speech_tasks
        where article_id = ${articleId}`
      return row ?? null
    },
    /** Lets what was put off be due. */
    hurry: async () => {
      await sql`update private.speech_tasks set due_at = now() where due_at < 'infinity'`
      await sql`update private.newsletter_audio set due_at = now() where due_at < 'infinity'`
    },
    /** The texts that the model was asked for, in order. */
    askedTexts: () => server.calls.map(({ body }) => body.input),
    listObjects: () => sql<{ name: string; version: string }[]>`
      select name, version from storage.objects where bucket_id = 'article-audio'`,
    async readFile(version: string): Promise<Buffer | null> {
      const stream = await storage.backend.read(version)
      return stream && buffer(stream)
    },
    async reset() {
      server.calls.length = 0
      server.behave()
      await sql`delete from public.articles`
      await sql`delete from public.article_trash`
      await sql`delete from public.newsletter_issues`
      await sql`delete from private.ai_usage`
      await sql`update private.ai_settings set speech = null, prices = '[]', monthly_budget = null`
    },
    async stop() {
      await limits.close()
      await jobs.stop()
      await server.stop()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}
