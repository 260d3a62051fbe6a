import { setTimeout as delay } from 'node:timers/promises'
import { isSlug } from '#core/domain/article-slug.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The article of ours to which a link leads; null when none is published there. */
export interface ArticleLink {
  link: string
  articleId: string | null
}

const MAX_LINKS = 2_000

/** Finds the articles of ours to which links lead; other links are left out. A former address counts, because it redirects. */
export async function resolveArticleLinks(
  sql: Session,
  links: readonly string[],
  siteUrl: string,
): Promise<ArticleLink[]> {
  const addresses = [...new Set(links)].slice(0, MAX_LINKS).flatMap((link) => {
    const address = addressOf(link, siteUrl)
    return address ? [{ link, ...address }] : []
  })
  return sql<ArticleLink[]>`
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

type FindDeps = Pick<Services, 'siteUrl' | 'links' | 'ownPages'>

/** The most links to other sites, and to pages of ours, that are checked; an issue has a few dozen. */
const MAX_ASKED = 100
/** The caller by which the link checker schedules these requests. */
const ASKED_BY = 'newsletter'

/**
 * The links that lead to no page: articles of ours have been looked up, other pages of ours are in the app, and other sites are
 * requested. A server that has not responded within the timeout counts as alive; the link checker caches its response for the next time.
 */
export async function findDeadLinks(
  deps: FindDeps,
  links: readonly string[],
  articles: readonly ArticleLink[],
  timeoutMs: number,
): Promise<string[]> {
  const { siteUrl, links: checker } = deps
  const toArticles = new Set(articles.map(({ link }) => link))
  const site = new URL(siteUrl).origin
  const pages = [...new Set(links)].filter(
    (link) => !toArticles.has(link) && /^https?:$/.test(URL.parse(link)?.protocol ?? ''),
  )
  const { own = [], others = [] } = Object.groupBy(pages, (link) =>
    new URL(link).origin === site ? 'own' : 'others',
  )
  const over = new AbortController()
  const timeout = delay(timeoutMs, null, { signal: over.signal }).catch(() => null)
  const dead = await Promise.all([
    findMissingPages(deps, own.slice(0, MAX_ASKED), timeout),
    ...others.slice(0, MAX_ASKED).map(async (link) => {
      const verdict = await Promise.race([checker.check(link, ASKED_BY), timeout])
      return verdict?.state === 'dead' || verdict?.state === 'soft_dead' ? [link] : []
    }),
  ])
  over.abort()
  return [...articles.filter(({ articleId }) => articleId === null).map(({ link }) => link), ...dead.flat()]
}

/** Pages are checked one after another, because this process renders each of them. */
async function findMissingPages(
  { ownPages }: FindDeps,
  links: readonly string[],
  timeout: Promise<null>,
): Promise<string[]> {
  const missing: string[] = []
  for (const link of links) {
    const isMissing = await Promise.race([ownPages.isMissing(link).catch(() => false), timeout])
    if (isMissing === null) break
    if (isMissing) missing.push(link)
  }
  return missing
}
