import type { ServerContext } from '#app/context.ts'
import { listCorrectionsSince } from '#core/data/article-corrections.ts'
import { findMovedArticle, listArticlesBySlug } from '#core/data/articles.ts'
import type { Article } from '#core/domain/article.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import type { PublishedNewsletter } from '#core/domain/published-newsletter.ts'
import { DEFAULT_LANGUAGE, type Language, languageOfUrl } from '#core/i18n/languages.ts'
import { linksOf } from '#core/newsletter/content-links.ts'
import { ARTICLE_PREFIX, articlePath } from '#core/paths.ts'

/** The most articles that are looked up for one issue. */
const MAX_ARTICLES = 200

export type LinkedArticle = Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'original_article_id'>

/** An article to which an issue links, as it is now; null when readers cannot open it any more. */
export type LinkTarget = { article: LinkedArticle } | { movedTo: string } | null

/** What has become of the articles to which an issue links, by the addresses of the links. */
export async function followIssueLinks(
  issue: Pick<PublishedNewsletter, 'content'>,
  { supabase, siteUrl, tag }: Pick<ServerContext, 'supabase' | 'siteUrl' | 'tag'>,
): Promise<Map<string, LinkTarget>> {
  const links = [...new Set(linksOf(issue.content))]
    .flatMap((href) => ownArticle(href, siteUrl) ?? [])
    .slice(0, MAX_ARTICLES)
  const found = await listArticlesBySlug(supabase, [...new Set(links.map(({ slug }) => slug))])
  const targets = await Promise.all(
    links.map(async ({ href, slug, language }): Promise<[string, LinkTarget]> => {
      const version = (code: Language) =>
        found.find((article) => article.slug === slug && article.language === code)
      const article = version(language) ?? version(DEFAULT_LANGUAGE)
      // Also when there is none: one may be published under the same address again.
      tag(`slug:${slug}`, ...(article ? [`article:${article.original_article_id ?? article.id}`] : []))
      if (article) return [href, { article }]
      const moved = await findMovedArticle(supabase, slug, language)
      return [href, moved && { movedTo: siteUrl + articlePath(moved) }]
    }),
  )
  return new Map(targets)
}

export interface IssueCorrection {
  article: LinkedArticle
  text: string
  /** Of the text: that of the original while no other is there. */
  language: Language
  corrected_at: string
}

/** The corrections of linked articles since the issue was sent, the latest first. */
export async function listIssueCorrections(
  issue: Pick<PublishedNewsletter, 'started_at'>,
  targets: ReadonlyMap<string, LinkTarget>,
  { supabase }: Pick<ServerContext, 'supabase'>,
): Promise<IssueCorrection[]> {
  const articles = new Map(
    [...targets.values()].flatMap((target) =>
      target && 'article' in target ? [[target.article.id, target.article] as const] : [],
    ),
  )
  const ids = [...articles.values()].flatMap(({ id, original_article_id: original }) =>
    original ? [id, original] : [id],
  )
  const notes = await listCorrectionsSince(supabase, {
    articleIds: [...new Set(ids)],
    since: issue.started_at,
  })
  return [...articles.values()]
    .flatMap((article) => {
      const own = notes.filter((note) => note.article_id === article.id)
      const translated = new Set(own.map((note) => note.source_id))
      const originals = notes.filter(
        (note) => note.article_id === article.original_article_id && !translated.has(note.id),
      )
      return [
        ...own.map((note) => ({ note, language: article.language })),
        ...originals.map((note) => ({ note, language: DEFAULT_LANGUAGE })),
      ].map(({ note, language }) => ({
        article,
        text: note.text,
        language,
        corrected_at: note.corrected_at,
      }))
    })
    .toSorted((a, b) => Date.parse(b.corrected_at) - Date.parse(a.corrected_at))
}

function ownArticle(href: string, siteUrl: string) {
  const url = URL.parse(href)
  if (!url || url.origin !== new URL(siteUrl).origin || !url.pathname.startsWith(ARTICLE_PREFIX)) return null
  const slug = url.pathname.slice(ARTICLE_PREFIX.length).replace(/\/$/, '')
  return isSlug(slug) ? { href, slug, language: languageOfUrl(url) } : null
}
