import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Services } from '#server/features/services.ts'
import { requestTranslations } from '#server/features/translation/runs.ts'
import { isHeld } from '#server/platform/queue/job.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** More are left to the next time. */
const MOST_AT_ONCE = 500
const LOCK = 4_711_004

/**
 * Requests runs for all translations whose original was corrected and for which none was requested since, if a model is configured. A lock
 * serialises processes, of which only the first finds something.
 * @throws QueueFullError
 */
export async function queueCorrections({
  sql,
  queue,
  ai,
}: Pick<Services, 'sql' | 'queue' | 'ai'>): Promise<void> {
  const corrected = await sql`select from private.corrected_translations(1)`
  if (corrected.length === 0 || !(await ai.isConfigured())) return
  await sql.transaction(async (transaction) => {
    // A separate statement, so that the next one sees what other processes have requested.
    await transaction`select pg_advisory_xact_lock(${LOCK})`
    const asked = await transaction<{ articleId: string; language: TranslatedLanguage }[]>`
      select article_id as "articleId", language from private.corrected_translations(${MOST_AT_ONCE})`
    await requestTranslations({ queue }, transaction, { asked, requestedBy: null })
  })
}

/** Requests translations as soon as the database notifies of corrected originals. */
export const translateCorrectedOnNotify = (
  deps: Pick<Services, 'sql' | 'queue' | 'ai' | 'log'>,
): NotifiedWork => ({
  channel: 'corrected_originals',
  work: async () => {
    if (!(await isHeld(deps.sql))) await queueCorrections(deps)
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('Translations of a corrected article could not be queued', error),
})
