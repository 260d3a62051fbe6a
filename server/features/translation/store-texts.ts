import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { SLUG_MAX_LENGTH, slugFromTitle } from '#core/domain/article-slug.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import { storeCorrectionNotes } from '#server/features/translation/correction-notes.ts'
import type { ApprovedPart, NewPart, NewTexts } from '#server/features/translation/new-texts.ts'
import {
  EXCLUDED_CHANGES,
  type LockedStory,
  type LockedTranslation,
  translatedChanges,
  translatedColumns,
  translatedValues,
} from '#server/features/translation/read-story.ts'
import { forgetRefused } from '#server/features/translation/refused-answers.ts'
import type { Session } from '#server/platform/database/connection.ts'

interface WrittenTranslation {
  fields: TranslatedFields
  published: boolean
  /** True if everything else becomes that of the original, such as its category. */
  takesOver: boolean
  note: string
}

/**
 * Stores a translation of a locked article. If translations into its language wait for a review, it is published once each of its texts has
 * been approved; until then, the older text stays published. So it does until somebody approves it who may publish.
 * @returns whether readers have these texts now
 */
export async function storeTexts(sql: Session, story: LockedStory, texts: NewTexts): Promise<boolean> {
  const { original, translation } = story
  const { fields, parts, takesOver, note } = texts
  const waits = await waitsForReview(sql, { language: story.language, translation })
  const isApproved = parts.length > 0 && parts.every(({ approval }) => approval !== null)
  const isReworded = TRANSLATED_FIELDS.some((field) => fields[field] !== translation?.[field])
  const isOfPresent = TRANSLATED_FIELDS.every((field) => texts.source[field] === original[field])
  if (isOfPresent) await forgetRefused(sql, story)
  const publishes = await mayPublish(sql, story, { texts, waits })
  if (translation?.published && (!publishes || (waits && !isApproved && isReworded))) {
    await storePending(sql, { story, texts, replaces: translation, origin: originOf(parts) })
    return false
  }
  const begins =
    publishes && original.published && (!waits || isApproved) && (await isCovered(sql, story.articleId))
  const published = translation
    ? translation.published || (begins && waits && (await isFirst(sql, translation.id)))
    : begins
  const row = { fields, published, takesOver, note }
  const isReviewedNow = isApproved && (isReworded || !(await isReviewed(sql, translation?.id)))
  await sql`
    select set_config('revision.by', ${texts.by ?? ''}, true), set_config('audit.actor', ${texts.reviewer ?? ''}, true),
      set_config('revision.by_program', ${texts.reviewer ? '' : 'on'}, true),
      set_config('audit.covered', ${isReviewedNow ? 'on' : ''}, true)`
  let id = translation?.id
  if (id === undefined) id = await addTranslation(sql, story, row)
  else await changeTranslation(sql, id, story, row)
  await recordHowItWasMade(sql, id, { story, texts, waits, isApproved, isReworded })
  if (isReviewedNow)
    await recordReview(sql, id, { segments: parts.length, publishes: published && !translation?.published })
  await replaceParts(sql, id, parts)
  await discardPending(sql, id)
  const { articleId: originalId, language } = story
  await storeCorrectionNotes(sql, {
    translationId: id,
    originalId,
    language,
    isByHand: texts.reviewer !== null,
  })
  return published
}

/** Tells whether translations into a language wait for a review, or this one, which nobody who may publish it has seen. */
export async function waitsForReview(
  sql: Session,
  { language, translation }: { language: TranslatedLanguage; translation: { id: string } | null },
): Promise<boolean> {
  const rows = await sql`
    select where ${language} = any (private.reviewed_languages())
    union all
    select from public.articles
    where id = ${translation?.id ?? null} and not published and private.is_by_translator_alone(id)`
  return rows.length > 0
}

/**
 * Tells whether readers may get these texts at once. A run does not publish what a translator without that permission has written or
 * approved, or what waits because of one.
 */
async function mayPublish(
  sql: Session,
  { language, translation }: LockedStory,
  { texts, waits }: { texts: NewTexts; waits: boolean },
): Promise<boolean> {
  const { by, parts, reviewer } = texts
  const approvers = reviewer ? [] : parts.flatMap(({ approval }) => approval?.by ?? [])
  const people = [...new Set([...approvers, ...(by ? [by] : [])])]
  const unapproved = reviewer
    ? []
    : parts.flatMap(({ approval, segmentId }) => (approval?.by ? [] : [segmentId]))
  const [{ all }] = await sql<[{ all: boolean }]>`
    select not exists (
      select from unnest(${people}::uuid[]) as person where not private.publishes_translations(person, ${language}))
      and not private.has_unread_wordings(${unapproved}::bigint[]) as all`
  const isHeld = !reviewer && !waits && translation && (await pendingSince(sql, translation.id)) !== null
  return all && !isHeld
}

/** Tells whether a translation was never published; one that an editor has unpublished stays so. */
async function isFirst(sql: Session, id: string): Promise<boolean> {
  const before =
    await sql`select from public.article_revisions where article_id = ${id} and published limit 1`
  return before.length === 0
}

/** Tells whether the original could be published now: a source that was withdrawn since keeps further translations from readers. */
async function isCovered(sql: Session, originalId: string): Promise<boolean> {
  const uncovered =
    await sql`select from public.articles where id = ${originalId} and private.find_uncovered(articles) is not null`
  return uncovered.length === 0
}

function originOf(parts: readonly NewPart[]): TextOrigin {
  const persons = parts.filter(({ origin }) => origin === 'person').length
  return persons * 2 > parts.length ? 'person' : 'machine'
}

async function recordHowItWasMade(
  sql: Session,
  id: string,
  about: { story: LockedStory; texts: NewTexts; waits: boolean; isApproved: boolean; isReworded: boolean },
): Promise<void> {
  const { story, texts, waits, isApproved, isReworded } = about
  const { source, parts, model } = texts
  const isStale = TRANSLATED_FIELDS.some((field) => source[field] !== story.original[field])
  const isUndecided = waits && !isApproved && parts.some(({ proposedId }) => proposedId !== null)
  const correctedAt = isUndecided ? null : texts.correctedAt
  await sql`
    insert into public.article_translations as made (translation_id, original_id, language, source_revision, origin, model,
      translated_at, reviewed_at, stale_since)
    values (${id}, ${story.articleId}, ${story.language}, ${source.revision}, ${originOf(parts)}, ${model}::text, now(),
      case when ${isApproved} then now() end, case when ${isStale} then now() end)
    on conflict (translation_id) do update set original_id = excluded.original_id, language = excluded.language,
      source_revision = excluded.source_revision, origin = excluded.origin, model = coalesce(excluded.model, made.model),
      -- Edits are compared with the version that was stored at this time.
      translated_at = case when ${isReworded} then now() else made.translated_at end,
      reviewed_at = case
        when ${isApproved} then
          case when not ${isReworded} and made.reviewed_at >= made.translated_at then made.reviewed_at else now() end
        when not ${isReworded} and not ${texts.withdraws} then made.reviewed_at end,
      stale_since = case when ${isStale} then coalesce(made.stale_since, now()) end,
      changed_segments = case when ${isStale} and made.source_revision = excluded.source_revision then made.changed_segments end,
      -- A correction from the last minutes is not contained yet.
      corrected_at = case when ${isStale} or made.corrected_at is distinct from ${correctedAt}::timestamptz then made.corrected_at end`
  if (isStale) await sql`select pg_notify('stale_translations', ${story.articleId})`
}

/** Tells whether a translation was reviewed since its texts last changed. */
async function isReviewed(sql: Session, id: string | undefined): Promise<boolean> {
  const rows = await sql`
    select from public.article_translations where translation_id = ${id ?? null} and reviewed_at >= translated_at`
  return rows.length > 0
}

/** Adds the review to the audit log, in the place of what it changed in the article. */
async function recordReview(
  sql: Session,
  id: string,
  { segments, publishes }: { segments: number; publishes: boolean },
): Promise<void> {
  const did = publishes ? 'approved and published the translation %s' : 'approved the translation %s'
  await sql`
    select private.record_article_act(articles, 'review_translation', ${did},
      jsonb_build_object('language', language, 'segments', ${segments}::integer))
    from public.articles where id = ${id}`
  await sql`select set_config('audit.covered', '', true)`
}

async function replaceParts(sql: Session, id: string, parts: readonly ApprovedPart[]): Promise<void> {
  await sql`delete from public.translation_parts where translation_id = ${id}`
  await sql`
    insert into public.translation_parts (translation_id, position, segment_id, proposed_id, approved_at, approved_by)
    select ${id}, place - 1, segment_id, proposed_id, approved_at, approved_by
    from unnest(${parts.map(({ segmentId }) => segmentId)}::bigint[], ${parts.map(({ proposedId }) => proposedId)}::bigint[],
      ${parts.map(({ approval }) => approval?.at ?? null)}::timestamptz[], ${parts.map(({ approval }) => approval?.by ?? null)}::uuid[])
      with ordinality as part (segment_id, proposed_id, approved_at, approved_by, place)`
}

/** Adds a translation to an original that has none in its language, and returns its id. */
async function addTranslation(
  sql: Session,
  { articleId, language, original }: LockedStory,
  { fields, published, note }: WrittenTranslation,
): Promise<string> {
  const { slug, category, author, hero_image, publish_date } = original
  const own = await freeSlug(sql, slugFromTitle(fields.title) || slug, language)
  const [row] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, ${translatedColumns()}, category, author, reading_time, hero_image, publish_date,
      published, original_article_id, revision_note)
    values (${own}, ${language}, ${translatedValues(fields)}, ${category}, ${author},
      ${readingTimeOf(fields.content)}, ${hero_image}, ${publish_date}::timestamptz, ${published}, ${articleId}, ${note})
    returning id`
  return row.id
}

/** Updates the texts of a translation. Its address stays. */
async function changeTranslation(
  sql: Session,
  id: string,
  { original }: LockedStory,
  { fields, published, takesOver, note }: WrittenTranslation,
): Promise<void> {
  const { category, author, hero_image, publish_date } = original
  await sql`
    update public.articles set ${translatedChanges(fields)},
      reading_time = ${readingTimeOf(fields.content)}, published = ${published},
      category = case when ${takesOver} then ${category} else category end,
      author = case when ${takesOver} then ${author} else author end,
      hero_image = case when ${takesOver} then ${hero_image} else hero_image end,
      publish_date = case when ${takesOver} then ${publish_date}::timestamptz else publish_date end, revision_note = ${note}
    where id = ${id}`
}

/** The slug, with the first number that makes it unique among the articles and redirects of this language. */
async function freeSlug(sql: Session, slug: string, language: TranslatedLanguage): Promise<string> {
  const base = slug.slice(0, SLUG_MAX_LENGTH - 7).replace(/-$/, '')
  const [row] = await sql<[{ slug: string }]>`
    with candidate (number, slug) as (
      select 1, ${slug} union all select number, ${base} || '-' || number from generate_series(2,
        -- The numbers are only generated for a slug that is taken, because that takes a tenth of a second.
        case when exists (select from public.articles where slug = ${slug} and language = ${language})
          or exists (select from public.slug_redirects where slug = ${slug} and language = ${language}) then 100000 else 1 end) as number)
    select slug from candidate
    where not exists (select from public.articles as a where a.slug = candidate.slug and a.language = ${language})
      and not exists (select from public.slug_redirects as r where r.slug = candidate.slug and r.language = ${language})
    order by number limit 1`
  return row.slug
}

/** Stores texts that wait for a review, in place of earlier ones. */
async function storePending(
  sql: Session,
  {
    story,
    texts,
    replaces,
    origin,
  }: { story: LockedStory; texts: NewTexts; replaces: LockedTranslation; origin: TextOrigin },
): Promise<void> {
  const { articleId, language } = story
  const { fields, source, model, correctedAt } = texts
  const parts = JSON.stringify(
    texts.parts.map(({ segmentId, proposedId, approval }) => ({
      segment_id: segmentId,
      proposed_id: proposedId,
      approved_at: approval?.at ?? null,
      approved_by: approval?.by ?? null,
    })),
  )
  await sql`
    insert into public.pending_translations as pending (translation_id, original_id, language, source_revision, replaces,
      ${translatedColumns()}, origin, model, parts, corrected_at)
    values (${replaces.id}, ${articleId}, ${language}, ${source.revision}, ${replaces.updatedAt}::timestamptz,
      ${translatedValues(fields)}, ${origin}, ${model}::text, ${parts}::jsonb, ${correctedAt}::timestamptz)
    on conflict (translation_id) do update set source_revision = excluded.source_revision, replaces = excluded.replaces,
      ${EXCLUDED_CHANGES}, origin = excluded.origin, model = coalesce(excluded.model, pending.model), parts = excluded.parts,
      corrected_at = excluded.corrected_at,
      -- An approval alone does not change the version.
      made_at = case when (pending.source_revision, ${translatedColumns('pending')},
          jsonb_path_query_array(pending.parts, '$[*].segment_id'), jsonb_path_query_array(pending.parts, '$[*].proposed_id'))
        is not distinct from (excluded.source_revision, ${translatedColumns('excluded')},
          jsonb_path_query_array(excluded.parts, '$[*].segment_id'), jsonb_path_query_array(excluded.parts, '$[*].proposed_id'))
        then pending.made_at else now() end`
}

/** The time at which the pending text was made; null without one. */
export async function pendingSince(sql: Session, translationId: string): Promise<string | null> {
  const [pending] = await sql<{ madeAt: string }[]>`
    select made_at::text as "madeAt" from public.pending_translations where translation_id = ${translationId}`
  return pending?.madeAt ?? null
}

async function discardPending(sql: Session, translationId: string): Promise<void> {
  await sql`delete from public.pending_translations where translation_id = ${translationId}`
}
