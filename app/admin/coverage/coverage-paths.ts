import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { reviewPath, TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { CoverageCell, CoverageState, CoveredArticle } from '#core/domain/translation-coverage.ts'

/** Originals by the state of their translations into a language, as the matrix shows them. */
export function coveragePath({
  state,
  language,
  age,
}: {
  state: CoverageState
  language?: TranslatedLanguage
  age?: '7' | '30' | '90'
}): string {
  const parameters = new URLSearchParams({ state, ...(language && { language }), ...(age && { age }) })
  return `${TRANSLATIONS_PATH}?${parameters}`
}

/** Where something can be done about a cell: what can be compared is compared, the rest is on the page of the original. */
export function cellPath(article: CoveredArticle, { translation_id, state, language }: CoverageCell): string {
  const isOnThePage = translation_id === null || state === 'under-way' || state === 'failed'
  return isOnThePage
    ? `${editArticlePath(article)}#translations`
    : reviewPath({ originalId: article.id, language })
}
