import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationStatus } from '#core/domain/translation-run.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { describeSwitchedOff } from '#core/i18n/switched-off.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { requestTranslations } from '#server/features/translation/runs.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { WAIT_MS } from '#server/platform/http/keep-alive-response.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import { actAs, answer, refuse, type UserCall, withBody } from '#server/supabase/functions/call.ts'
import { refuseModel } from '#server/supabase/functions/refuse-model.ts'
import type { Demand } from '#server/supabase/functions/requirement.ts'

/** Each at most once, and at least one. */
export const translatedLanguages = z
  .array(z.enum(TRANSLATED_LANGUAGES))
  .min(1)
  .max(TRANSLATED_LANGUAGES.length)
  .refine((languages) => new Set(languages).size === languages.length)

const input = z.strictObject({
  articleId: z.uuid(),
  targetLanguages: translatedLanguages,
  /** Only languages whose last translation failed. */
  retryFailed: z.boolean().default(false),
  /** Requests every segment again, also unchanged ones. */
  renewAll: z.boolean().default(false),
})

export type TranslateDeps = Pick<FunctionDeps, 'sql' | 'ai' | 'limits' | 'queue' | 'waitMs'>

/** Otherwise the response would be that of the present run, as if everything had been renewed. */
const UNDER_WAY =
  'a translation of what has changed is under way already. Wait for its end, or cancel it, before you renew everything.'

/**
 * Translates an original, or updates its translations. The response comes at the end, or after `waitMs` with the present state while the
 * runs continue.
 */
export const translateArticle = withBody(
  input,
  `Send an object with articleId and targetLanguages: each of ${TRANSLATED_LANGUAGES.join(', ')} at most once, and at least one.`,
  async (
    deps: TranslateDeps,
    { articleId, targetLanguages, retryFailed, renewAll },
    { userId, claims, demandAgain, request },
  ) => {
    const { sql, ai, limits, waitMs = WAIT_MS } = deps
    const wanted = targetLanguages.map((language) => ({ articleId, language }))
    await sql.transaction((transaction) => demandAgain(transaction, mayTranslate(wanted)))
    const refusal = (await refuseArticle(sql, articleId)) ?? (await refuseModel(ai))
    if (refusal) return refusal
    const languages = retryFailed ? await failedOf(deps, articleId, targetLanguages) : targetLanguages
    const busy = renewAll ? await notRenewing(deps, articleId, languages) : []
    if (busy.length > 0)
      return refuse(409, `${busy.map(nameOfLanguage).join(', ')}: ${UNDER_WAY}`, {
        more: { code: 'under_way' },
      })
    const wait = renewAll ? await limits.take('translation-renewal', userId) : 0
    if (wait > 0)
      return refuse(429, 'You have had too many articles translated anew. Please try again later.', {
        headers: { 'retry-after': String(wait) },
      })
    const asked = languages.map((language) => ({ articleId, language }))
    return requestRuns(deps, claims, { asked, requestedBy: userId, renewsAll: renewAll }, async (ids) =>
      answer(reportOf(await waitForRuns(sql, ids, { waitMs, signal: request.signal }))),
    )
  },
)

/** Requests translations in the name of a caller, and responds with their runs, or refuses when too many are waiting already. */
export async function requestRuns(
  deps: TranslateDeps,
  claims: UserCall['claims'],
  requested: Parameters<typeof requestTranslations>[2],
  respond: (ids: string[]) => Promise<Response>,
): Promise<Response> {
  const off = await findSwitchedOff(deps.sql, requested.asked)
  if (off.length > 0) return refuse(409, describeSwitchedOff(off), { more: { code: 'language_off' } })
  try {
    return await respond(
      await deps.sql.transaction(async (transaction) => {
        await actAs(transaction, claims)
        return requestTranslations(deps, transaction, requested)
      }),
    )
  } catch (error) {
    if (error instanceof QueueFullError)
      return refuse(503, 'Too many translations are waiting already. Please try again later.')
    throw error
  }
}

async function findSwitchedOff(
  sql: Sql,
  asked: readonly { language: TranslatedLanguage }[],
): Promise<TranslatedLanguage[]> {
  const languages = [...new Set(asked.map(({ language }) => language))]
  const rows = await sql<{ language: TranslatedLanguage }[]>`
    select language from unnest(${languages}::text[]) as language where not language = any(private.offered_languages())`
  return rows.map(({ language }) => language)
}

/** The rights that a translator needs to write these translations, as drafts. */
export function mayTranslate(wanted: readonly { articleId: string; language: TranslatedLanguage }[]): Demand {
  const [articles, languages] = [
    wanted.map(({ articleId }) => articleId),
    wanted.map(({ language }) => language),
  ]
  return {
    condition: fragment`private.is_editor() or not exists (
      select from unnest(${articles}::uuid[], ${languages}::text[]) as wanted (article_id, language)
      where not private.writes_translation(article_id, language, false))`,
    refusal:
      'You translate into your own languages, what is published, ready, or was handed to you. An administrator can give you more.',
  }
}

/** Refuses what is no English original; null when it is one. */
export async function refuseArticle(sql: Sql, articleId: string): Promise<Response | null> {
  const [article] = await sql<{ is_original: boolean }[]>`
    select language = 'en' and original_article_id is null as is_original from public.articles where id = ${articleId}`
  if (!article) return refuse(404, 'Article not found')
  return article.is_original ? null : refuse(400, 'This feature is only available for original articles')
}

/** Those of the languages whose last run has failed. */
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
    where status = 'failed' order by array_position(${languages}::text[], language)`
  return rows.map(({ language }) => language)
}

/** Those of the languages of which a run is under way that does not renew everything. */
async function notRenewing(
  { sql }: TranslateDeps,
  articleId: string,
  languages: TranslatedLanguage[],
): Promise<TranslatedLanguage[]> {
  const rows = await sql<{ language: TranslatedLanguage }[]>`
    select distinct language, array_position(${languages}::text[], language) from public.translation_runs
    where article_id = ${articleId} and language = any(${languages}::text[]) and not renews_all
      and status in ('queued', 'running', 'paused') order by 2`
  return rows.map(({ language }) => language)
}

function reportOf(runs: readonly FollowedRun[]) {
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

const INTERVAL_MS = 250
/** Thousands of runs are polled less often. */
const MAX_INTERVAL_MS = 2_500

interface FollowedRun {
  id: string
  articleId: string
  language: TranslatedLanguage
  status: TranslationStatus
  reason: string | null
}

/** Waits until runs have ended, `waitMs` have passed, or the client has disconnected. Returns their state then. */
export async function waitForRuns(
  sql: Sql,
  ids: readonly string[],
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<FollowedRun[]> {
  const end = performance.now() + waitMs
  const interval = Math.min(Math.max(INTERVAL_MS, ids.length), MAX_INTERVAL_MS)
  for (;;) {
    const runs = await sql<FollowedRun[]>`
      select run.id, run.article_id as "articleId", run.language, run.status, run.reason
      from unnest(${ids}::uuid[]) with ordinality as followed (id, place)
      join public.translation_runs as run using (id) order by followed.place`
    if (!runs.some(isUnderWay) || performance.now() >= end || signal.aborted) return runs
    await delay(interval, undefined, { signal }).catch(() => {})
  }
}

/** A paused run is not waited for, because it may resume much later. */
export const isUnderWay = ({ status }: Pick<FollowedRun, 'status'>) =>
  status === 'queued' || status === 'running'

const nameOfLanguage = (language: TranslatedLanguage): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ?? language

/** Tells why a run did not succeed, as a sentence. */
export const errorOf = ({ status, reason }: Pick<FollowedRun, 'status' | 'reason'>): string =>
  status === 'cancelled' ? 'The translation was cancelled.' : (reason ?? 'The translation failed.')
