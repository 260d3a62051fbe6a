import * as z from 'zod'
import { isStorable, MAX_CONTENT_BYTES } from '#core/domain/article-input.ts'
import { parseCite } from '#core/newsroom/cite-id.ts'
import { judgeStoredArticle } from '#server/features/judging/judge-stored-article.ts'
import { mayWrite, NOT_SOURCED, NOT_WITH_DRAFTS, tokenMayWrite } from '#server/features/judging/who-may.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { holdsFor, NotAllowed } from '#server/supabase/functions/requirement.ts'

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
    .strictObject({
      title: text,
      subtitle: text.default(''),
      excerpt: text,
      content: text,
      social_title: text.default(''),
      social_description: text.default(''),
    })
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

const MALFORMED =
  'Send an object with articleId, and if you like texts (title, subtitle, excerpt, content, social_title and social_description as they are to be saved) and cites: a list of {text, kind, cites}, where kind is fact, quote or context, and a cite is the number of a source and of its sentence, such as 2.14.'

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
