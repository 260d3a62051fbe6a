import { isSlug } from '#core/domain/article-slug.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An article of ours to which a link leads, or null when readers find none there. */
export interface OwnLink {
  link: string
  articleId: string | null
}

const MAX_LINKS = 2_000

/** Finds the articles of ours to which links lead; links to anything else are left out. A former address counts, because it leads on. */
export async function findOwnArticles(
  sql: Session,
  links: readonly string[],
  siteUrl: string,
): Promise<OwnLink[]> {
  const addresses = [...new Set(links)].slice(0, MAX_LINKS).flatMap((link) => {
    const address = addressOf(link, siteUrl)
    return address ? [{ link, ...address }] : []
  })
  return sql<OwnLink[]>`
    select link, coalesce(
      (select id from public.articles as article where article.slug = asked.slug and published
        and article.language in (asked.language, 'en') order by article.language = 'en' limit 1),
      (select id from public.slug_redirects as former join public.articles as article on article.id = article_id
        where former.slug = asked.slug and published and former.language in (asked.language, 'en')
        order by former.language = 'en' limit 1)) as "articleId"
    from unnest(${addresses.map(({ link }) => link)}::text[], ${addresses.map(({ slug }) => slug)}::text[],
      ${addresses.map(({ language }) => language)}::text[]) as asked (link, slug, language)`
}

/** The slug is empty when no article can have it. */
function addressOf(link: string, siteUrl: string): { slug: string; language: Language } | null {
  const url = URL.parse(link, siteUrl)
  if (!url || url.origin !== new URL(siteUrl).origin || !url.pathname.startsWith(ARTICLE_PREFIX)) return null
  const slug = url.pathname.slice(ARTICLE_PREFIX.length).replace(/(?:\.md)?\/?$/, '')
  return { slug: isSlug(slug) ? slug : '', language: languageOfUrl(url) }
}
