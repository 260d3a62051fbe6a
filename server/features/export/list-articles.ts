import { type Article, eachOptionalText } from '#core/domain/article.ts'
import { ARTICLE_FIELD_NAMES, type ArticleFieldName } from '#core/domain/article-fields.ts'
import { articlePath } from '#core/paths.ts'
import {
  type ExportEntry,
  type FieldValue,
  moment,
  readRows,
  withFrontMatter,
} from '#server/features/export/export-entry.ts'
import { picturesWithoutSite, UPLOADS, withoutSite } from '#server/features/export/own-addresses.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { nameOfSlug } from '#server/platform/disk/file-names.ts'

/** A text has a megabyte at most. */
const AT_ONCE = 50

type Fields = { [key: string]: FieldValue }

interface ArticleRow
  extends Pick<Article, ArticleFieldName | 'language' | 'published' | 'created_at' | 'updated_at'> {
  story: string
  hero: Fields | null
  slugs: string[] | null
  addresses: string[] | null
  corrections: Fields[] | null
  schedule: Fields | null
  unpublishing: Fields | null
  translation: Fields | null
  sources: Fields[] | null
  drafted: Fields | null
}

/** The fields that are written as the database has them. */
const AS_STORED = ARTICLE_FIELD_NAMES.filter((field) => field !== 'publish_date')

const QUERY = `
  select article.language, article.published, ${AS_STORED.map((field) => `article.${field}`)},
    ${moment('article.publish_date')} as publish_date, ${moment('article.created_at')} as created_at,
    ${moment('article.updated_at')} as updated_at,
    coalesce(original.language || '/' || original.slug, article.language || '/' || article.slug) as story,
    (select jsonb_build_object('alt', file.alts ->> article.language, 'caption', file.captions ->> article.language)
      from public.media_files as file
      where file.name = substring(article.hero_image from '${UPLOADS}([^?#]+)$')) as hero,
    (select array_agg(slug order by slug collate "C") from public.slug_redirects where article_id = article.id) as slugs,
    (select array_agg(address order by address collate "C") from private.old_addresses where article_id = article.id) as addresses,
    (select jsonb_agg(jsonb_build_object(
        'date', ${moment('note.corrected_at')}, 'text', note.text,
        'translates', ${moment('source.corrected_at')}, 'translatedText', note.source_text)
        order by note.corrected_at, note.text collate "C")
      from public.article_corrections as note left join public.article_corrections as source on source.id = note.source_id
      where note.article_id = article.id) as corrections,
    (select jsonb_build_object('at', ${moment('publish_at')}, 'zone', zone, 'featured', featured)
      from public.article_schedules where article_id = article.id and status = 'waiting') as schedule,
    (select jsonb_build_object('at', ${moment('unpublish_at')}, 'zone', zone)
      from public.article_unpublishings where article_id = article.id) as unpublishing,
    (select jsonb_build_object(
        'origin', origin, 'model', model, 'date', ${moment('translated_at')}, 'reviewed', ${moment('reviewed_at')},
        'corrected', ${moment('corrected_at')}, 'outdated', ${moment('stale_since')})
      from public.article_translations where translation_id = article.id) as translation,
    (select jsonb_agg(jsonb_build_object(
        'number', number, 'outlet', source.outlet, 'title', source.title, 'url', source.url, 'language', source.language,
        'date', ${moment('source.published_at')}) order by number)
      from public.article_sources as source where article_id = article.id and state <> 'removed') as sources,
    (select jsonb_build_object('model', model, 'date', ${moment('drafted_at')})
      from public.sourced_articles where article_id = article.id and model is not null) as drafted
  from public.articles as article left join public.articles as original on original.id = article.original_article_id
  order by article.language collate "C", article.slug collate "C"`

/** Every article in every language, drafts too, each as a Markdown file with its fields. */
export async function* listArticles(sql: Session, siteUrl: string): AsyncGenerator<ExportEntry> {
  for await (const row of readRows<ArticleRow>(sql, QUERY, AT_ONCE)) {
    yield {
      path: `articles/${row.language}/${nameOfSlug(row.slug)}.md`,
      content: withFrontMatter(fieldsOf(row, siteUrl), await picturesWithoutSite(row.content, siteUrl)),
    }
  }
}

/** The fields in their order, by the names that most programs know. docs/moving.md describes each. */
function fieldsOf(row: ArticleRow, siteUrl: string): Fields {
  const { language, hero_image, social_title, social_description, social_image } = row
  const hasSocial = social_title !== null || social_description !== null || social_image !== null
  return {
    title: row.title,
    ...eachOptionalText((field) => row[field]),
    description: row.excerpt,
    slug: row.slug,
    lang: language,
    translationKey: row.story,
    date: row.publish_date,
    lastmod: row.updated_at,
    created: row.created_at,
    draft: !row.published,
    featured: row.featured || null,
    authors: [row.author],
    categories: [row.category],
    readingTime: row.reading_time,
    image: hero_image === null ? null : { src: withoutSite(hero_image, siteUrl), ...row.hero },
    social: hasSocial
      ? {
          title: social_title,
          description: social_description,
          image: social_image && withoutSite(social_image, siteUrl),
        }
      : null,
    aliases: [...(row.slugs ?? []).map((slug) => articlePath({ slug, language })), ...(row.addresses ?? [])],
    publish: row.schedule,
    unpublish: row.unpublishing,
    translation: row.translation,
    corrections: row.corrections ?? [],
    drafted: row.drafted,
    sources: row.sources ?? [],
  }
}
