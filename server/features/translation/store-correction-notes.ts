import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { createAnswerCheck } from '#core/translation/check-answers.ts'
import { chooseWordings } from '#server/features/translation/choose-wordings.ts'
import {
  cutNotes,
  listMissingNotes,
  type MissingNote,
  planNotes,
  spliceNotes,
} from '#server/features/translation/correction-notes.ts'
import { keyOfText, recallTexts } from '#server/features/translation/memory.ts'
import { readGlossary } from '#server/features/translation/read-glossary.ts'
import type { Session } from '#server/platform/database/connection.ts'

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
