import type { TranslationReview } from '#core/domain/translation-review.ts'

/** Whether readers get this text only when all of it has been approved. */
export function isWaiting({ isPending, waitsForReview, translation }: TranslationReview): boolean {
  return isPending || (waitsForReview && !translation?.published)
}
