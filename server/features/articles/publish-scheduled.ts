import { STALE_TRANSLATION } from '#core/domain/article-schedule.ts'
import { listMailedAdministrators } from '#server/features/administration/mailed-administrators.ts'
import {
  type CheckDeps,
  type DueArticle,
  prepareCheck,
  problemWhenDue,
} from '#server/features/articles/check-when-due.ts'
import {
  publishAtItsMomentJob,
  type ScheduleNotice,
  sendScheduleNoticeJob,
} from '#server/features/articles/jobs.ts'
import type { Services } from '#server/features/services.ts'
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
