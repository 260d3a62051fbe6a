import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH, DRAFTS_PATH, TRANSLATIONS_PATH } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { LIVE } from '#app/admin/stories/articles/articles-table.ts'
import { wasEverPublished } from '#core/data/article-revisions.ts'
import { findTrashOf } from '#core/data/article-trash.ts'
import { listNamesakes, type Namesake } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { findDeskArticleBySlug, findSlugUse } from '#core/data/desk-articles.ts'
import { findOwnByline } from '#core/data/profiles.ts'
import { listSettings } from '#core/data/settings.ts'
import type { Article } from '#core/domain/article.ts'
import { DEFAULT_READING_TIME } from '#core/domain/article-reading-time.ts'
import type { Language } from '#core/i18n/languages.ts'

export interface ArticleAddress {
  slug: string
  language: Language
}

/** An article as it is opened; `article` is null for a new one and where no article has the address. */
export interface OpenedArticle {
  article: Article | null
  /** The articles that an address may mean which none has, in other languages or because it was the address once. */
  elsewhere: Namesake[]
  /** True if it was ever published: then its date stays. */
  wasPublished: boolean
  /** For a new article: the byline of who writes it, or the author of the publication; null where neither is chosen. */
  defaultAuthor: string | null
  readingTime: string
}

const ADDRESS_KEY = [...ARTICLES_KEY, 'address']

export const articleKey = ({ slug, language }: ArticleAddress) => [...ADDRESS_KEY, slug, language]

/** The article at an address; without an address, the defaults of a new article. */
export const openedArticleQuery = (address: ArticleAddress | null) =>
  deskQuery(
    address ? articleKey(address) : [...ADDRESS_KEY, 'new'],
    (client) => open(client, address),
    address ? LIVE : {},
  )

async function open(client: Client, address: ArticleAddress | null): Promise<OpenedArticle> {
  const [settings, article, byline] = await Promise.all([
    listSettings(client),
    address && findDeskArticleBySlug(client, address),
    address ? null : findOwnByline(client),
  ])
  return {
    article,
    elsewhere:
      address && !article
        ? await listNamesakes(client, address.slug, address.language, { drafts: true })
        : [],
    wasPublished: article !== null && (article.published || (await wasEverPublished(client, article.id))),
    defaultAuthor:
      byline ?? settings.default_author ?? (settings.site_name ? editorialOf(settings.site_name) : null),
    readingTime: settings.default_reading_time ?? DEFAULT_READING_TIME,
  }
}

/** The author of a publication that has not named one, as in `core/domain/settings.ts`. */
export const editorialOf = (siteName: string) => `${siteName} Editorial`

export const slugUseQuery = (asked: { slug: string; language: Language; exceptId: string }) =>
  deskQuery([...ARTICLES_KEY, 'slug', asked], (client) => findSlugUse(client, asked))

/** The trash entry of a deleted article. Its key is not below that of articles, so that it is not refetched with them. */
export const trashQuery = (articleId: string) =>
  deskQuery(['deleted-article', articleId], (client) => findTrashOf(client, articleId))

/** The list from which a member comes to an article, and back to it. */
export function useListPath(article: Pick<Article, 'published'> | null): { to: string; label: string } {
  const mayOpen = useMayOpen()
  if (!mayOpen(ARTICLES_PATH)) return { to: TRANSLATIONS_PATH, label: t('coverage.title') }
  return article?.published === false
    ? { to: DRAFTS_PATH, label: t('article.allDrafts') }
    : { to: ARTICLES_PATH, label: t('article.allArticles') }
}
