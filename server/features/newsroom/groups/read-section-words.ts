import { type CategoryRow, sectionsOf } from '#core/domain/category.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { messagesBeforeWords } from '#core/i18n/publication-catalogs.ts'
import { stemOf } from '#server/features/newsroom/groups/item-words.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

type SectionDeps = Pick<Services, 'sql'>

/** A word of the name counts as in so many articles. */
const OF_NAME = 5
const ARTICLES = 25
const KEPT = 400
const WORD = /[\p{L}\p{M}]{2,40}/gu

/** Reads the words of the sections again once an hour, and after a section has changed (private.forget_section_words). */
export async function readSectionWords({ sql }: SectionDeps): Promise<void> {
  const [fresh] = await sql`
    select from private.news_section_words where read_at > now() - interval '1 hour' limit 1`
  if (fresh) return
  const texts = await readSectionTexts(sql)
  const bySection = Map.groupBy(texts, ({ section }) => section)
  const shares = [...bySection].map(([section, own]) => ({ section, ...shareOfWords(own) }))
  const rows = shares.flatMap(({ section, counts, articles }) =>
    [...counts]
      .map(([word, count]) => {
        const here = count / articles
        const all = shares.reduce((sum, other) => sum + (other.counts.get(word) ?? 0) / other.articles, 0)
        return { section, word, weight: Math.log1p(count) * (here / all - 1 / shares.length) }
      })
      .filter(({ weight }) => weight > 0.1)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, KEPT),
  )
  await sql.transaction(async (transaction) => {
    await transaction`select private.lock_news_groups()`
    await transaction`delete from private.news_section_words`
    await transaction`
      insert into private.news_section_words (section, word, weight)
      select * from unnest(
        ${rows.map(({ section }) => section)}::text[], ${rows.map(({ word }) => word)}::text[],
        ${rows.map(({ weight }) => weight)}::real[])`
  })
}

interface SectionText {
  section: string
  language: string
  text: string
  /** In how many articles its words count. */
  times: number
}

/** Names and descriptions of the sections in every language, and their latest articles with their translations. */
async function readSectionTexts(sql: Session): Promise<SectionText[]> {
  const rows = await sql<CategoryRow[]>`
    select slug, position, color, names, descriptions, retired_to from public.categories`
  const [kept] = await sql<{ subject: 'ai' | 'any' }[]>`
    select value #>> '{}' as subject from public.settings where key = 'subject'`
  const { categories } = sectionsOf(rows)
  const articles = await sql<{ section: string; language: string; text: string }[]>`
    select section.slug as section, version.language, version.title || ' ' || version.excerpt as text
    from public.categories as section
    cross join lateral (
      select id from public.articles
      where published and language = 'en' and category = section.slug
      order by publish_date desc limit ${ARTICLES}) as latest
    join public.articles as version on version.published and latest.id in (version.id, version.original_article_id)
    where section.retired_to is null and section.slug <> ${ALL_CATEGORIES_PAGE}`
  const own = LANGUAGE_CODES.flatMap((language) => {
    const messages = messagesBeforeWords({ ...kept, categories }, language)
    return categories
      .filter(({ slug }) => slug !== ALL_CATEGORIES_PAGE)
      .flatMap(({ slug, names, descriptions }) => {
        // The shipped description is of the shipped section, which one with another name is not.
        const isDescribed = names.en === undefined || Object.keys(descriptions).length > 0
        const texts = [
          messages[`category.${slug}.name`],
          isDescribed && messages[`category.${slug}.description`],
        ]
        return texts.map((text) => ({
          section: slug,
          language,
          text: text ? text.replaceAll(/\{\{.*?\}\}/g, '') : '',
          times: OF_NAME,
        }))
      })
  })
  return [...own, ...articles.map((article) => ({ ...article, times: 1 }))]
}

function shareOfWords(texts: readonly SectionText[]): { counts: Map<string, number>; articles: number } {
  const counts = new Map<string, number>()
  for (const { language, text, times } of texts) {
    const words = new Set(text.match(WORD)?.map((written) => stemOf(written, language)))
    for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + times)
  }
  return { counts, articles: texts.length }
}
