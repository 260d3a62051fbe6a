import * as z from 'zod'
import { isOptionalText } from '#core/domain/article-fields.ts'
import { isStorable, MAX_CONTENT_BYTES } from '#core/domain/article-input.ts'
import {
  type ArticleSentence,
  JUDGED_FIELDS,
  type JudgedField,
  type SentenceSignature,
} from '#core/domain/sourced-article.ts'
import { parseCite } from '#core/newsroom/judge/judge.ts'
import {
  judgeArticleIn,
  judgeStoredArticle,
  readJudgeContext,
} from '#server/features/judging/judge-stored-article.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { type Demand, holdsFor, NotAllowed } from '#server/supabase/functions/requirement.ts'

const text = z
  .string()
  .max(MAX_CONTENT_BYTES)
  .refine(isStorable)
  .nullable()
  .transform((value) => value ?? '')
const cite = z
  .string()
  .max(20)
  .transform(parseCite)
  .pipe(z.object({ source: z.int(), sentence: z.int() }))
const input = z.strictObject({
  articleId: z.uuid(),
  texts: z
    .strictObject(
      Object.fromEntries(
        JUDGED_FIELDS.map((field) => [field, isOptionalText(field) ? text.default('') : text]),
      ) as Record<JudgedField, typeof text>,
    )
    .optional(),
  cites: z
    .array(
      z.strictObject({
        text: z.string().max(20_000).refine(isStorable),
        kind: z.enum(['fact', 'quote', 'context']).default('fact'),
        cites: z.array(cite).max(20),
      }),
    )
    .max(5_000)
    .optional(),
})

const MALFORMED = `Send an object with articleId, and if you like texts (${JUDGED_FIELDS.join(', ')}, as they are to be saved) and cites: a list of {text, kind, cites}, where kind is fact, quote or context, and a cite is the number of a source and of its sentence, such as 2.14.`

/** Compares every sentence of an article with its sources, as it is stored or is about to be, and stores the result. */
export const judgeArticle = withBody(
  input,
  MALFORMED,
  async (deps: Pick<FunctionDeps, 'sql'>, { articleId, texts, cites }, { caller, claims, demandAgain }) => {
    await deps.sql.transaction(async (transaction) => {
      await demandAgain(transaction, mayWrite(articleId))
      if (caller.kind === 'token' && !(await holdsFor(transaction, claims, tokenMayWrite(articleId))))
        throw new NotAllowed(NOT_WITH_DRAFTS)
    })
    const judgement = await judgeStoredArticle(deps, articleId, {
      ...(texts && { texts }),
      ...(cites && { bindings: cites }),
    })
    return judgement ? answer(judgement) : refuse(404, NOT_SOURCED)
  },
)

/** Responds with what an article rests on: its sources with their sentences, and its own as they were judged last. */
export const readArticleSources = withBody(
  z.strictObject({ articleId: z.uuid() }),
  'Send an object with articleId.',
  ({ sql }: Pick<FunctionDeps, 'sql'>, { articleId }, { demandAgain }) =>
    sql.transaction(async (transaction) => {
      await demandAgain(transaction, mayRead(articleId))
      // A text that was restored, or saved by a program, finds what its sentences cited before somebody goes on with it.
      const unjudged = await transaction`
        select from public.articles where id = ${articleId} and not exists (
          select from public.article_sentences where article_id = ${articleId} and text_hash = private.text_hash(articles))`
      if (unjudged.length > 0) await judgeArticleIn(transaction, articleId)
      const context = await readJudgeContext(transaction, articleId)
      if (!context) return refuse(404, NOT_SOURCED)
      const { article, sources, aliases } = context
      const sentences = await transaction<{ sentence: ArticleSentence }[]>`
        select to_jsonb(judged) as sentence
        from public.article_sentences as judged
          join public.articles on articles.id = judged.article_id and judged.text_hash = private.text_hash(articles)
        where judged.article_id = ${articleId} order by position`
      const signatures = await transaction<{ signature: SentenceSignature }[]>`
        select to_jsonb(sentence_signatures) as signature from public.sentence_signatures
        where article_id = ${articleId} order by signed_at`
      return answer({
        article,
        sources,
        sentences: sentences.map(({ sentence }) => sentence),
        signatures: signatures.map(({ signature }) => signature),
        aliases,
      })
    }),
)

export const NOT_SOURCED = 'There is no such article, or it rests on no sources.'

/** To have an article judged, as whoever may save it may. */
export const mayWrite = (articleId: string): Demand => ({
  condition: fragment`private.writes_article(${articleId}::uuid)`,
  refusal: 'You cannot change this article now.',
})

/** To read what an article rests on. */
const mayRead = (articleId: string): Demand => ({
  condition: fragment`(private.is_editor() or ${articleId}::uuid in (select private.readable_drafts()))`,
  refusal: 'You do not read this article.',
})

/**
 * Tells whether an access token may write: without the scope publish it leaves alone, as when it saves, what readers have, and what is
 * scheduled.
 */
const tokenMayWrite = (articleId: string): Fragment => fragment`(
  private.has_scope('publish') or not exists (
    select from public.articles
    where ${articleId}::uuid in (id, original_article_id) and (published or exists (
      select from public.article_schedules where article_id = articles.id and status = 'waiting'))))`
export const NOT_WITH_DRAFTS =
  'This access token writes drafts: it changes nothing of what is published or scheduled. Make a token with the scope publish.'
