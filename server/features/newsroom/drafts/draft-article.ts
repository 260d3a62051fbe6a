import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { newDraftSlug, SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import type { DraftLength, Dropped } from '#core/domain/sourced-article.ts'
import { warmJudge } from '#core/newsroom/judge/warm-judge.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { type Judgement, judgeArticleIn } from '#server/features/judging/judge-stored-article.ts'
import { askForDraft, type DraftAnswer } from '#server/features/newsroom/drafts/ask-for-draft.ts'
import {
  addSources,
  type NumberedSource,
  numberSources,
  readItemTexts,
  type TickedSource,
} from '#server/features/newsroom/drafts/sources.ts'
import { isInEnglish, type TakenAnswer, takeAnswer } from '#server/features/newsroom/drafts/take-answer.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import type { Services } from '#server/features/services.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

export type DraftDeps = PageDeps &
  Pick<Services, 'sql' | 'log' | 'ai' | 'settings'> & { draftTimeoutMs?: number }

export type DraftOutcome =
  | { status: 'drafted'; articleId: string; sentences: Judgement['sentences']; dropped: Dropped[] }
  | { status: 'refused'; code: string; reason: string; dropped?: Dropped[] }
  | { status: 'failed'; error: ModelError; timedOut: boolean }

interface DraftInput {
  options: DraftOptions
  by: string
  /** Throws in the transaction that stores the draft, when the person may not draft any more. */
  demand: (sql: Session) => Promise<void>
}

/** A slow model that writes 900 words. */
const TIMEOUT_MS = 240_000

/**
 * Has the model write a draft from items, and stores it as an article that is not published. What the model was asked and what it has answered
 * is written down before anything is made of it, so that the same request goes on from there, whatever has ended meanwhile.
 */
export async function draftArticle(deps: DraftDeps, input: DraftInput): Promise<DraftOutcome> {
  const { sql, draftTimeoutMs = TIMEOUT_MS } = deps
  const { options, by } = input
  const read = await readItemTexts(deps, options.itemIds)
  if (read.status === 'refused') return read
  const { sources, cut } = numberSources(read.sources)
  const given: GivenSources = {
    sources: sources.map((source, index) => ({
      ...source,
      item_id: read.sources[index]?.item_id ?? '',
      language: read.sources[index]?.language ?? null,
    })),
    cut,
  }
  const claimed = await claimRequest(sql, { by, options, sources: given })
  switch (claimed.status) {
    case 'too_many':
      return refusal('too_many', 'You have three drafts written at this moment. Wait for one of them.')
    case 'interrupted':
      return refusal(
        'interrupted',
        'The server was stopped while the model wrote this draft, and its answer is lost. Ask once more to have it written again.',
      )
    case 'asking':
      if (!(await untilAnswered(sql, claimed.id, draftTimeoutMs)))
        return refusal('under_way', 'This draft is still being written. Try again in a minute.')
      break
    case 'new': {
      const failed = await askModel(deps, claimed.id, given, input)
      if (failed) return failed
    }
  }
  return makeDraft(deps, claimed.id, input)
}

const refusal = (code: string, reason: string): DraftOutcome => ({ status: 'refused', code, reason })

/** Asks the model, and writes its answer down. Returns why there is none. */
async function askModel(
  { sql, ai, settings, draftTimeoutMs = TIMEOUT_MS }: DraftDeps,
  id: string,
  { sources }: GivenSources,
  { options, by }: DraftInput,
): Promise<DraftOutcome | null> {
  const timeout = AbortSignal.timeout(draftTimeoutMs)
  try {
    // The judge is compiled while the model writes, and not when its answer is there.
    setImmediate(warmJudge)
    const answered = await whileAlive(sql, id, () =>
      askForDraft(ai, {
        length: options.length,
        question: options.question,
        sources: sources.map(({ id, outlet, published, sentences }) => ({
          id,
          outlet,
          published,
          sentences,
        })),
        bannedWords: settings.current().banned_words.en ?? [],
        caller: `draft of ${by}`,
        signal: timeout,
      }),
    )
    await recordAnswer(sql, id, answered)
    return null
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    await recordFailure(sql, id, error.code)
    return { status: 'failed', error, timedOut: timeout.aborted }
  }
}

/** Makes an article of a stored answer, once. */
function makeDraft(
  { sql }: DraftDeps,
  id: string,
  { options, by, demand }: DraftInput,
): Promise<DraftOutcome> {
  return sql.transaction(async (transaction): Promise<DraftOutcome> => {
    await demand(transaction)
    const request = await lockRequest(transaction, id)
    if (!request?.answer)
      return refusal('not_answered', 'The model has not answered this request. Ask once more.')
    if (request.article_id) return readMade(transaction, request.article_id)
    const draft = takeAnswer(request.answer, request.sources.sources)
    draft.dropped.push(...request.sources.cut.map((text) => ({ text, codes: ['source_cut'] })))
    const isEnglish = isInEnglish(draft)
    if (draft.sentences.length === 0 || !isEnglish) {
      await recordFailure(transaction, id, isEnglish ? 'nothing_usable' : 'wrong_language')
      return isEnglish
        ? { ...NOTHING_USABLE, dropped: draft.dropped }
        : refusal(
            'wrong_language',
            'The language model has answered in another language. Ask it again, or choose another model.',
          )
    }
    const stored = await storeDraft(transaction, request, draft, { options, by })
    const { articleId, sentences } = stored
    return { status: 'drafted', articleId, sentences, dropped: draft.dropped }
  })
}

const NOTHING_USABLE = {
  status: 'refused',
  code: 'nothing_usable',
  reason: 'No sentence of the language model can be used. Ask it again, or choose other sources.',
} as const

/** The article that the same request has made before. */
async function readMade(sql: Session, articleId: string): Promise<DraftOutcome> {
  const judgement = await judgeArticleIn(sql, articleId)
  const [row] = await sql<{ dropped: Dropped[] }[]>`
    select dropped from public.sourced_articles where article_id = ${articleId}`
  if (!judgement || !row)
    return refusal('gone', 'The draft that was made of this request was deleted. Ask once more.')
  return { status: 'drafted', articleId, sentences: judgement.sentences, dropped: row.dropped }
}

interface StoredDraft {
  articleId: string
  sentences: Judgement['sentences']
}

/** Stores a draft as an article that is not published, with its sources, judges it, and notes at the request that it was made. */
async function storeDraft(
  sql: Session,
  request: Pick<DraftRequest, 'id' | 'model'>,
  draft: TakenAnswer,
  { options, by }: { options: DraftOptions; by: string },
): Promise<StoredDraft> {
  const { itemIds, category, length, question } = options
  const content = writeParagraphs(draft.sentences)
  await sql`
    select set_config('revision.by', ${by}, true), set_config('revision.by_program', 'on', true), set_config('audit.actor', ${by}, true)`
  const slug = await freeSlug(sql, slugFromTitle(draft.title, SLUG_MAX_LENGTH - 10) || newDraftSlug())
  const [article] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, subtitle, excerpt, content, category, reading_time, revision_note)
    values (${slug}, ${draft.title}, ${draft.subtitle || null}, ${draft.excerpt}, ${content}, ${category}, ${readingTimeOf(content)},
      ${`Drafted by a language model from ${itemIds.length} sources`})
    returning id`
  const articleId = article.id
  await sql`
    insert into public.article_workflow (article_id, owner) values (${articleId}, ${by})
    on conflict (article_id) do update set owner = excluded.owner`
  await sql`
    insert into public.sourced_articles (article_id, group_id, begun_by, model, drafted_at, question, length, dropped)
    select ${articleId}, (
        select mode() within group (order by group_id) from public.news_items where id = any (${itemIds}::uuid[])),
      ${by}, ${request.model}, now(), ${question}, ${length}, ${JSON.stringify(draft.dropped)}::jsonb`
  if (!(await addSources(sql, { articleId, itemIds, by })))
    throw new Error('A source of a draft was removed while it was stored')
  const judgement = await judgeArticleIn(sql, articleId, { bindings: draft.sentences })
  await sql`update private.draft_requests set article_id = ${articleId} where id = ${request.id}`
  return { articleId, sentences: judgement?.sentences ?? [] }
}

/** The sentences of a draft as paragraphs of Markdown, in which nothing of their words is markup. */
function writeParagraphs(sentences: TakenAnswer['sentences']): string {
  const paragraphs: string[] = []
  for (const { text, beginsParagraph } of sentences) {
    if (beginsParagraph || paragraphs.length === 0) paragraphs.push(text)
    else paragraphs[paragraphs.length - 1] += ` ${text}`
  }
  return paragraphs
    .map((text) => escapeText(text, { escaping: 'likely', startsLine: true, endsLine: true, isBlock: true }))
    .join('\n\n')
}

/** The slug with a number if it is taken, and none that leads to another article. */
async function freeSlug(sql: Session, slug: string): Promise<string> {
  const [row] = await sql<[{ slug: string }]>`
    select case when private.is_former_address(slug, 'en', gen_random_uuid()) then private.free_slug(slug || ${newDraftSlug().slice(5)}, 'en') else slug end as slug
    from private.free_slug(${slug}, 'en') as slug`
  return row.slug
}

/** The choices of an editor. */
interface DraftOptions {
  itemIds: string[]
  length: DraftLength
  category: string
  question: string
}

/** The sources that the model was given, with what is not for it. */
interface GivenSources {
  sources: (NumberedSource & Pick<TickedSource, 'item_id' | 'language'>)[]
  cut: string[]
}

interface DraftRequest {
  id: string
  sources: GivenSources
  answer: DraftAnswer | null
  model: string | null
  article_id: string | null
}

type Claimed =
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
function claimRequest(
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
async function whileAlive<T>(sql: Sql, id: string, ask: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => {
    sql`update private.draft_requests set alive_at = now() where id = ${id}`.catch(() => {})
  }, ALIVE_MS)
  try {
    return await ask()
  } finally {
    clearInterval(timer)
  }
}

async function recordAnswer(
  sql: Session,
  id: string,
  { answer, model }: { answer: DraftAnswer; model: string },
): Promise<void> {
  await sql`
    update private.draft_requests set answer = ${JSON.stringify(answer)}::jsonb, model = ${model}, answered_at = now() where id = ${id}`
}

/** Ends a request, so that the same one is a new one. */
async function recordFailure(sql: Session, id: string, code: string): Promise<void> {
  await sql`update private.draft_requests set failure = ${code}, failed_at = now() where id = ${id}`
}

const POLL_MS = 500

/** Waits until another request for the same draft has its answer, or has failed. False when it takes too long. */
async function untilAnswered(sql: Sql, id: string, timeoutMs: number): Promise<boolean> {
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
async function lockRequest(sql: Session, id: string): Promise<DraftRequest | undefined> {
  const [request] = await sql<DraftRequest[]>`
    select id, sources, answer, model, article_id from private.draft_requests where id = ${id} for update`
  return request
}
