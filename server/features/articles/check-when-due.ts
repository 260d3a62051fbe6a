import { setTimeout as delay } from 'node:timers/promises'
import { checkAtOnce } from '#core/check/check-article.ts'
import { partToCheck } from '#core/check/checked-article.ts'
import { findingPhrase } from '#core/check/finding-phrase.ts'
import { imageFacts, uploadsAmong } from '#core/check/image-facts.ts'
import { canBeAsked } from '#core/data/article-checks.ts'
import type { Article } from '#core/domain/article.ts'
import type { LinkResult } from '#core/domain/article-check.ts'
import { STALE_TRANSLATION, type StoryVersion } from '#core/domain/article-schedule.ts'
import type { MediaFile } from '#core/domain/media-file.ts'
import { DEFAULT_LANGUAGE, languageOfUrl } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { truncate } from '#core/truncate.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import type { Services } from '#server/features/services.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

export type CheckDeps = Pick<Services, 'sql' | 'settings' | 'links' | 'siteUrl'>

/** An article that is due, as it is checked. */
export interface DueArticle {
  /** The updated_at of what is checked, with its microseconds. */
  version: string
  article: Article
  /** The findings that editors accepted or let stand. */
  accepted: string[]
  /** The reason why it is not finished, when it is a translation. */
  unfinished: StoryVersion['unfinished']
}

/** More links than a text has. */
const MAX_LINKS = 200
/** The name under which they are requested, in the queue that users share. */
const LINK_KEY = 'schedule'
/** For all links together: one that does not answer does not hold up the article. */
const LINKS_MS = 5_000
const MAX_PHRASES = 5
const CHECK = 'core/check/check-article.ts#checkAtOnce'

/**
 * Returns what stops an article that is due, in words: problems by the same rules as before publishing that no editor has accepted. Null
 * when nothing does. Questions do not stop it, because they may be right.
 */
export async function problemWhenDue(deps: CheckDeps, due: DueArticle): Promise<string | null> {
  const { accepted, unfinished } = due
  const article = partToCheck(due.article)
  const context = {
    siteUrl: deps.siteUrl,
    categories: deps.settings.current().categories,
    bannedWords: deps.settings.current().banned_words[article.language] ?? [],
    images: new Map(),
    links: new Map(),
  }
  const { addresses, images, findings } = await offTurn(CHECK, checkAtOnce, article, context)
  const [links, facts] = await Promise.all([
    checkLinks(deps, addresses),
    readImageFacts(deps, images, article),
  ])
  const isMoreKnown = links.size + facts.size > 0
  const known = { ...context, links, images: facts }
  const all = isMoreKnown ? (await offTurn(CHECK, checkAtOnce, article, known)).findings : findings
  const problems = all
    .filter(({ id, severity }) => severity === 'problem' && !accepted.includes(id))
    .map(findingPhrase)
  if (unfinished === 'stale' && !accepted.includes(STALE_TRANSLATION))
    problems.unshift('the original says something else by now')
  const uncovered = await findUncovered(deps, article.id)
  if (uncovered) problems.unshift(uncovered)
  if (problems.length === 0) return null
  const more = problems.length - MAX_PHRASES
  return [...problems.slice(0, MAX_PHRASES), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** The sentences of an article with sources that none of them covers and nobody has signed, as they are judged now; null for none. */
async function findUncovered(deps: CheckDeps, articleId: string): Promise<string | null> {
  const judgement = await judgeStoredArticle(deps, articleId)
  const uncovered = (judgement?.sentences ?? []).filter(
    ({ verdict, signed_by }) => verdict === 'red' && signed_by === null,
  )
  const [first] = uncovered
  if (!first) return null
  const text = truncate(first.text, 80)
  return uncovered.length === 1
    ? `no source covers “${text}”`
    : `no source covers ${uncovered.length} sentences, the first of which is “${text}”`
}

/** Requests the links of an article before it is due, so that their results are cached then. */
export async function prepareCheck(deps: CheckDeps, article: Article): Promise<void> {
  const { addresses } = await offTurn(CHECK, checkAtOnce, partToCheck(article), {
    siteUrl: deps.siteUrl,
    categories: deps.settings.current().categories,
    bannedWords: [],
    images: new Map(),
    links: new Map(),
  })
  await checkLinks(deps, addresses)
}

async function checkLinks(deps: CheckDeps, addresses: readonly string[]): Promise<Map<string, LinkResult>> {
  const late = new AbortController()
  const deadline = delay(LINKS_MS, null, { signal: late.signal }).catch(() => null)
  const asked = addresses.filter(canBeAsked).slice(0, MAX_LINKS)
  const results = await Promise.all(
    // A link whose check fails is one that did not answer.
    asked.map((url) => Promise.race([checkLink(deps, url).catch(() => null), deadline])),
  )
  late.abort()
  return new Map(results.flatMap((result) => (result ? [[result.url, result]] : [])))
}

async function checkLink(deps: CheckDeps, url: string): Promise<LinkResult | null> {
  const target = URL.parse(url, deps.siteUrl)
  if (!target) return { url, state: 'dead', detail: 'address', article: null }
  if (target.origin !== new URL(deps.siteUrl).origin)
    return { url, ...(await deps.links.check(target.href, LINK_KEY)), article: null }
  const slug = /^\/article\/([^/]+?)(?:\.md)?\/?$/.exec(target.pathname)?.[1]
  return slug === undefined ? null : { url, ...(await findOwnArticle(deps, slug, target)) }
}

/** Finds what readers get at the address of an article of ours. One that has moved leads them to it. */
async function findOwnArticle(
  { sql }: CheckDeps,
  slug: string,
  target: URL,
): Promise<Omit<LinkResult, 'url'>> {
  const language = languageOfUrl(target)
  const versions = await sql<(Pick<Article, 'slug' | 'language'> & { is_linked: boolean })[]>`
    with linked as (
      select id, coalesce(original_article_id, id) as story_id from public.articles
      where slug = ${slug} and published and language in (${language}, ${DEFAULT_LANGUAGE})
      order by language = ${language} desc limit 1)
    select version.slug, version.language, version.id = linked.id as is_linked
    from linked join public.articles as version on linked.story_id in (version.id, version.original_article_id)
    where version.published`
  const linked = versions.find(({ is_linked }) => is_linked)
  if (linked)
    return {
      state: 'ok',
      detail: '',
      article: {
        language: linked.language,
        versions: versions.map((version) => ({ language: version.language, path: articlePath(version) })),
      },
    }
  const moved = await sql`
    select from public.slug_redirects join public.articles on articles.id = article_id and articles.published
    where slug_redirects.slug = ${slug} and slug_redirects.language in (${language}, ${DEFAULT_LANGUAGE}) limit 1`
  return { state: moved.length > 0 ? 'moved' : 'dead', detail: moved.length > 0 ? '' : '404', article: null }
}

async function readImageFacts({ sql, siteUrl }: CheckDeps, images: readonly string[], article: Article) {
  const uploads = uploadsAmong(images, siteUrl)
  if (uploads.length === 0) return new Map()
  const files = await sql<Pick<MediaFile, 'name' | 'alts' | 'decorative' | 'credit'>[]>`
    select name, alts, decorative, credit from public.media_files
    where name = any (${uploads.map(({ name }) => name)})`
  return imageFacts(uploads, files, article.language)
}
