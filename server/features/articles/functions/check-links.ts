import * as z from 'zod'
import { findMovedArticle, findPublishedArticle, listPublishedVersions } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { type LinkResult, MAX_LINK_LENGTH, MAX_LINKS_PER_CHECK } from '#core/domain/article-check.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { countedAs } from '#server/supabase/auth/bearer-token.ts'
import { answer, withBody } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'siteUrl' | 'anonymous' | 'links'>

/** Tells whether the pages exist that a text links to. Nothing of what other servers send is passed on. */
export const checkLinks = withBody(
  z.strictObject({
    urls: z.array(z.string().min(1).max(MAX_LINK_LENGTH)).min(1).max(MAX_LINKS_PER_CHECK),
  }),
  `Send an object with up to ${MAX_LINKS_PER_CHECK} addresses as urls.`,
  async (deps: Deps, { urls }, { caller }) => {
    const check = (url: string) => checkLink(deps, url, countedAs(caller))
    return answer({ results: await Promise.all([...new Set(urls)].map(check)) })
  },
)

async function checkLink({ siteUrl, anonymous, links }: Deps, url: string, key: string): Promise<LinkResult> {
  const target = URL.parse(url, siteUrl)
  const unsure = { url, state: 'unsure', detail: 'other', article: null } as const
  if (!target) return { ...unsure, state: 'dead', detail: 'address' }
  if (target.origin === new URL(siteUrl).origin) {
    const own = await checkOwnLink(anonymous, target)
    return own ? { url, ...own } : { ...unsure, state: 'ok', detail: '' }
  }
  if (!/^https?:$/.test(target.protocol)) return unsure
  return { url, ...(await links.check(target.href, key)), article: null }
}

/**
 * Tells whether an article of ours to which a text links is published, and its versions, as readers would get them; `client` reads what
 * readers may. Null for other pages of the site, and for other sites.
 */
async function checkOwnLink(client: Client, url: URL): Promise<Omit<LinkResult, 'url'> | null> {
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
