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
import { listMailedAdministrators } from '#server/features/administration/mailed-administrators.ts'
import {
  publishAtItsMomentJob,
  type ScheduleNotice,
  sendScheduleNoticeJob,
} from '#server/features/articles/jobs.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import type { Services } from '#server/features/services.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

/** Articles that are due before the next run of this job get one for their moment. A little more than a minute. */
const AHEAD_SECONDS = 75
const MOST_AHEAD = 100
const MOST_PREPARED = 20
/** More are left to the next run. */
const MOST_PER_RUN = 500

type Deps = CheckDeps & Pick<Services, 'queue' | 'log'>

/** Publishes and unpublishes every article that is due, also those that became due while no worker ran. */
export async function publishScheduled(deps: Deps): Promise<void> {
  const { sql, queue } = deps
  const soon = await sql<{ articleId: string; at: Date }[]>`
    select article_id as "articleId", at from (
      select article_id, publish_at as at from public.article_schedules where status = 'waiting'
      union all
      select article_id, unpublish_at from public.article_unpublishings) as due
    where at > now() and at < now() + make_interval(secs => ${AHEAD_SECONDS})
    order by at limit ${MOST_AHEAD}`
  for (const { articleId, at } of soon) await queue.enqueue(publishAtItsMomentJob, { articleId }, { at })
  const articleId = await publishDue(deps)
  if (articleId !== null) await queue.enqueue(publishAtItsMomentJob, { articleId })
  await prepareChecks(
    deps,
    soon.map((due) => due.articleId),
  )
}

/**
 * Publishes and unpublishes what is due now. The payload names the article for which it was enqueued, which may have been rescheduled
 * since.
 * @throws TryAgainLater when an article that is due is being saved
 */
export async function publishAtItsMoment(deps: Deps): Promise<void> {
  const left = await publishDue(deps)
  if (left !== null) throw new TryAgainLater(`the article ${left} is being saved`)
}

interface Settled {
  status: 'published' | 'missed' | 'failed' | 'skipped'
  reason: string | null
  /** The languages whose unfinished translations stay drafts. */
  left: string[] | null
}

/**
 * Publishes and unpublishes the articles that are due, each in a transaction of its own, so that one that fails does not delay the
 * others. Several processes may do this at the same time. Returns an article that is still due, because it is being saved, or null.
 */
export async function publishDue(deps: Deps): Promise<string | null> {
  const { sql, log } = deps
  for (let count = 0; count < MOST_PER_RUN; count++) {
    const [row] = await sql<[{ id: string | null }]>`select private.unpublish_next_due() as id`
    if (row.id === null) break
    log.info(`The article ${row.id} is unpublished, as it was scheduled.`)
  }
  for (let count = 0; count < MOST_PER_RUN; count++) {
    const due = await findDue(deps)
    if (!due) break
    await settle(deps, due)
  }
  const [left] = await sql<{ id: string }[]>`
    select article_id as id from public.article_schedules where status = 'waiting' and publish_at <= now()
    union all
    select article_id from public.article_unpublishings join public.articles on articles.id = article_id and published
    where unpublish_at <= now() limit 1`
  return left?.id ?? null
}

/** The next article that is due and not being saved, with what its check needs to know. */
async function findDue({ sql }: Deps): Promise<DueArticle | undefined> {
  const [due] = await sql<DueArticle[]>`
    select article.updated_at::text as version, to_jsonb(article) as article,
      array(
        select finding from jsonb_array_elements_text(schedule.accepted) as finding
        -- What the original has said since then was not accepted.
        where finding <> ${STALE_TRANSLATION} or not exists (
          select from public.article_revisions as later
          where later.article_id = article.original_article_id and later.made_at > schedule.created_at
            and later.words_added + later.words_removed > 0)
        union all
        select finding from public.article_check_overrides where article_id = article.id) as accepted,
      private.unfinished_reason(article.id, article.language) as unfinished
    from public.article_schedules as schedule join public.articles as article on article.id = schedule.article_id
    where schedule.status = 'waiting' and schedule.publish_at <= clock_timestamp()
    order by schedule.publish_at, article.id limit 1
    for update of article skip locked`
  return due
}

/** A version that was saved since the check is skipped, and checked again. */
async function settle(deps: Deps, due: DueArticle): Promise<void> {
  const { sql, queue, log } = deps
  const { id } = due.article
  const problem = await problemWhenDue(deps, due).catch((error: unknown) => {
    // A check that fails must hold up neither this article nor those after it.
    log.error(`The article ${id} could not be checked when it was due.`, error)
    return null
  })
  const settled = await sql.transaction(async (transaction) => {
    const [row] = await transaction<[{ settled: Settled }]>`
      select private.publish_due(${id}, ${due.version}, ${problem}::text) as settled`
    const { status, left } = row.settled
    const notice: ScheduleNotice | null =
      status === 'failed' || status === 'missed' ? 'not_published' : left ? 'left_behind' : null
    if (notice)
      for (const userId of await listMailedAdministrators(transaction))
        await queue.enqueue(sendScheduleNoticeJob, { userId, articleId: id, event: notice }, { transaction })
    return row.settled
  })
  const { status, reason } = settled
  if (status === 'published') log.info(`The article ${id} is published, as it was scheduled.`)
  else if (status !== 'skipped')
    log.warn(`The article ${id} is not published at its time (${status}): ${reason}`)
}

/** Only of some, because each may wait for other sites. */
async function prepareChecks(deps: Deps, ids: readonly string[]): Promise<void> {
  const rows = await deps.sql<{ article: DueArticle['article'] }[]>`
    select to_jsonb(articles) as article from public.articles
    where id = any (${ids.slice(0, MOST_PREPARED)}::uuid[]) and not published`
  await Promise.all(rows.map(({ article }) => prepareCheck(deps, article)))
}

type CheckDeps = Pick<Services, 'sql' | 'settings' | 'links' | 'siteUrl'>

/** An article that is due, as it is checked. */
interface DueArticle {
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
async function prepareCheck(deps: CheckDeps, article: Article): Promise<void> {
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
