import type { Context } from 'hono'
import { createAskTranslationSegment } from '#server/functions/ask-translation-segment.ts'
import { createReadTranslationReview } from '#server/functions/read-translation-review.ts'
import { createRetranslateArticles } from '#server/functions/retranslate-articles.ts'
import { createSaveTranslationReview } from '#server/functions/save-translation-review.ts'
import { createTranslateArticle, type TranslateDeps } from '#server/functions/translate-article.ts'
import type { SiteServices } from '#server/services.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do with translations. */
export interface TranslationFunctions {
  translate: Handler
  retranslate: Handler
  readReview: Handler
  saveReview: Handler
  askForSegment: Handler
}

export function createTranslationFunctions(
  deps: TranslateDeps & Pick<SiteServices, 'siteUrl' | 'settings'>,
): TranslationFunctions {
  return {
    translate: createTranslateArticle(deps),
    retranslate: createRetranslateArticles(deps),
    readReview: createReadTranslationReview(deps),
    saveReview: createSaveTranslationReview(deps),
    askForSegment: createAskTranslationSegment(deps),
  }
}
