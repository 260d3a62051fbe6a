import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { z } from '#core/domain/schema.ts'
import {
  type RequestedTranslation,
  type RetranslationPlan,
  type RetranslationResult,
  retranslationPlan,
  retranslationResult,
  type TranslationAnswer,
  type TranslationRequest,
  type TranslationStatus,
} from '#core/domain/translation-run.ts'

/**
 * Has an original translated, or its translations brought up to date. The run continues when the client disconnects.
 * @throws when the caller is not allowed to, or the request failed
 */
export function translateArticle(
  client: Client,
  request: TranslationRequest,
): Promise<Answer<TranslationAnswer>> {
  return callFunction(client, 'translate-article', request, [400, 404, 409, 503])
}

/** The statuses that refuse a request, for example because no model is set up. */
const REFUSALS = [400, 409, 503]

/**
 * Has translations made or brought up to date, without waiting for them.
 * @throws when the caller is not allowed to, or the request failed
 */
export function queueTranslations(
  client: Client,
  translations: readonly RequestedTranslation[],
): Promise<Answer<{ queued: number }>> {
  return callFunction(client, 'queue-translations', { translations }, REFUSALS)
}

export interface Retranslation {
  languages: readonly TranslatedLanguage[]
  batchSize: number
}

/** Describes the effect of `retranslateArticles`. @throws as above */
export function planRetranslation(
  client: Client,
  retranslation: Retranslation,
): Promise<Answer<RetranslationPlan>> {
  return callRetranslation(client, { ...retranslation, dryRun: true }, retranslationPlan)
}

/** Brings all translations into these languages up to date. The answer may come before the end. @throws as above */
export function retranslateArticles(
  client: Client,
  retranslation: Retranslation,
): Promise<Answer<RetranslationResult>> {
  return callRetranslation(client, { ...retranslation, dryRun: false }, retranslationResult)
}

async function callRetranslation<Data>(
  client: Client,
  request: Retranslation & { dryRun: boolean },
  schema: z.ZodType<Data>,
): Promise<Answer<Data>> {
  const answer = await callFunction<unknown>(client, 'retranslate-articles', request, REFUSALS)
  return answer.status === 'refused' ? answer : { ...answer, data: schema.parse(answer.data) }
}

/** The number of runs in each state, and the reason why some are paused. */
export interface RunCounts {
  /** Queued or running. */
  underWay: number
  paused: number
  /** The reason of the paused run that was requested first. */
  reason: string | null
}

export async function countRunsUnderWay(client: Client): Promise<RunCounts> {
  const [{ count: underWay }, { count: paused, data }] = await Promise.all([
    client
      .from('translation_runs')
      .select('id', { count: 'exact' })
      .in('status', ['queued', 'running'])
      .limit(1)
      .throwOnError(),
    client
      .from('translation_runs')
      .select('reason', { count: 'exact' })
      .eq('status', 'paused')
      .order('requested_at')
      .limit(1)
      .throwOnError(),
  ])
  return { underWay: underWay ?? 0, paused: paused ?? 0, reason: data[0]?.reason ?? null }
}

/** The progress of the runs of one call. */
export interface BatchProgress extends RunCounts {
  succeeded: number
  /** Failed or cancelled. */
  failed: number
}

/** The time at which the newest of all runs was requested: all runs of a call have the same time. Null when there is none. */
export async function findLastRequest(client: Client): Promise<string | null> {
  const { data } = await client
    .from('translation_runs')
    .select('requested_at')
    .order('requested_at', { ascending: false })
    .limit(1)
    .throwOnError()
  return data[0]?.requested_at ?? null
}

export async function followBatch(client: Client, requestedAt: string): Promise<BatchProgress> {
  const count = async (...statuses: TranslationStatus[]) => {
    const { count, data } = await client
      .from('translation_runs')
      .select('reason', { count: 'exact' })
      .eq('requested_at', requestedAt)
      .in('status', statuses)
      .limit(1)
      .throwOnError()
    return { count: count ?? 0, reason: data[0]?.reason ?? null }
  }
  const [underWay, paused, succeeded, failed] = await Promise.all([
    count('queued', 'running'),
    count('paused'),
    count('succeeded'),
    count('failed', 'cancelled'),
  ])
  return {
    underWay: underWay.count,
    paused: paused.count,
    succeeded: succeeded.count,
    failed: failed.count,
    reason: paused.reason,
  }
}
