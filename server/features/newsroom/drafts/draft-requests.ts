import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { DraftLength } from '#core/domain/sourced-article.ts'
import type { DraftAnswer } from '#server/features/newsroom/drafts/ask-for-draft.ts'
import type { NumberedSource, TickedSource } from '#server/features/newsroom/drafts/number-sources.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/** The choices of an editor. */
export interface DraftOptions {
  itemIds: string[]
  length: DraftLength
  category: string
  question: string
}

/** The sources that the model was given, with what is not for it. */
export interface GivenSources {
  sources: (NumberedSource & Pick<TickedSource, 'item_id' | 'language'>)[]
  cut: string[]
}

export interface DraftRequest {
  id: string
  sources: GivenSources
  answer: DraftAnswer | null
  model: string | null
  article_id: string | null
}

export type Claimed =
  /** Nobody has asked for it: the caller does. */
  | { status: 'new'; id: string }
  /** It was answered, so that the model is not asked again. */
  | { status: 'answered'; id: string }
  /** Another request asks the model for it at this moment. */
  | { status: 'asking'; id: string }
  /** The process that asked has ended, and nobody knows whether the model has answered. It is asked again with the next request. */
  | { status: 'interrupted' }
  | { status: 'too_many' }

const ALIVE_MS = 5_000
const GONE_SECONDS = 20
/** Of one person at a time. */
const MAX_ASKING = 3
/** A stored answer is used for the same request during a day, and the article that was made of it during ten minutes. */
const ANSWER_HOURS = 24
const MADE_MINUTES = 10

/** Finds what became of the same request of a person, or writes down that it is begun. */
export function claimRequest(
  sql: Sql,
  { by, options, sources }: { by: string; options: DraftOptions; sources: GivenSources },
): Promise<Claimed> {
  const key = createHash('sha256').update(JSON.stringify(options)).digest('hex')
  return sql.transaction(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`draft of ${by}`}, 0))`
    const [last] = await transaction<{ id: string; state: 'answered' | 'asking' | 'gone' | 'over' }[]>`
      select request.id, case
          when failure is not null then 'over'
          when answer is null and alive_at > now() - make_interval(secs => ${GONE_SECONDS}) then 'asking'
          when answer is null then 'gone'
          when request.article_id is null and answered_at > now() - make_interval(hours => ${ANSWER_HOURS}) then 'answered'
          when article.id is not null and answered_at > now() - make_interval(mins => ${MADE_MINUTES}) then 'answered'
          else 'over' end as state
      from private.draft_requests as request left join public.articles as article on article.id = request.article_id
      where requested_by = ${by} and key = ${key} order by requested_at desc limit 1`
    if (last?.state === 'answered' || last?.state === 'asking') return { status: last.state, id: last.id }
    if (last?.state === 'gone') {
      await recordFailure(transaction, last.id, 'interrupted')
      return { status: 'interrupted' }
    }
    const [{ count }] = await transaction<[{ count: number }]>`
      select count(*)::int as count from private.draft_requests
      where requested_by = ${by} and answer is null and failure is null
        and alive_at > now() - make_interval(secs => ${GONE_SECONDS})`
    if (count >= MAX_ASKING) return { status: 'too_many' }
    const { itemIds, ...others } = options
    const [row] = await transaction<[{ id: string }]>`
      insert into private.draft_requests (requested_by, key, item_ids, options, sources)
      values (${by}, ${key}, ${itemIds}, ${JSON.stringify(others)}::jsonb, ${JSON.stringify(sources)}::jsonb)
      returning id`
    return { status: 'new', id: row.id }
  })
}

/** Says at intervals that this process is alive while it asks a model. */
export async function whileAlive<T>(sql: Sql, id: string, ask: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    sql`update private.draft_requests set alive_at = now() where id = ${id}`.catch(() => {})
  }, ALIVE_MS)
  try {
    return await ask()
  } finally {
    clearInterval(timer)
  }
}

export async function recordAnswer(
  sql: Session,
  id: string,
  { answer, model }: { answer: DraftAnswer; model: string },
): Promise<void> {
  await sql`
    update private.draft_requests set answer = ${JSON.stringify(answer)}::jsonb, model = ${model}, answered_at = now() where id = ${id}`
}

/** Ends a request, so that the same one is a new one. */
export async function recordFailure(sql: Session, id: string, code: string): Promise<void> {
  await sql`update private.draft_requests set failure = ${code}, failed_at = now() where id = ${id}`
}

const POLL_MS = 500

/** Waits until another request for the same draft has its answer, or has failed. False when it takes too long. */
export async function untilAnswered(sql: Sql, id: string, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const [row] = await sql<{ isOver: boolean }[]>`
      select answer is not null or failure is not null or alive_at < now() - make_interval(secs => ${GONE_SECONDS}) as "isOver"
      from private.draft_requests where id = ${id}`
    if (!row || row.isOver) return true
    await delay(POLL_MS)
  }
  return false
}

/** A request, which no other one makes an article of until the end of the transaction. */
export async function lockRequest(sql: Session, id: string): Promise<DraftRequest | undefined> {
  const [request] = await sql<DraftRequest[]>`
    select id, sources, answer, model, article_id from private.draft_requests where id = ${id} for update`
  return request
}
