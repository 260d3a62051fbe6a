import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type {
  RequestedTranslation,
  RetranslationPlan,
  RetranslationResult,
} from '#core/domain/translation-batch.ts'

/** Such as that no model is set up. */
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

/** Says what `retranslateArticles` would do. @throws as above */
export function planRetranslation(
  client: Client,
  retranslation: Retranslation,
): Promise<Answer<RetranslationPlan>> {
  return callFunction(client, 'retranslate-articles', { ...retranslation, dryRun: true }, REFUSALS)
}

/** Brings all translations into these languages up to date. The answer may come before the end. @throws as above */
export function retranslateArticles(
  client: Client,
  retranslation: Retranslation,
): Promise<Answer<RetranslationResult>> {
  return callFunction(client, 'retranslate-articles', { ...retranslation, dryRun: false }, REFUSALS)
}
