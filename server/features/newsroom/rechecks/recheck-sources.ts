import type { ArticleSource } from '#core/domain/sourced-article.ts'
import { judgeArticleIn } from '#server/features/judging/judge-stored-article.ts'
import {
  type FetchedPage,
  fetchPage,
  ItemTextError,
  type PageDeps,
} from '#server/features/newsroom/pages/fetch-page.ts'
import type { Services } from '#server/features/services.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import {
  defineScheduledJob,
  type JobPayload,
  type JobRun,
  TryAgainLater,
} from '#server/platform/queue/job.ts'

/** Asks pages that young articles cite whether they still say what was cited. */
export const recheckSourcesJob = defineScheduledJob('recheck-sources')

const AT_ONCE = 4

/** Asks the pages that are due, each host for one of them, so that the checks of a host are minutes apart. */
export async function recheckSources(
  deps: RecheckDeps & Pick<Services, 'hasNewsroom' | 'log'>,
  _: JobPayload<typeof recheckSourcesJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  if (!deps.hasNewsroom) return
  const due = (await claimSources(deps.sql)).values()
  const work = async () => {
    for (const claimed of due) {
      try {
        await recheckSource(deps, claimed, signal)
      } catch (error) {
        if (signal.aborted) throw new TryAgainLater('its process ends')
        // One page or article keeps no other waiting; it is due again in an hour.
        deps.log.error(`A source could not be checked: ${claimed.url}`, error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

type RecheckDeps = PageDeps & Pick<Services, 'sql'>

/** A source of an article, with what the article cites of it. */
interface CitedSource extends Pick<ArticleSource, 'article_id' | 'number'> {
  sentences: string[]
  /** An editor has sent the text; the page may show less of it. */
  wasPasted: boolean
}

type State = Exclude<ArticleSource['state'], 'removed'>

/** Asks for a page that articles cite, and notes in all of them whether it still says what they cite. A failure changes nothing. */
async function recheckSource(deps: RecheckDeps, claimed: ClaimedSource, signal: AbortSignal): Promise<void> {
  const { url } = claimed
  const sources = await listCiting(deps.sql, url)
  const sentences = [...new Set(sources.flatMap((source) => source.sentences))]
  const conditions = claimed.isConditional ? { etag: claimed.etag, lastModified: claimed.lastModified } : {}
  const answer = await fetchPage(deps, url, { sentences, signal, ...conditions }).catch((error: unknown) => {
    if (error instanceof ItemTextError) return error
    throw error
  })
  const missing =
    answer && 'page' in answer ? new Set(answer.page.missing.map((at) => sentences[at])) : new Set()
  for (const source of sources) await noteState(deps.sql, source, stateOf(answer, source, missing))
  await noteAnswer(deps.sql, url, answer)
}

/** Tells how the page has changed since it was cited; null when that is not known. */
function stateOf(
  answer: FetchedPage | ItemTextError | null,
  { sentences, wasPasted }: CitedSource,
  missing: ReadonlySet<unknown>,
): State | 'same' | null {
  if (answer === null) return 'same'
  if (answer instanceof ItemTextError) return answer.problem === 'gone' ? 'withdrawn' : null
  const { page, reservation } = answer
  if (page.isWithdrawn) return 'withdrawn'
  if (reservation || page.text === '') return null
  const lost = sentences.filter((sentence) => missing.has(sentence)).length
  if (lost === 0) return 'present'
  return wasPasted && lost === sentences.length ? null : 'corrected'
}

function listCiting(sql: Session, url: string): Promise<CitedSource[]> {
  return sql<CitedSource[]>`
    select source.article_id, number, coalesce(item.kind = 'text', false) as "wasPasted", array(
        select distinct cited ->> 'text'
        from public.article_sentences as sentence cross join lateral jsonb_array_elements(sentence.cites) as cited
        where sentence.article_id = articles.id and sentence.text_hash = private.text_hash(articles)
          and (cited ->> 'source')::integer = source.number and cited ->> 'text' <> '') as sentences
    from public.article_sources as source join public.articles on articles.id = source.article_id
      left join public.news_items as item on item.id = source.item_id
    where source.url = ${url} and state <> 'removed'`
}

/** Where the state has changed, the article is judged again, which says so at each sentence that rests on the source. */
async function noteState(
  sql: Sql,
  { article_id, number }: CitedSource,
  state: State | 'same' | null,
): Promise<void> {
  if (state === null) return
  await sql.transaction(async (transaction) => {
    await transaction`select from public.sourced_articles where article_id = ${article_id} for update`
    const [noted] = await transaction<{ has_changed: boolean }[]>`
      update public.article_sources as source set checked_at = now(), state = after.state
      from (select state as was, case when ${state} = 'same' then state else ${state} end as state
        from public.article_sources where article_id = ${article_id} and number = ${number}) as after
      where article_id = ${article_id} and number = ${number} and source.state <> 'removed'
      returning after.was <> after.state as has_changed`
    if (noted?.has_changed) await judgeArticleIn(transaction, article_id)
  })
}

async function noteAnswer(
  sql: Session,
  url: string,
  answer: FetchedPage | ItemTextError | null,
): Promise<void> {
  const read = answer && 'page' in answer ? answer : null
  const bounded = (value: string, length: number) => (value !== '' && value.length <= length ? value : null)
  await sql`update private.source_checks set next_at = now() + interval '1 day' where url = ${url}`
  if (read)
    await sql`
      update private.source_checks set read_at = now(), etag = ${bounded(read.etag, 500)},
        last_modified = ${bounded(read.lastModified, 100)} where url = ${url}`
}

/** Pages that one run asks for, each on a host of its own. */
const BATCH = 40

interface ClaimedSource {
  url: string
  etag: string | null
  lastModified: string | null
  isConditional: boolean
}

/**
 * Takes pages that are due: those that articles of the last 14 days cite, a day after they became sources or were asked for last. What a
 * process leaves behind when it is killed is due again after an hour.
 */
function claimSources(sql: Session): Promise<ClaimedSource[]> {
  return sql<ClaimedSource[]>`
    with young as (
      select source.url, max(source.added_at) as added_at, max(judged.at) as judged_at
      from public.article_sources as source
        join public.sourced_articles as sourced using (article_id)
        join public.articles on articles.id = source.article_id
        cross join lateral (
          select max(judged_at) as at from public.article_sentences where article_id = source.article_id) as judged
      where source.url is not null and source.state <> 'removed'
        and greatest(sourced.begun_at, case when articles.published then articles.publish_date end) > now() - interval '14 days'
      group by source.url),
    due as (
      select distinct on (substring(url from '^https?://([^/?#]+)')) url, judged_at
      from young left join private.source_checks as known using (url)
      where coalesce(known.next_at, young.added_at + interval '1 day') <= now()
      order by substring(url from '^https?://([^/?#]+)'), known.next_at nulls first
      limit ${BATCH}),
    claimed as (
      insert into private.source_checks as known (url, next_at)
      select url, now() + interval '1 hour' from due order by url
      on conflict (url) do update set next_at = excluded.next_at where known.next_at <= now()
      returning url, etag, last_modified, read_at)
    select url, etag, last_modified as "lastModified",
      -- A sentence that was cited since the last whole answer was never compared with it.
      coalesce(read_at > judged_at, false) as "isConditional"
    from claimed join due using (url)`
}
