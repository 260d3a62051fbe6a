import * as z from 'zod'
import type { SourcedArticle } from '#core/domain/sourced-article.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { judgeArticleIn } from '#server/features/judging/judge-stored-article.ts'
import type { Services } from '#server/features/services.ts'

type Doubt = SourcedArticle['doubts'][number]

/** In one request. */
const MAX_SENTENCES = 150
const MAX_REASON = 200
/** The number that fits into what is stored of an article, in any script. */
const MAX_DOUBTS = 180
const TIMEOUT_MS = 120_000
const MAX_OUTPUT_TOKENS = 6_000

const answer = z.object({
  doubts: z.array(z.object({ id: z.string().max(20), reason: z.string().max(5_000) })).max(1_000),
})

const SYSTEM = `You check a draft of a news publication before people read it. The object has "sentences", each with an "id", its "text", and in "cites" what the sources say that it rests on. \
Answer with {"doubts":[{"id","reason"}]}: the sentences that say more than, or something other than, what they cite, each once with the reason in one plain English sentence of at most 200 characters; an empty list when there are none.

Rules:
- Compare the meaning: who did what to whom, when, where, how much, how certain, and what caused what.
- Another wording, order or length is no reason, and neither is what you know from elsewhere.`

/**
 * Has the model doubt sentences of an article that code found covered. A doubt makes a sentence one to look at, and can do nothing else. Null
 * when the article rests on no sources.
 * @throws ModelError
 */
export async function questionDraft(
  { sql, ai }: Pick<Services, 'sql' | 'ai'>,
  articleId: string,
  by: string,
): Promise<Doubt[] | null> {
  const judged = await sql.transaction((transaction) => judgeArticleIn(transaction, articleId))
  if (!judged) return null
  const asked = judged.sentences
    .filter(({ verdict, kind }) => verdict === 'green' && kind !== 'heading')
    .slice(0, MAX_SENTENCES)
  if (asked.length === 0) return []
  const { answer: given, model } = await ai.askModel({
    system: SYSTEM,
    input: {
      task: 'question',
      language: 'en',
      sentences: asked.map(({ text, cites }, index) => ({
        id: String(index + 1),
        text,
        cites: cites.map((cite) => cite.text),
      })),
    },
    answer,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    caller: `question of ${by}`,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const doubts = new Map<string, string>()
  for (const { id, reason } of given.doubts) {
    const sentence = asked[Number(id) - 1]
    if (sentence && !doubts.has(sentence.key)) doubts.set(sentence.key, inOneLine(reason))
  }
  const keys = new Set(asked.map(({ key }) => key))
  const present = new Set(judged.sentences.map(({ key }) => key))
  await sql.transaction(async (transaction) => {
    const [row] = await transaction<{ doubts: Doubt[] }[]>`
      select doubts from public.sourced_articles where article_id = ${articleId} for update`
    // Earlier doubts stay with sentences that were not asked about because of them.
    const kept = (row?.doubts ?? []).filter(({ key }) => present.has(key) && !keys.has(key))
    const all = [...kept, ...[...doubts].map(([key, reason]) => ({ key, reason }))].slice(-MAX_DOUBTS)
    await transaction`
      update public.sourced_articles
      set doubts = ${JSON.stringify(all)}::jsonb, questioned_at = now(), questioned_model = ${model}
      where article_id = ${articleId}`
    await judgeArticleIn(transaction, articleId)
  })
  return [...doubts].map(([key, reason]) => ({ key, reason }))
}

const inOneLine = (text: string) =>
  tidyLine(text).slice(0, MAX_REASON).toWellFormed() || 'No reason was given.'
