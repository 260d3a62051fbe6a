import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { createAnswerCheck } from '#core/translation/check-answers.ts'
import { type ArticleCut, cutArticle } from '#core/translation/cut-article.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'
import { chooseWordings } from '#server/features/translation/choose-wordings.ts'
import { keyOfText, recallTexts } from '#server/features/translation/memory.ts'
import { readGlossary } from '#server/features/translation/read-glossary.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A note of an original that its translation does not have yet, or that says something else now. */
interface MissingNote {
  id: string
  text: string
  /** As the database writes it. */
  correctedAt: string
}

/** Notes are texts of their own, which are not worded as a title or a paragraph is. */
const CONTEXT = 'correction'
/** No article has more (`add_correction`). */
const MOST_NOTES = 100

/** Which notes of an original its translation lacks; of one that does not exist yet, all. */
export function listMissingNotes(
  sql: Session,
  { originalId, translationId }: { originalId: string; translationId: string | null },
): Promise<MissingNote[]> {
  return sql<MissingNote[]>`
    select note.id, note.text, note.corrected_at::text as "correctedAt" from public.article_corrections as note
    where note.article_id = ${originalId} and not exists (
      select from public.article_corrections as made
      where made.article_id = ${translationId}::uuid and made.source_id = note.id and made.source_text = note.text)
    order by note.corrected_at desc, note.id limit ${MOST_NOTES}`
}

/** Cuts notes into their lines, because a text without markup is translated as one line. */
export function cutNotes(notes: readonly MissingNote[]): ArticleCut {
  const fields = notes.flatMap(({ text }, index) =>
    text.split('\n').map((line, place) => [`correction${index + 1}.${place + 1}`, line] as const),
  )
  return cutArticle({ fields, content: '' })
}

/** What has to be translated of notes. */
export const planNotes = ({ segments }: ArticleCut): PlannedSegment[] =>
  segments.map((segment) => ({ segment, context: CONTEXT, kept: null, persons: null }))

/** The translated notes, by their ids; one of which a line has no translation is missing. */
function spliceNotes(
  notes: readonly MissingNote[],
  cut: ArticleCut,
  translations: ReadonlyMap<string, string>,
): Map<string, string> {
  const { fields, problems } = spliceArticle(cut, translations)
  const unfit = new Set(problems.map(({ segment }) => segment))
  const lines = fields.map(([name, text]) => (unfit.has(name) ? null : text))
  const texts = new Map<string, string>()
  for (const { id, text } of notes) {
    const own = lines.splice(0, text.split('\n').length)
    if (!own.includes(null)) texts.set(id, own.join('\n'))
  }
  return texts
}

/** An article and notes as one text, whose translations are checked together. */
export const joinCuts = (article: ArticleCut, notes: ArticleCut): ArticleCut => ({
  ...article,
  segments: [...article.segments, ...notes.segments],
  fields: [...article.fields, ...notes.fields],
})

/**
 * Gives a translation the notes of correction of its original, in the transaction in which readers get it. Their texts are those that
 * the run has remembered. A note that is up to date stays as it is, also when a person has worded it; one that the original no longer
 * has goes. As long as a run leaves one out, readers are told that the original was corrected, so this comes after
 * `article_translations` was written; a person who has brought the text up to date need not word the note.
 */
export async function storeCorrectionNotes(
  transaction: Session,
  about: { translationId: string; originalId: string; language: TranslatedLanguage; isByHand: boolean },
): Promise<void> {
  const { translationId, originalId, isByHand } = about
  await transaction`
    delete from public.article_corrections as note where article_id = ${translationId} and source_id is not null and not exists (
      select from public.article_corrections as source where source.id = note.source_id and source.article_id = ${originalId})`
  const missing = await listMissingNotes(transaction, about)
  if (missing.length === 0) return
  const texts = await recallNotes(transaction, missing, about)
  const made = missing.filter(({ id }) => texts.has(id))
  await transaction`
    insert into public.article_corrections (article_id, corrected_at, text, source_id, source_text)
    select ${translationId}, corrected_at, text, source_id, source_text
    from unnest(${made.map(({ correctedAt }) => correctedAt)}::timestamptz[], ${made.map(({ id }) => texts.get(id) ?? '')}::text[],
      ${made.map(({ id }) => id)}::uuid[], ${made.map(({ text }) => text)}::text[])
      as note (corrected_at, text, source_id, source_text)
    on conflict (article_id, source_id) where source_id is not null
      do update set corrected_at = excluded.corrected_at, text = excluded.text, source_text = excluded.source_text`
  const left = missing.filter(({ id }) => !texts.has(id)).map(({ correctedAt }) => correctedAt)
  if (left.length > 0 && !isByHand)
    await transaction`
      update public.article_translations set corrected_at = greatest(corrected_at, (
        select max(at) from unnest(${left}::timestamptz[]) as at))
      where translation_id = ${translationId}`
}

/** The texts of notes out of the memory, by their ids. */
async function recallNotes(
  sql: Session,
  notes: readonly MissingNote[],
  { translationId, language }: { translationId: string; language: TranslatedLanguage },
): Promise<Map<string, string>> {
  const cut = cutNotes(notes)
  const planned = planNotes(cut)
  const sources = planned.map(({ segment, context }) => ({ context, text: segment.text }))
  const { glossary } = await readGlossary(sql, language)
  const check = createAnswerCheck(cut, { language, glossary })
  const wanted = new Map(
    planned.map(({ segment, context }) => [keyOfText({ context, text: segment.text }), segment]),
  )
  const { texts } = await chooseWordings(
    wanted,
    await recallTexts(sql, sources, { language, translationId }),
    check,
  )
  const translations = new Map(
    planned.flatMap(({ segment, context }) => {
      const found = texts.get(keyOfText({ context, text: segment.text }))
      return found ? [[segment.id, found.translation] as const] : []
    }),
  )
  return spliceNotes(notes, cut, translations)
}
