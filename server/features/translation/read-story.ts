import { type Article, TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment, joined, literal, name } from '#server/platform/database/fragment.ts'

/** An original as it is when a translation begins. */
export interface Original extends TranslatedFields {
  id: string
  slug: string
  published: boolean
  /** The newest revision. */
  revision: number | null
}

/** The remembered text at a place of a translation. */
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
  /** The time in the form in which the database writes it, with microseconds. */
  updatedAt: string
  correctedAt: string | null
  /** The time at which the pending text was made; null without one. */
  pendingSince: string | null
  /** The revision of the original that was translated. */
  sourceRevision: number | null
  /** The texts of that revision; null when it is unknown. */
  source: TranslatedFields | null
  /** The texts as a run stored them; null when an editor has written them, or they are unknown. */
  asStored: TranslatedFields | null
  /** The person who has saved it last, or reviewed that for readers, of people and not of runs; null when that is unknown. */
  editedBy: string | null
  parts: StoredPart[]
}

/** Null when it was deleted, or is no English original any more. */
export async function readOriginal(sql: Session, id: string): Promise<Original | null> {
  const [original] = await sql<Original[]>`
    select id, ${translatedColumns()}, slug, published, (
      select max(revision.id)::float8 from public.article_revisions as revision where revision.article_id = article.id) as revision
    from public.articles as article
    where id = ${id} and language = 'en' and original_article_id is null`
  return original ?? null
}

/**
 * The translation of an original into a language, with its provenance. Without a recorded source revision, the revision at the time of its
 * last save is assumed.
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
        order by revision.id desc limit 1) as "asStored",
      (select coalesce(reviewer.id, version.made_by) from public.article_revisions as version
        left join lateral (
          select (event ->> 'by')::uuid as id from jsonb_array_elements(version.events) as event
          where event ->> 'what' = 'reviewed' and private.publishes_translations((event ->> 'by')::uuid, article.language)
        ) as reviewer on true
        where version.article_id = article.id
          and (reviewer.id is not null or version.made_by is not null and not version.by_program)
        order by version.id desc limit 1) as "editedBy"
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

type LockedOriginal = TranslatedFields &
  Pick<Article, 'slug' | 'category' | 'author' | 'hero_image' | 'publish_date' | 'published'>

/** A translation, locked for an update. */
export interface LockedTranslation extends TranslatedFields {
  id: string
  /** The time in the form in which the database writes it, with microseconds. */
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
 * Locks an original and its translation until the end of the transaction. The lock of the original is shared, so that other languages can be
 * stored at the same time, but not the original. Null when it was deleted, or is no English original any more.
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

/**
 * The text of the original from which a translation was made; null when it is unknown. Without a recorded revision it is the one at the time
 * of the last save, as for a review.
 */
export async function readTranslatedText(sql: Session, translationId: string): Promise<string | null> {
  const [row] = await sql<{ content: string | null }[]>`
    select (
      select revision.article ->> 'content' from public.article_revisions as revision
      where revision.article_id = article.original_article_id
        and (revision.id = made.source_revision or revision.made_at <= article.updated_at)
      order by revision.id = made.source_revision desc nulls last, revision.id desc limit 1) as content
    from public.articles as article left join public.article_translations as made on made.translation_id = article.id
    where article.id = ${translationId}`
  return row?.content ?? null
}

/** The columns with the texts that are translated, of a table by its alias: `article."title", article."subtitle", …`. */
export function translatedColumns(alias?: string): Fragment {
  return joined(TRANSLATED_FIELDS.map((field) => (alias ? name(alias, field) : name(field))))
}

/** Their values, in the same order. */
export function translatedValues(fields: TranslatedFields): Fragment {
  return joined(TRANSLATED_FIELDS.map((field) => fields[field]))
}

/** `title = …, subtitle = …`, for an update. */
export function translatedChanges(fields: TranslatedFields): Fragment {
  return joined(TRANSLATED_FIELDS.map((field) => fragment`${name(field)} = ${fields[field]}`))
}

/** `title = excluded.title, …`, for an upsert. */
export const EXCLUDED_CHANGES = joined(
  TRANSLATED_FIELDS.map((field) => fragment`${name(field)} = ${name('excluded', field)}`),
)

/** The texts of a stored version: `revision.article->>'title', …`. */
export const REVISED_TEXTS = joined(
  TRANSLATED_FIELDS.map((field) => fragment`revision.article->>${literal(field)}`),
)
