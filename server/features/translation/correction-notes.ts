import { type ArticleCut, cutArticle } from '#core/translation/cut-article.ts'
import type { PlannedSegment } from '#core/translation/plan-translation.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A note of an original that its translation does not have yet, or that says something else now. */
export interface MissingNote {
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
export function spliceNotes(
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
