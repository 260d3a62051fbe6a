import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { TranslationAnswer, TranslationRequest } from '#core/domain/translation-run.ts'

/**
 * Has an original translated, or its translations brought up to date. It goes on when nobody waits for the answer.
 * @throws when the caller is not allowed to, or the request failed
 */
export function translateArticle(
  client: Client,
  request: TranslationRequest,
): Promise<Answer<TranslationAnswer>> {
  return callFunction(client, 'translate-article', request, [400, 404, 409, 503])
}
