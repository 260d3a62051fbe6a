import type { Context } from 'hono'
import { createFindAffectedTranslations } from '#server/functions/find-affected-translations.ts'
import { createRetranslateArticles } from '#server/functions/retranslate-articles.ts'
import { createTranslateArticle, type TranslateDeps } from '#server/functions/translate-article.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do with translations. */
export interface TranslationFunctions {
  translate: Handler
  retranslate: Handler
  findAffected: Handler
}

export function createTranslationFunctions(deps: TranslateDeps): TranslationFunctions {
  return {
    translate: createTranslateArticle(deps),
    retranslate: createRetranslateArticles(deps),
    findAffected: createFindAffectedTranslations(deps),
  }
}
