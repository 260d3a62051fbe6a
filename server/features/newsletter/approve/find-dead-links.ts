import { setTimeout as delay } from 'node:timers/promises'
import { findOwnArticles } from '#server/features/newsletter/approve/own-articles.ts'
import type { Services } from '#server/features/services.ts'

type FindDeps = Pick<Services, 'sql' | 'siteUrl' | 'links' | 'ownPages'>

/** More links to other sites, or to pages of ours, are not asked for; an issue has a few dozen. */
const MAX_ASKED = 100
/** Whose links these are, for the turns of the link checker. */
const ASKED_BY = 'newsletter'

/**
 * The links behind which readers find no page: articles of ours by the database, other pages of ours by the app, and those of others by
 * asking their servers. What has not answered within the time counts as alive; the link checker remembers the answer for the next time.
 */
export async function findDeadLinks(
  deps: FindDeps,
  links: readonly string[],
  patienceMs: number,
): Promise<string[]> {
  const { sql, siteUrl, links: checker } = deps
  const articles = await findOwnArticles(sql, links, siteUrl)
  const toArticles = new Set(articles.map(({ link }) => link))
  const site = new URL(siteUrl).origin
  const pages = [...new Set(links)].filter(
    (link) => !toArticles.has(link) && /^https?:$/.test(URL.parse(link)?.protocol ?? ''),
  )
  const { own = [], others = [] } = Object.groupBy(pages, (link) =>
    new URL(link).origin === site ? 'own' : 'others',
  )
  const over = new AbortController()
  const patience = delay(patienceMs, null, { signal: over.signal }).catch(() => null)
  const dead = await Promise.all([
    findMissingPages(deps, own.slice(0, MAX_ASKED), patience),
    ...others.slice(0, MAX_ASKED).map(async (link) => {
      const verdict = await Promise.race([checker.check(link, ASKED_BY), patience])
      return verdict?.state === 'dead' || verdict?.state === 'soft_dead' ? [link] : []
    }),
  ])
  over.abort()
  return [...articles.filter(({ articleId }) => articleId === null).map(({ link }) => link), ...dead.flat()]
}

/** One after the other, because each is rendered by this process. */
async function findMissingPages(
  { ownPages }: FindDeps,
  links: readonly string[],
  patience: Promise<null>,
): Promise<string[]> {
  const missing: string[] = []
  for (const link of links) {
    const isMissing = await Promise.race([ownPages.isMissing(link).catch(() => false), patience])
    if (isMissing === null) break
    if (isMissing) missing.push(link)
  }
  return missing
}
