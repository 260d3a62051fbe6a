import type { Client } from '#core/data/client.ts'
import type { ArticleSummary } from '#core/domain/article.ts'
import {
  type CategoriesAnswer,
  type CategoryRow,
  type Sections,
  type SectionsChange,
  sectionsOf,
} from '#core/domain/category.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The sections of the publication, with their old addresses. */
export async function readSections(client: Client): Promise<Sections> {
  const { data } = await client
    .from('categories')
    .select('slug, position, color, names, descriptions, retired_to')
    .throwOnError()
  return sectionsOf(data satisfies CategoryRow[])
}

/** Saves all sections at once. With a conflict, because the list has changed in the meantime, nothing was saved. */
export async function saveSections(client: Client, change: SectionsChange): Promise<CategoriesAnswer> {
  const { categories, retired, before } = change
  const { data } = await client
    .rpc('save_categories', { p_categories: categories, p_retired: retired, p_before: before })
    .throwOnError()
  return data
}

/** The number of articles in all languages in a section, published or not. */
export async function countCategorized(client: Client, slug: string): Promise<number> {
  const { count } = await client
    .from('articles')
    .select('id', { count: 'exact', head: true })
    .eq('category', slug)
    .throwOnError()
  return count ?? 0
}

/** The newest published articles of each of these categories that has some, in their order. */
export async function listNewestOfCategories(
  client: Client,
  options: { language: Language; categories: string[]; except: string[]; limit: number },
): Promise<{ category: string; articles: ArticleSummary[] }[]> {
  const { data } = await client
    .rpc('list_newest_of_categories', {
      p_language: options.language,
      p_categories: options.categories,
      p_except: options.except,
      p_limit: options.limit,
    })
    .throwOnError()
  const groups = Map.groupBy(data, ({ listed_in }) => listed_in)
  return [...groups].map(([category, rows]) => ({
    category,
    articles: rows.map(({ listed_in: _listed, ...article }) => article),
  }))
}
