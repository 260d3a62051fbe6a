import type { Client } from '#core/data/client.ts'
import type { PendingTranslation } from '#core/domain/article-translation.ts'

/** Which translations of an original wait for a review while readers have an earlier text, without their texts. */
export async function listPendingTranslations(
  client: Client,
  originalId: string,
): Promise<Pick<PendingTranslation, 'translation_id' | 'language' | 'parts' | 'made_at'>[]> {
  const { data } = await client
    .from('pending_translations')
    .select('translation_id, language, parts, made_at')
    .eq('original_id', originalId)
    .throwOnError()
  return data
}
