import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslatedFields } from '#core/translation/article-texts.ts'
import type { Session, Sql } from '#server/database/connection.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { Original, PresentTranslation } from '#server/translation/read-story.ts'
import { type ClaimedRun, succeedRun } from '#server/translation/runs.ts'
import { storeCorrectionNotes } from '#server/translation/store-correction-notes.ts'

export interface NewPart {
  segmentId: number
  proposedId: number | null
  origin: TextOrigin
}

export interface FinishedTranslation {
  run: ClaimedRun
  original: Original
  /** As it was read at the beginning. */
  present: PresentTranslation | null
  fields: TranslatedFields
  parts: readonly NewPart[]
  /** Of what was asked for; null when all came from memory. */
  model: string | null
}

export type StoreOutcome =
  | 'stored'
  /** The original is gone. */
  | 'gone'
  /** Somebody has saved, added or deleted the translation meanwhile. */
  | 'changed'

/**
 * Stores a translation that is complete, and ends its run, in one transaction. When the original has changed meanwhile, the translation is stale
 * from the beginning.
 * @throws RunCancelled
 */
export function storeTranslation(
  { sql, queue }: { sql: Sql; queue: JobQueue },
  finished: FinishedTranslation,
): Promise<StoreOutcome> {
  return sql.transaction(async (transaction) => {
    const { run, present } = finished
    // Shared, so that other languages are stored at the same time, while nobody saves the original.
    const [original] = await transaction<LockedOriginal[]>`
      select title, subtitle, excerpt, content, slug, category, author, hero_image, publish_date::text, published
      from public.articles where id = ${run.articleId} and language = 'en' and original_article_id is null for share`
    if (!original) return 'gone'
    const [there] = await transaction<{ id: string; updatedAt: string }[]>`
      select id, updated_at::text as "updatedAt" from public.articles
      where original_article_id = ${run.articleId} and language = ${run.language} for update`
    if (there?.id !== present?.id || there?.updatedAt !== present?.updatedAt) return 'changed'
    await transaction`
      select set_config('revision.by', ${run.requestedBy ?? ''}, true)`
    const { id, updatedAt } = present
      ? await updateArticle(transaction, finished, original, present.id)
      : await insertArticle(transaction, finished, original)
    await recordHowItWasMade(transaction, finished, {
      id,
      original,
      isSaved: updatedAt !== present?.updatedAt,
    })
    const { articleId: originalId, language } = run
    await storeCorrectionNotes(transaction, { translationId: id, originalId, language })
    await succeedRun({ queue }, transaction, run.id)
    return 'stored'
  })
}

interface LockedOriginal extends TranslatedFields {
  slug: string
  category: string
  author: string
  hero_image: string | null
  publish_date: string
  published: boolean
}

interface Saved {
  id: string
  updatedAt: string
}

const noteOf = ({ model }: FinishedTranslation) =>
  model ? `Translated by ${model}` : 'Translated from memory'

async function insertArticle(
  sql: Session,
  finished: FinishedTranslation,
  { slug, category, author, hero_image, publish_date, published }: LockedOriginal,
): Promise<Saved> {
  const { run, fields } = finished
  const { title, subtitle, excerpt, content } = fields
  const own = await freeSlug(sql, slugFromTitle(title) || slug, run.language)
  const [row] = await sql<[Saved]>`
    insert into public.articles (slug, language, title, subtitle, excerpt, content, category, author, reading_time, hero_image,
      publish_date, published, original_article_id, revision_note)
    values (${own}, ${run.language}, ${title}, ${subtitle}, ${excerpt}, ${content}, ${category}, ${author},
      ${readingTimeOf(content)}, ${hero_image}, ${publish_date}::timestamptz, ${published}, ${run.articleId}, ${noteOf(finished)})
    returning id, updated_at::text as "updatedAt"`
  return row
}

/** Its address stays, and so does whether it is published. */
async function updateArticle(
  sql: Session,
  finished: FinishedTranslation,
  { category, author, hero_image, publish_date }: LockedOriginal,
  id: string,
): Promise<Saved> {
  const { title, subtitle, excerpt, content } = finished.fields
  const [row] = await sql<[Saved]>`
    update public.articles set title = ${title}, subtitle = ${subtitle}, excerpt = ${excerpt}, content = ${content},
      category = ${category}, author = ${author}, reading_time = ${readingTimeOf(content)}, hero_image = ${hero_image},
      publish_date = ${publish_date}::timestamptz, revision_note = ${noteOf(finished)}
    where id = ${id} returning id, updated_at::text as "updatedAt"`
  return row
}

/** The slug, or the first with a number that neither an article nor a redirect has in this language. */
async function freeSlug(sql: Session, slug: string, language: TranslatedLanguage): Promise<string> {
  const base = slug.slice(0, SLUG_MAX_LENGTH - 7).replace(/-$/, '')
  const [row] = await sql<[{ slug: string }]>`
    with candidate (number, slug) as (
      select 1, ${slug} union all select number, ${base} || '-' || number from generate_series(2,
        -- Trying all takes a tenth of a second, and hardly ever is one needed.
        case when exists (select from public.articles where slug = ${slug} and language = ${language})
          or exists (select from public.slug_redirects where slug = ${slug} and language = ${language}) then 100000 else 1 end) as number)
    select slug from candidate
    where not exists (select from public.articles as a where a.slug = candidate.slug and a.language = ${language})
      and not exists (select from public.slug_redirects as r where r.slug = candidate.slug and r.language = ${language})
    order by number limit 1`
  return row.slug
}

const FIELDS = ['title', 'subtitle', 'excerpt', 'content'] as const

async function recordHowItWasMade(
  sql: Session,
  { run, original: cut, present, fields, parts, model }: FinishedTranslation,
  { id, original, isSaved }: { id: string; original: LockedOriginal; isSaved: boolean },
): Promise<void> {
  const persons = parts.filter(({ origin }) => origin === 'person').length
  const origin: TextOrigin = persons * 2 > parts.length ? 'person' : 'machine'
  const isStale = FIELDS.some((field) => cut[field] !== original[field])
  const isReworded = FIELDS.some((field) => fields[field] !== present?.[field])
  await sql`
    insert into public.article_translations as made (translation_id, original_id, language, source_revision, origin, model,
      translated_at, stale_since)
    values (${id}, ${run.articleId}, ${run.language}, ${cut.revision}, ${origin}, ${model}::text, now(),
      case when ${isStale} then now() end)
    on conflict (translation_id) do update set original_id = excluded.original_id, language = excluded.language,
      source_revision = excluded.source_revision, origin = excluded.origin, model = coalesce(excluded.model, made.model),
      -- The version that was stored then is the one with which edits are compared.
      translated_at = case when ${isSaved} then now() else made.translated_at end,
      reviewed_at = case when not ${isReworded} then made.reviewed_at end, stale_since = excluded.stale_since, changed_segments = null,
      -- A correction of the last minutes is not in it, nor what was saved because of one.
      corrected_at = case when ${isStale} or made.corrected_at is distinct from ${present?.correctedAt ?? null}::timestamptz
        then made.corrected_at end`
  if (isStale) await sql`select pg_notify('stale_translations', ${run.articleId})`
  await sql`delete from public.translation_parts where translation_id = ${id}`
  await sql`
    insert into public.translation_parts (translation_id, position, segment_id, proposed_id)
    select ${id}, place - 1, segment_id, proposed_id
    from unnest(${parts.map(({ segmentId }) => segmentId)}::bigint[], ${parts.map(({ proposedId }) => proposedId)}::bigint[])
      with ordinality as part (segment_id, proposed_id, place)`
}
