import * as z from 'zod'
import type { ArticleSentence, SentenceSignature } from '#core/domain/sourced-article.ts'
import { judgeArticleIn } from '#server/features/judging/judge-stored-article.ts'
import { readJudgeContext } from '#server/features/judging/read-judge-context.ts'
import { mayRead, NOT_SOURCED } from '#server/features/judging/who-may.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

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
