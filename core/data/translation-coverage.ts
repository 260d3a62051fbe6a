import type { Client } from '#core/data/client.ts'
import { type Page, type PageOptions, partOf } from '#core/data/postgrest.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { CoverageState, CoveredArticle, LanguageFigures } from '#core/domain/translation-coverage.ts'
import type { Language } from '#core/i18n/languages.ts'

export interface CoverageOptions extends PageOptions {
  /** Part of a title, a slug or an author's name. */
  search: string
  category: string | null
  published: boolean
  /** Only articles that were published in the last so many days; null means at any time. */
  days: number | null
  /** The states of which an original has at least one translation; null means all. */
  states: readonly CoverageState[] | null
  /** Only the translations into this language are looked at and returned. */
  language: TranslatedLanguage | null
  descending: boolean
}

/** The most articles that are returned at once. */
export const MAX_COVERED_ARTICLES = 1_000

const DAY_MS = 24 * 60 * 60 * 1_000
const MAX_SEARCH_LENGTH = 200

/** A page of the English originals with their translations. @throws with code 42501 if the caller is not an administrator */
export async function listTranslationCoverage(
  client: Client,
  { search, category, published, days, states, language, descending, ...part }: CoverageOptions,
): Promise<Page<CoveredArticle>> {
  const { data } = await client
    .rpc('list_translation_coverage', {
      p_search: search.trim().slice(0, MAX_SEARCH_LENGTH),
      p_category: category,
      p_published: published,
      p_since: days === null ? null : new Date(Date.now() - days * DAY_MS).toISOString(),
      p_states: states,
      p_language: language,
      p_descending: descending,
      ...partOf(part),
    })
    .throwOnError()
  return data
}

export async function countInLanguage(client: Client, language: Language): Promise<LanguageFigures> {
  const { data } = await client.rpc('count_in_language', { p_language: language }).throwOnError()
  return data
}
