import { createHash } from 'node:crypto'
import type { Article, ArticleSummary } from '#core/domain/article.ts'
import { localImagePath } from '#core/domain/hero-image.ts'
import type { AltTexts } from '#core/domain/media-file.ts'
import type {
  NewsletterEdition,
  NewsletterIssue,
  NewsletterItem,
  NewsletterSummary,
} from '#core/domain/newsletter-issue.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { versionOfCut } from '#core/newsletter/story-pictures.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An issue with everything that its messages are made of. */
export interface IssueContent {
  issue: NewsletterIssue
  /** One for each language, English first. */
  editions: NewsletterEdition[]
  /** In the order of their sections and positions, also those that are left out. */
  items: IssueItem[]
}

/** The part of an issue of which messages are rendered. */
export interface RenderableIssue {
  issue: Pick<
    NewsletterIssue,
    | 'id'
    | 'slug'
    | 'covers_from'
    | 'covers_until'
    | 'created_at'
    | 'approved_at'
    | 'counts_clicks'
    | 'shows_pictures'
  >
  editions: Pick<NewsletterEdition, 'language' | 'subject' | 'preheader' | 'introduction' | 'content'>[]
  items: IssueItem[]
}

export interface IssueItem extends NewsletterItem {
  summaries: Omit<NewsletterSummary, 'item_id'>[]
  /** The article in every language that it exists in, English first. */
  articles: LinkedArticle[]
}

export interface LinkedArticle
  extends Omit<ArticleSummary, 'subtitle' | 'reading_time' | 'featured'>,
    Pick<Article, 'updated_at' | 'published'> {
  /** True if its original has changed since it was translated. */
  is_stale: boolean
}

/** Reads an issue as it is now; null when there is none. */
export async function readIssue(sql: Session, issueId: string): Promise<IssueContent | null> {
  const [row] = await sql<[{ content: IssueContent | null }?]>`
    select jsonb_build_object(
      'issue', to_jsonb(issue),
      'editions', coalesce((
        select jsonb_agg(to_jsonb(edition) order by language <> 'en', language)
        from public.newsletter_editions as edition where issue_id = issue.id), '[]'),
      'items', coalesce((
        select jsonb_agg(
          to_jsonb(item) || jsonb_build_object('summaries', summaries.list, 'articles', linked.list)
          order by array_position(array['top', 'market', 'research', 'funding', 'opinion', 'next'], section), position, item.id)
        from public.newsletter_items as item
        cross join lateral (
          select coalesce(jsonb_agg(to_jsonb(said) - 'item_id' order by language <> 'en', language), '[]') as list
          from public.newsletter_summaries as said where item_id = item.id) as summaries
        cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object(
              'id', article.id, 'language', language, 'slug', slug, 'title', title, 'excerpt', excerpt, 'category', category,
              'author', author, 'hero_image', hero_image, 'publish_date', publish_date, 'updated_at', article.updated_at,
              'published', published, 'is_stale', exists (
                select from public.article_translations
                where translation_id = article.id and stale_since is not null))
            order by language <> 'en', language), '[]') as list
          from public.articles as article
          where article.id = item.article_id or original_article_id = item.article_id) as linked
        where issue_id = issue.id), '[]')
    ) as content
    from public.newsletter_issues as issue where id = ${issueId}`
  return row?.content ?? null
}

/** The issue with those of its editions that readers are offered. The others stay, and come back with their language. */
export function offeredIssue(
  content: IssueContent,
  { languages }: Pick<Settings, 'languages'>,
): IssueContent {
  return { ...content, editions: content.editions.filter(({ language }) => languages.includes(language)) }
}

/** Of everything that a translated edition says in another language: it is outdated when this differs from its `source_hash`. The order of the items is that of all languages. */
export function hashOfEnglish({ editions, items }: Pick<IssueContent, 'editions' | 'items'>): string {
  const edition = editions.find(({ language }) => language === 'en')
  const summaries = items
    .filter(({ left_out }) => left_out === null)
    .map(({ article_id, summaries }): [string, string] => [
      article_id,
      summaries.find(({ language }) => language === 'en')?.summary ?? '',
    ])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const texts = [edition?.subject, edition?.preheader, edition?.introduction, edition?.content].map(
    (text) => text ?? '',
  )
  return createHash('sha256')
    .update(JSON.stringify([texts, summaries]))
    .digest('hex')
}

/** An article of the days of an issue that is not in it. */
export type AlsoPublished = Pick<LinkedArticle, 'slug' | 'language' | 'title' | 'category'>

/** Further ones are not counted. */
const MAX_ARTICLES = 500

/** The articles of the days of an issue that are not among its items, the newest first, in this language or else in English. */
export async function readAlsoPublished(
  sql: Session,
  {
    issue,
    items,
  }: {
    issue: Pick<NewsletterIssue, 'covers_from' | 'covers_until' | 'created_at' | 'approved_at'>
    items: readonly Pick<IssueItem, 'article_id' | 'left_out'>[]
  },
  language: Language,
): Promise<AlsoPublished[]> {
  const shown = items.filter(({ left_out }) => left_out === null).map(({ article_id }) => article_id)
  if (shown.length === 0) return []
  return sql<AlsoPublished[]>`
    with original as (
      select id, slug, language, title, category, publish_date from public.articles
      where language = 'en' and original_article_id is null and published and id <> all (${shown}::uuid[])
        and publish_date > coalesce(${issue.covers_from}::timestamptz, ${issue.created_at}::timestamptz - interval '7 days')
        and publish_date <= coalesce(${issue.covers_until}::timestamptz, ${issue.approved_at}::timestamptz, now())
      order by publish_date desc, id limit ${MAX_ARTICLES}
    )
    select original.category, coalesce(version.slug, original.slug) as slug,
      coalesce(version.language, original.language) as language, coalesce(version.title, original.title) as title
    from original left join public.articles as version
      on version.original_article_id = original.id and version.language = ${language} and version.published
    order by original.publish_date desc, original.id`
}

/** A picture of our own that messages may show. */
export interface StoryPicture {
  imagePath: string
  version: string
  alts: AltTexts
}

/** The pictures of the stories of an issue, by their addresses in articles. Pictures of other sites are left out: they could count readers. */
export async function findStoryPictures(
  { imageSource, siteUrl }: Pick<Services, 'imageSource' | 'siteUrl'>,
  { items }: Pick<RenderableIssue, 'items'>,
): Promise<Map<string, StoryPicture>> {
  const addresses = new Set(
    items.flatMap(({ left_out, articles }) =>
      left_out === null ? articles.flatMap(({ hero_image }) => hero_image ?? []) : [],
    ),
  )
  const found = await Promise.all(
    [...addresses].map(async (address): Promise<[string, StoryPicture] | null> => {
      const imagePath = localImagePath(address, siteUrl)
      const image = imagePath === null ? null : await imageSource(imagePath)
      if (imagePath === null || !image) return null
      const { version, facts } = image
      return [address, { imagePath, version: versionOfCut(version, facts), alts: facts?.alts ?? {} }]
    }),
  )
  return new Map(found.filter((picture) => picture !== null))
}
