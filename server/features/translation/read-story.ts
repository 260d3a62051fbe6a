import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { RememberedText } from '#server/features/translation/memory.ts'
import { translatedColumns } from '#server/features/translation/translated-columns.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An original as it is when a translation begins. */
export interface Original extends TranslatedFields {
  id: string
  slug: string
  published: boolean
  /** The newest version of it. */
  revision: number | null
}

/** Which remembered text stands at a place of a translation. */
interface StoredPart {
  segmentId: number
  source: string
  translation: string
  origin: TextOrigin
  proposedId: number | null
}

/** A translation as it is when it is about to be renewed. */
export interface PresentTranslation extends TranslatedFields {
  id: string
  /** As the database writes it, with microseconds. */
  updatedAt: string
  correctedAt: string | null
  /** When what waits for a review was made; null when nothing does. */
  pendingSince: string | null
  /** The revision of the original of which it is a translation. */
  sourceRevision: number | null
  /** The original of which it is a translation; null when that version is no longer known. */
  source: TranslatedFields | null
  /** As a machine left it; null when a person has written it, or that is no longer known. */
  asStored: TranslatedFields | null
  parts: StoredPart[]
}

/** Null when it is gone, or is no English original any more. */
export async function readOriginal(sql: Session, id: string): Promise<Original | null> {
  const [original] = await sql<Original[]>`
    select id, ${translatedColumns()}, slug, published, (
      select max(revision.id)::float8 from public.article_revisions as revision where revision.article_id = article.id) as revision
    from public.articles as article
    where id = ${id} and language = 'en' and original_article_id is null`
  return original ?? null
}

/**
 * The translation of an original into a language, with what is known of how it was made. Where it is not recorded of which version it
 * is a translation, it is taken for one of the version that there was when it was last saved.
 */
export async function readPresent(
  sql: Session,
  { originalId, language }: { originalId: string; language: TranslatedLanguage },
): Promise<PresentTranslation | null> {
  const [row] = await sql<Omit<PresentTranslation, 'parts'>[]>`
    select article.id, ${translatedColumns('article')},
      article.updated_at::text as "updatedAt", made.corrected_at::text as "correctedAt",
      (select made_at::text from public.pending_translations where translation_id = article.id) as "pendingSince",
      source.id::float8 as "sourceRevision", source.article as source,
      (select revision.article from public.article_revisions as revision
        where revision.article_id = article.id and revision.made_at = made.translated_at
        order by revision.id desc limit 1) as "asStored"
    from public.articles as article left join public.article_translations as made on made.translation_id = article.id
    left join public.article_revisions as source on source.id = coalesce(
      (select id from public.article_revisions where id = made.source_revision),
      (select revision.id from public.article_revisions as revision
        where revision.article_id = ${originalId} and revision.made_at <= article.updated_at
        order by revision.id desc limit 1))
    where article.original_article_id = ${originalId} and article.language = ${language}`
  if (!row) return null
  const parts = await sql<StoredPart[]>`
    select segment.id::float8 as "segmentId", segment.source, segment.text as translation, segment.origin,
      part.proposed_id::float8 as "proposedId"
    from public.translation_parts as part join public.translation_segments as segment on segment.id = part.segment_id
    where part.translation_id = ${row.id} order by part.position`
  return { ...row, parts }
}

/** What persons have written in what waits for a review, which is no translation yet. */
export async function readPendingEdits(sql: Session, translationId: string): Promise<RememberedText[]> {
  return sql<RememberedText[]>`
    select segment.id::float8 as id, segment.context, segment.source as text, segment.text as translation, segment.origin
    from public.pending_translations as pending
    cross join jsonb_to_recordset(pending.parts) as part (segment_id bigint)
    join public.translation_segments as segment on segment.id = part.segment_id
    where pending.translation_id = ${translationId} and segment.origin = 'person'`
}

interface LockedOriginal extends TranslatedFields {
  slug: string
  category: string
  author: string
  hero_image: string | null
  publish_date: string
  published: boolean
}

/** A translation as readers have it, or will have it when it is published. */
export interface LockedTranslation extends TranslatedFields {
  id: string
  /** As the database writes it, with microseconds. */
  updatedAt: string
  published: boolean
}

export interface LockedStory {
  articleId: string
  language: TranslatedLanguage
  original: LockedOriginal
  translation: LockedTranslation | null
}

/**
 * Locks an original and its translation before that is stored, until the end of the transaction. The original is shared, so that other
 * languages are stored at the same time, while nobody saves it. Null when it is gone, or is no English original any more.
 */
export async function lockStory(
  sql: Session,
  { articleId, language }: { articleId: string; language: TranslatedLanguage },
): Promise<LockedStory | null> {
  const [original] = await sql<LockedOriginal[]>`
    select ${translatedColumns()}, slug, category, author, hero_image, publish_date::text, published
    from public.articles where id = ${articleId} and language = 'en' and original_article_id is null for share`
  if (!original) return null
  const [translation] = await sql<LockedTranslation[]>`
    select id, updated_at::text as "updatedAt", published, ${translatedColumns()} from public.articles
    where original_article_id = ${articleId} and language = ${language} for update`
  return { articleId, language, original, translation: translation ?? null }
}
