import type { Context } from 'hono'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { ModelError } from '#server/ai/model-error.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import {
  errorOf,
  type FollowedRun,
  isUnderWay,
  nameOfLanguage,
  WAIT_MS,
  waitForRuns,
} from '#server/functions/wait-for-runs.ts'
import { QueueFullError } from '#server/jobs/job-queue.ts'
import type { SiteServices } from '#server/services.ts'
import { requestTranslations } from '#server/translation/runs.ts'

const input = z.strictObject({
  articleId: z.uuid(),
  targetLanguages: z
    .array(z.enum(TRANSLATED_LANGUAGES))
    .min(1)
    .max(TRANSLATED_LANGUAGES.length)
    .refine((languages) => new Set(languages).size === languages.length),
  /** Only those of the languages whose last translation failed. */
  retryFailed: z.boolean().default(false),
  /** Every segment is asked for again, also those that have not changed. */
  renewAll: z.boolean().default(false),
})

export type TranslateDeps = AdmitDeps & Pick<SiteServices, 'sql' | 'ai' | 'queue'>

export const ONLY_ORIGINALS = 'This feature is only available for original articles'
/** Such a run would be followed instead, and answered as if everything had been renewed. */
const UNDER_WAY =
  'a translation of what has changed is under way already. Wait for its end, or cancel it, before you renew everything.'
export const QUEUE_IS_FULL = 'Too many translations are waiting already. Please try again later.'

/**
 * POST /functions/v1/translate-article: has an original translated, or its translations brought up to date. The answer comes when that
 * is done, or after a while with what is known; it goes on all the same.
 */
export function createTranslateArticle(deps: TranslateDeps, waitMs = WAIT_MS) {
  const { sql, ai } = deps
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'translation')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json(
        {
          error: `Send an object with articleId and targetLanguages: each of ${TRANSLATED_LANGUAGES.join(', ')} at most once, and at least one.`,
        },
        400,
      )
    const { articleId, targetLanguages, retryFailed, renewAll } = parsed.data
    const [article] = await sql<{ is_original: boolean }[]>`
      select language = 'en' and original_article_id is null as is_original from public.articles where id = ${articleId}`
    if (!article) return c.json({ error: 'Article not found' }, 404)
    if (!article.is_original) return c.json({ error: ONLY_ORIGINALS }, 400)
    const refusal = await refusalOfModel(ai)
    if (refusal) return c.json(refusal, 409)

    const languages = retryFailed ? await failedOf(deps, articleId, targetLanguages) : targetLanguages
    const busy = renewAll ? await notRenewing(deps, articleId, languages) : []
    if (busy.length > 0)
      return c.json({ error: `${busy.map(nameOfLanguage).join(', ')}: ${UNDER_WAY}`, code: 'under_way' }, 409)
    const asked = languages.map((language) => ({ articleId, language }))
    const requestedBy = typeof claims.sub === 'string' ? claims.sub : null
    try {
      const ids = await sql.transaction((transaction) =>
        requestTranslations(deps, transaction, { asked, requestedBy, renewsAll: renewAll }),
      )
      c.header('cache-control', 'no-store')
      return c.json(answerOf(await waitForRuns(sql, ids, { waitMs, signal: c.req.raw.signal })))
    } catch (error) {
      if (error instanceof QueueFullError) return c.json({ error: QUEUE_IS_FULL }, 503)
      throw error
    }
  }
}

/** Why nothing can be translated, or null. */
export async function refusalOfModel(ai: Pick<SiteServices['ai'], 'requireConnection'>) {
  try {
    await ai.requireConnection()
    return null
  } catch (error) {
    if (error instanceof ModelError) return { error: error.message, code: error.code }
    throw error
  }
}

async function failedOf(
  { sql }: TranslateDeps,
  articleId: string,
  languages: TranslatedLanguage[],
): Promise<TranslatedLanguage[]> {
  const rows = await sql<{ language: TranslatedLanguage }[]>`
    select language from (
      select distinct on (language) language, status from public.translation_runs
      where article_id = ${articleId} and language = any(${languages}::text[])
      order by language, requested_at desc, id) as last
    where status = 'failed'`
  return languages.filter((language) => rows.some((row) => row.language === language))
}

async function notRenewing(
  { sql }: TranslateDeps,
  articleId: string,
  languages: TranslatedLanguage[],
): Promise<TranslatedLanguage[]> {
  const rows = await sql<{ language: TranslatedLanguage }[]>`
    select language from public.translation_runs
    where article_id = ${articleId} and language = any(${languages}::text[]) and not renews_all
      and status in ('queued', 'running', 'paused')`
  return languages.filter((language) => rows.some((row) => row.language === language))
}

function answerOf(runs: readonly FollowedRun[]) {
  const named = ({ language }: FollowedRun) => ({ language, languageName: nameOfLanguage(language) })
  const successful = runs.filter(({ status }) => status === 'succeeded').map(named)
  const running = runs.filter(isUnderWay).map(named)
  const failed = runs
    .filter((run) => run.status !== 'succeeded' && !isUnderWay(run))
    .map((run) => ({ ...named(run), error: errorOf(run) }))
  return {
    success: failed.length === 0,
    results: { successful, failed, running, total: runs.length },
    summary: { message: messageOf(successful.length, failed.length, running.length) },
  }
}

function messageOf(successful: number, failed: number, running: number): string {
  const total = successful + failed + running
  if (total === 0) return 'There was nothing to translate.'
  const parts = [`${successful} of ${total} ${total === 1 ? 'translation' : 'translations'} completed`]
  if (failed > 0) parts.push(`${failed} failed`)
  if (running > 0) parts.push(`${running} still running`)
  return `${parts.join(', ')}.`
}
