import { setTimeout as delay } from 'node:timers/promises'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationStatus } from '#core/domain/translation-run.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import type { Sql } from '#server/platform/database/connection.ts'

const INTERVAL_MS = 250
/** Looking for thousands takes longer, and so does translating them. */
const MAX_INTERVAL_MS = 2_500

export interface FollowedRun {
  id: string
  articleId: string
  language: TranslatedLanguage
  status: TranslationStatus
  reason: string | null
}

/** Waits until runs have ended, or for as long as it may take, or until nobody waits any more. Returns them as they are then. */
export async function waitForRuns(
  sql: Sql,
  ids: readonly string[],
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<FollowedRun[]> {
  const end = Date.now() + waitMs
  const interval = Math.min(Math.max(INTERVAL_MS, ids.length), MAX_INTERVAL_MS)
  for (;;) {
    const runs = await sql<FollowedRun[]>`
      select run.id, run.article_id as "articleId", run.language, run.status, run.reason
      from unnest(${ids}::uuid[]) with ordinality as followed (id, place)
      join public.translation_runs as run using (id) order by followed.place`
    if (!runs.some(isUnderWay) || Date.now() >= end || signal.aborted) return runs
    await delay(interval, undefined, { signal }).catch(() => {})
  }
}

/** A run that is paused goes on by itself, but not soon. */
export const isUnderWay = ({ status }: Pick<FollowedRun, 'status'>) =>
  status === 'queued' || status === 'running'

export const nameOfLanguage = (language: TranslatedLanguage): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ?? language

/** Why a run did not succeed, as a sentence. */
export const errorOf = ({ status, reason }: Pick<FollowedRun, 'status' | 'reason'>): string =>
  status === 'cancelled' ? 'The translation was cancelled.' : (reason ?? 'The translation failed.')
