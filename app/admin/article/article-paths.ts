import { DEFAULT_LANGUAGE, type Language, localizedPath } from '#core/i18n/languages.ts'

export const ARTICLES_PATH = '/admin/articles'
export const DRAFTS_PATH = '/admin/drafts'
export const NEW_ARTICLE_PATH = '/admin/articles/new'

/** Where a text goes on that was typed on the page of a new article and never saved. */
export const unsavedArticlePath = (copyId: string) => `${NEW_ARTICLE_PATH}?copy=${copyId}`

/** Where an article is edited. */
export function editArticlePath({
  slug,
  language = DEFAULT_LANGUAGE,
}: {
  slug: string
  language?: Language
}) {
  return localizedPath(`${ARTICLES_PATH}/edit/${slug}`, language)
}
