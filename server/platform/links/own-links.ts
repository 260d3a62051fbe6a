import { findMovedArticle, findPublishedArticle, listPublishedVersions } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import type { LinkResult } from '#core/domain/article-check.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/**
 * Whether an article of ours to which a text links is published, and its versions, as readers would get them; `client` reads what readers
 * may. Null for other pages of the site, and for other sites.
 */
export async function judgeOwnLink(client: Client, url: URL): Promise<Omit<LinkResult, 'url'> | null> {
  const slug = /^\/article\/([^/]+?)(?:\.md)?\/?$/.exec(url.pathname)?.[1]
  if (slug === undefined) return null
  if (!isSlug(slug)) return { state: 'dead', detail: '404', article: null }
  const language = languageOfUrl(url)
  const article = await findPublishedArticle(client, slug, language)
  if (!article) {
    const moved = await findMovedArticle(client, slug, language)
    return moved
      ? { state: 'moved', detail: articlePath(moved), article: null }
      : { state: 'dead', detail: '404', article: null }
  }
  const versions = await listPublishedVersions(client, article)
  return {
    state: 'ok',
    detail: '',
    article: {
      language: article.language,
      versions: versions.map((version) => ({ language: version.language, path: articlePath(version) })),
    },
  }
}
