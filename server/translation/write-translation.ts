import type { TranslatedFields } from '#core/domain/article.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Session } from '#server/database/connection.ts'
import type { LockedStory } from '#server/translation/lock-story.ts'
import {
  translatedChanges,
  translatedColumns,
  translatedValues,
} from '#server/translation/translated-columns.ts'

export interface WrittenTranslation {
  fields: TranslatedFields
  published: boolean
  /** Whether everything else becomes that of the original, such as its category. */
  takesOver: boolean
  note: string
}

/** Adds a translation to an original that has none in its language, and returns its id. */
export async function addTranslation(
  sql: Session,
  { articleId, language, original }: LockedStory,
  { fields, published, note }: WrittenTranslation,
): Promise<string> {
  const { slug, category, author, hero_image, publish_date } = original
  const own = await freeSlug(sql, slugFromTitle(fields.title) || slug, language)
  const [row] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, ${translatedColumns()}, category, author, reading_time, hero_image, publish_date,
      published, original_article_id, revision_note)
    values (${own}, ${language}, ${translatedValues(fields)}, ${category}, ${author},
      ${readingTimeOf(fields.content)}, ${hero_image}, ${publish_date}::timestamptz, ${published}, ${articleId}, ${note})
    returning id`
  return row.id
}

/** Puts other texts into a translation. Its address stays. */
export async function changeTranslation(
  sql: Session,
  id: string,
  { original }: LockedStory,
  { fields, published, takesOver, note }: WrittenTranslation,
): Promise<void> {
  const { category, author, hero_image, publish_date } = original
  await sql`
    update public.articles set ${translatedChanges(fields)},
      reading_time = ${readingTimeOf(fields.content)}, published = ${published},
      category = case when ${takesOver} then ${category} else category end,
      author = case when ${takesOver} then ${author} else author end,
      hero_image = case when ${takesOver} then ${hero_image} else hero_image end,
      publish_date = case when ${takesOver} then ${publish_date}::timestamptz else publish_date end, revision_note = ${note}
    where id = ${id}`
}

/** The slug, or the first with a number that neither an article nor a redirect has in this language. */
async function freeSlug(sql: Session, slug: string, language: TranslatedLanguage): Promise<string> {
  const base = slug.slice(0, SLUG_MAX_LENGTH - 7).replace(/-$/, '')
  const [row] = await sql<[{ slug: string }]>`
    with candidate (number, slug) as (
      select 1, ${slug} union all select number, ${base} || '-' || number from generate_series(2,
        -- Trying all takes a tenth of a second, and hardly ever is one needed.
        case when exists (select from public.articles where slug = ${slug} and language = ${language})
          or exists (select from public.slug_redirects where slug = ${slug} and language = ${language}) then 100000 else 1 end) as number)
    select slug from candidate
    where not exists (select from public.articles as a where a.slug = candidate.slug and a.language = ${language})
      and not exists (select from public.slug_redirects as r where r.slug = candidate.slug and r.language = ${language})
    order by number limit 1`
  return row.slug
}
