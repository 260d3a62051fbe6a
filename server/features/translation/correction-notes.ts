import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import { keyOf, recallWordings } from '#server/features/translation/choose-wordings.ts'
import { assemble, createAnswerCheck, cut as cutTexts } from '#server/features/translation/cut.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A note of an original that its translation lacks, or that has changed since. */
interface MissingNote {
  id: string
  text: string
  /** The time in the form in which the database writes it. */
  correctedAt: string
}

/** The context of notes in the translation memory. */
export const NOTE_CONTEXT = 'correction'
/** The limit of notes per article (`add_correction`). */
const MOST_NOTES = 100

/** The notes of an original that its translation lacks; all for a translation that does not exist yet. */
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

/** Cuts notes into lines, which are translated separately. */
export function cutNotes(notes: readonly MissingNote[]): Promise<CutTexts> {
  const fields = notes.flatMap(({ text }, index) =>
    text.split('\n').map((line, place) => [`correction${index + 1}.${place + 1}`, line] as const),
  )
  return cutTexts({ fields, content: '' })
}

/** The segments of notes that have to be translated. */
export const planNotes = ({ segments }: CutTexts): PlannedSegment[] =>
  segments.map((segment) => ({ segment, context: NOTE_CONTEXT, kept: null, persons: null }))

/** The translated notes, by their ids; a note with an untranslated line is left out. */
async function spliceNotes(
  notes: readonly MissingNote[],
  cut: CutTexts,
  translations: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { fields, problems } = await assemble(cut, translations)
  const unfit = new Set(problems.map(({ segment }) => segment))
  const lines = fields.map(([name, text]) => (unfit.has(name) ? null : text))
  const texts = new Map<string, string>()
  for (const { id, text } of notes) {
    const own = lines.splice(0, text.split('\n').length)
    if (!own.includes(null)) texts.set(id, own.join('\n'))
  }
  return texts
}

/** Joins an article and its notes, whose translations are checked together. */
export const joinCuts = (article: CutTexts, notes: CutTexts): CutTexts => ({
  ...article,
  segments: [...article.segments, ...notes.segments],
  texts: { ...article.texts, fields: [...article.texts.fields, ...notes.texts.fields] },
})

/**
 * Stores the correction notes of a translation, in the transaction that publishes it. Their texts come from the translation memory. A note
 * that is up to date stays, also an editor's wording; one that the original no longer has is deleted. When a run lacks a note, readers are
 * told that the original was corrected, so this has to follow the write of `article_translations`; an editor who has updated the text need
 * not translate the note.
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

/** The translated notes from the memory, by their ids. */
async function recallNotes(
  sql: Session,
  notes: readonly MissingNote[],
  { translationId, language }: { translationId: string; language: TranslatedLanguage },
): Promise<Map<string, string>> {
  const cut = await cutNotes(notes)
  const planned = planNotes(cut)
  const { glossary } = await readGlossary(sql, language)
  const check = createAnswerCheck(cut, { language, glossary })
  const { texts } = await recallWordings(sql, planned, check, { language, translationId })
  const translations = new Map(
    planned.flatMap((one) => {
      const found = texts.get(keyOf(one))
      return found ? [[one.segment.id, found.translation] as const] : []
    }),
  )
  return spliceNotes(notes, cut, translations)
}
