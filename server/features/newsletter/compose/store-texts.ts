import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Notes } from '#server/features/newsletter/compose/dropped-notes.ts'
import type { EditionTexts } from '#server/features/newsletter/compose/write-by-rules.ts'
import type { IssueContent } from '#server/features/newsletter/read-issue.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface StoredSummary {
  /** The original of the article. */
  article_id: string
  text: string
  origin: 'model' | 'rules'
  /** Whether it takes the place of one that is there. */
  replaces: boolean
}

interface Place {
  present: IssueContent
  language: Language
  /** Whether what a person wrote is replaced as well. */
  replacesPersons?: boolean
}

/** Stores summaries of the items of an issue. Those that a person wrote stay, unless they are to be replaced. */
export async function storeSummaries(
  sql: Session,
  summaries: readonly StoredSummary[],
  { present, language, replacesPersons = false }: Place,
): Promise<void> {
  await sql`
    insert into public.newsletter_summaries as present (item_id, language, summary, origin)
    select item.id, ${language}, given.text, given.origin
    from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as given (article_id uuid, text text, origin text, replaces boolean)
    join public.newsletter_items as item on item.issue_id = ${present.issue.id} and item.article_id = given.article_id
    where given.replaces or not exists (
      select from public.newsletter_summaries as known where known.item_id = item.id and known.language = ${language})
    on conflict (item_id, language) do update set summary = excluded.summary, origin = excluded.origin
      where present.origin <> 'person' or ${replacesPersons}`
}

interface NewTexts {
  texts: EditionTexts
  origin: 'model' | 'rules'
  model: string | null
  /** Of the English texts that were translated; null when they were not. */
  sourceHash: string | null
  /** A sentence about all of it; null when there is nothing to say. */
  remark: string | null
  notes: Notes
}

/**
 * Stores what an edition says apart from its items, unless a person wrote it and it is to stay; the desk is told what was not used in any case.
 * @returns whether a person's texts have stayed
 */
export async function storeTexts(
  sql: Session,
  { texts, origin, model, sourceHash, remark, notes }: NewTexts,
  { present, language, replacesPersons = false }: Place,
): Promise<boolean> {
  const { id } = present.issue
  const edition = present.editions.find((one) => one.language === language)
  const stays = edition !== undefined && isPersons(edition) && !replacesPersons
  if (stays) notes.add(edition.content === null ? TEXTS_STAY : CONTENT_STAYS)
  const dropped = JSON.stringify([...(remark === null ? [] : [remark]), ...notes.all()])
  if (stays)
    await sql`
      update public.newsletter_editions set dropped = ${dropped}::jsonb
      where issue_id = ${id} and language = ${language}`
  else
    await sql`
      insert into public.newsletter_editions
        (issue_id, language, subject, preheader, introduction, origin, model, dropped, source_hash)
      values (${id}, ${language}, ${texts.subject}, ${texts.preheader}, ${texts.introduction}, ${origin}, ${model},
        ${dropped}::jsonb, ${sourceHash})
      on conflict (issue_id, language) do update set
        subject = excluded.subject, preheader = excluded.preheader, introduction = excluded.introduction, content = null,
        origin = excluded.origin, model = excluded.model, dropped = excluded.dropped, made_at = now(),
        source_hash = excluded.source_hash, reviewed_at = null, reviewed_by = null`
  return stays
}

const TEXTS_STAY = 'Subject, preheader and introduction were written by a person, and stay as they are.'
const CONTENT_STAYS =
  'The content was written by a person, and stays as it is: what has changed in the items is not in it.'

/** An edition that nobody has written anything in is nobody's. */
const isPersons = ({ origin, subject, preheader, introduction, content }: NewsletterEdition) =>
  origin === 'person' && (content !== null || `${subject}${preheader}${introduction}`.trim() !== '')
