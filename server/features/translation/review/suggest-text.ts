import type { TranslatedFields } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { SegmentQuestion, SegmentSuggestion } from '#core/domain/translation-review.ts'
import { type AnsweredBatch, askForSegments } from '#server/features/translation/ask-for-segments.ts'
import { createAnswerCheck, cutArticle } from '#server/features/translation/cut.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import { hashSource } from '#server/features/translation/memory.ts'
import { readOriginal, readPresent } from '#server/features/translation/read-story.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { unusableAnswer } from '#server/platform/ai/model-error.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/**
 * Asks the model for one text of an article, with a hint of the editor. Null when there is no such text.
 * @throws ModelError
 */
export async function suggestText(
  { sql, ai }: { sql: Sql; ai: Pick<LanguageModel, 'askModel'> },
  question: SegmentQuestion,
  { style, caller, signal }: { style: string; caller: string; signal: AbortSignal },
): Promise<SegmentSuggestion | null> {
  const { language, position, hint } = question
  const source = await readSource(sql, question)
  if (!source) return null
  const cut = await cutArticle(source)
  const segment = cut.segments[position]
  if (!segment) return null
  const { glossary } = await readGlossary(sql, language)
  const check = createAnswerCheck(cut, { language, glossary })
  let answered: AnsweredBatch | null = null
  await askForSegments(
    ai,
    {
      segments: [segment],
      language,
      title: source.title,
      check,
      glossary,
      style: withHint(style, hint),
      caller,
      signal,
    },
    {
      beforeRequest: async () => {},
      onBatch: async (batch) => {
        answered = batch
      },
    },
  )
  const suggestion = suggestionOf(answered, segment.id)
  await noteSuggestion(sql, { language, source: segment.text, text: suggestion.text }, suggestion.model)
  return suggestion
}

/** The hint is added to the style note, which is separate from the texts of the article. */
const withHint = (style: string, hint: string) =>
  hint.trim() === ''
    ? style
    : [style, `Of this text, the editor says: ${hint.trim()}`].filter(Boolean).join('\n')

function suggestionOf(batch: AnsweredBatch | null, id: string): SegmentSuggestion {
  const passed = batch?.passed.get(id)
  const [failed] = batch?.failed ?? []
  const text = passed ?? failed?.text ?? ''
  if (!batch?.model || text === '') throw unusableAnswer(failed?.problems[0] ?? 'There is no text in it.')
  return { text, model: batch.model, problems: passed === undefined ? (failed?.problems ?? []) : [] }
}

/** The revision of the original that the editor sees. */
async function readSource(
  sql: Sql,
  { articleId, language, revision }: SegmentQuestion,
): Promise<TranslatedFields | null> {
  if (revision === null) return (await readPresent(sql, { originalId: articleId, language }))?.source ?? null
  const original = await readOriginal(sql, articleId)
  if (original?.revision === revision) return original
  const [row] = await sql<{ article: TranslatedFields }[]>`
    select article from public.article_revisions where id = ${revision} and article_id = ${articleId}`
  return row?.article ?? null
}

interface SuggestedWording {
  language: TranslatedLanguage
  source: string
  text: string
}

const hashOf = ({ language, source, text }: SuggestedWording) =>
  hashSource(JSON.stringify([language, source, text]))

/** Records that a model has suggested this wording. */
async function noteSuggestion(sql: Session, wording: SuggestedWording, model: string): Promise<void> {
  await sql`
    insert into private.suggested_wordings as known (wording_hash, model) values (${hashOf(wording)}, ${model})
    on conflict (wording_hash) do update set made_at = now()`
}

/** The models that have suggested these wordings, by index; wordings that no model has suggested are missing. */
export async function findSuggestions(
  sql: Session,
  wordings: readonly SuggestedWording[],
): Promise<Map<number, string>> {
  if (wordings.length === 0) return new Map()
  const rows = await sql<{ place: number; model: string }[]>`
    select (place - 1)::integer as place, known.model
    from unnest(${wordings.map(hashOf)}::text[]) with ordinality as asked (hash, place)
    join private.suggested_wordings as known on known.wording_hash = asked.hash`
  return new Map(rows.map(({ place, model }) => [place, model]))
}
