import { JUDGED_FIELDS } from '#core/domain/sourced-article.ts'
import { judgeArticle } from '#core/newsroom/judge/create-judge.ts'
import type { Binding, JudgedSentence, JudgedTexts } from '#core/newsroom/judge/judge.ts'
import { keysOfSentences } from '#core/newsroom/judge/reading/read-texts.ts'
import {
  type ReadContext,
  readJudgeContext,
  readKeptBindings,
} from '#server/features/judging/read-judge-context.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment, joined, name } from '#server/platform/database/fragment.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

export interface Judgement {
  /** True if readers may have the text: each sentence is covered or signed. */
  isCovered: boolean
  sentences: (JudgedSentence & { signed_by: string | null })[]
}

interface Asked {
  /** The texts that are about to be saved; those that are stored when they are left out. */
  texts?: JudgedTexts
  /** The bindings that sentences have now, before those that they had when the article was judged last. */
  bindings?: readonly Binding[]
}

/** Compares every sentence of an article with its sources, and stores the result. Null when it rests on no sources, or is no more. */
export function judgeStoredArticle(
  { sql }: Pick<Services, 'sql'>,
  articleId: string,
  asked: Asked = {},
): Promise<Judgement | null> {
  return sql.transaction((transaction) => judgeArticleIn(transaction, articleId, asked))
}

/** Does the same as judgeStoredArticle, in a transaction. The basis of the judgement does not change until the end of that. */
export async function judgeArticleIn(
  sql: Session,
  articleId: string,
  { texts, bindings = [] }: Asked = {},
): Promise<Judgement | null> {
  await sql`select from public.sourced_articles where article_id = ${articleId} for update`
  const context = await readJudgeContext(sql, articleId)
  const judged = texts ?? (await readTexts(sql, articleId))
  if (!context || !judged) return null
  const keys = await offTurn(
    'core/newsroom/judge/reading/read-texts.ts#keysOfSentences',
    keysOfSentences,
    judged,
  )
  const known = [...context.bindings, ...(await readKeptBindings(sql, articleId, keys))]
  const sentences = await judgeTexts({ ...context, bindings: known }, judged, bindings)
  await sql`
    select private.store_judgement(${articleId}, ${JSON.stringify(judged)}::jsonb, ${JSON.stringify(sentences)}::jsonb)`
  return withSignatures(sql, articleId, sentences)
}

function judgeTexts(
  context: ReadContext,
  texts: JudgedTexts,
  bindings: readonly Binding[],
): Promise<JudgedSentence[]> {
  const given = new Set(bindings.map(({ text }) => text))
  const others = context.bindings.filter(({ text }) => !given.has(text))
  const { sources, aliases, doubts } = context
  return offTurn(
    'core/newsroom/judge/create-judge.ts#judgeArticle',
    judgeArticle,
    { sources, aliases, doubts },
    texts,
    [...bindings, ...others],
  )
}

async function readTexts(sql: Session, articleId: string): Promise<JudgedTexts | undefined> {
  const [texts] = await sql<JudgedTexts[]>`
    select ${joined(JUDGED_FIELDS.map((field) => fragment`coalesce(${name(field)}, '') as ${name(field)}`))} from public.articles where id = ${articleId}`
  return texts
}

async function withSignatures(
  sql: Session,
  articleId: string,
  sentences: readonly JudgedSentence[],
): Promise<Judgement> {
  const rows = await sql<{ key: string; name: string }[]>`
    select key, signed_by_name as name from public.sentence_signatures where article_id = ${articleId}`
  const signatures = new Map(rows.map(({ key, name }) => [key, name]))
  const told = sentences.map((sentence) => ({
    ...sentence,
    signed_by: (sentence.is_signable && signatures.get(sentence.key)) || null,
  }))
  return {
    isCovered: told.every(({ verdict, signed_by }) => verdict !== 'red' || signed_by !== null),
    sentences: told,
  }
}
