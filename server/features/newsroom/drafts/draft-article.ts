import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { newDraftSlug, SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import type { Dropped } from '#core/domain/sourced-article.ts'
import { warmJudge } from '#core/newsroom/judge/warm-judge.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { addSources } from '#server/features/judging/add-sources.ts'
import { type Judgement, judgeArticleIn } from '#server/features/judging/judge-stored-article.ts'
import { askForDraft } from '#server/features/newsroom/drafts/ask-for-draft.ts'
import {
  claimRequest,
  type DraftOptions,
  type DraftRequest,
  type GivenSources,
  lockRequest,
  recordAnswer,
  recordFailure,
  untilAnswered,
  whileAlive,
} from '#server/features/newsroom/drafts/draft-requests.ts'
import { numberSources } from '#server/features/newsroom/drafts/number-sources.ts'
import { readItemTexts } from '#server/features/newsroom/drafts/read-item-texts.ts'
import { isInEnglish, type TakenAnswer, takeAnswer } from '#server/features/newsroom/drafts/take-answer.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import type { Services } from '#server/features/services.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { Session } from '#server/platform/database/connection.ts'

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
