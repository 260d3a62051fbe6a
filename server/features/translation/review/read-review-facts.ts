import { createHash } from 'node:crypto'
import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  type Original,
  type PresentTranslation,
  REVISED_TEXTS,
  readOriginal,
  readPresent,
  translatedColumns,
} from '#server/features/translation/read-story.ts'
import { type RefusedAnswer, readRefused } from '#server/features/translation/refused-answers.ts'
import { waitsForReview } from '#server/features/translation/store-texts.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface ReviewQuestion {
  articleId: string
  language: TranslatedLanguage
  /** True to show the present original, and not the translated revision. */
  current: boolean
}

/** The remembered text at a place, the proposal, and the approval. */
export interface ReviewedPart {
  segmentId: number
  source: string
  text: string
  origin: TextOrigin
  proposed: { id: number; source: string; text: string; origin: TextOrigin } | null
  approval: { at: string; by: string | null } | null
}

/** A pending text, which waits for a review. */
interface PendingText extends TranslatedFields {
  /** The translated revision; null when it is unknown. */
  source: (TranslatedFields & { revision: number }) | null
  model: string | null
  correctedAt: string | null
  /** True if the published text has been changed since. */
  isOutdated: boolean
  reviewed: ReviewedPart[]
}

/** All stored facts about a translation under review. */
export interface ReviewFacts extends ReviewQuestion {
  original: Original
  translation:
    | (PresentTranslation & {
        slug: string
        published: boolean
        is_unread: boolean
        reviewed_at: string | null
        stale_since: string | null
        model: string | null
      })
    | null
  pending: PendingText | null
  /** The parts of the published text. */
  reviewed: ReviewedPart[]
  waitsForReview: boolean
  /** The refused answers to the present texts, by `refusalKey`; none beside an older revision. */
  refused: ReadonlyMap<string, RefusedAnswer>
  /** A hash of everything on which a review is based. */
  version: string
}

/** Null when the original was deleted, or is no English original. */
export async function readReviewFacts(sql: Session, question: ReviewQuestion): Promise<ReviewFacts | null> {
  const { articleId, language } = question
  const original = await readOriginal(sql, articleId)
  if (!original) return null
  const present = await readPresent(sql, { originalId: articleId, language })
  const waits = await waitsForReview(sql, { language, translation: present })
  const current = question.current || !present
  const refused = current ? await readRefused(sql, question) : new Map<string, RefusedAnswer>()
  const facts = { ...question, original, waitsForReview: waits, current, refused }
  if (!present) return named({ ...facts, translation: null, pending: null, reviewed: [] })
  const [row] = await sql<[Omit<NonNullable<ReviewFacts['translation']>, keyof PresentTranslation>]>`
    select article.slug, article.published,
      private.is_unread(article.id) as is_unread, to_jsonb(made.reviewed_at) as reviewed_at, to_jsonb(made.stale_since) as stale_since, made.model
    from public.articles as article left join public.article_translations as made on made.translation_id = article.id
    where article.id = ${present.id}`
  const waiting = await readPending(sql, present.id)
  const pending = waiting && { ...waiting, reviewed: await readParts(sql, present.id, true) }
  const reviewed = await readParts(sql, present.id, false)
  return named({ ...facts, translation: { ...present, ...row }, pending, reviewed })
}

async function readPending(
  sql: Session,
  translationId: string,
): Promise<Omit<PendingText, 'reviewed'> | null> {
  const [pending] = await sql<Omit<PendingText, 'reviewed'>[]>`
    select ${translatedColumns('pending')}, pending.model,
      pending.corrected_at::text as "correctedAt",
      (select revision.article || jsonb_build_object('revision', revision.id)
        from public.article_revisions as revision where revision.id = pending.source_revision) as source,
      pending.replaces <> article.updated_at and not coalesce((
        select (${REVISED_TEXTS}) is not distinct from (${translatedColumns('article')})
        from public.article_revisions as revision
        where revision.article_id = article.id and revision.made_at <= pending.replaces
        order by revision.id desc limit 1), false) as "isOutdated"
    from public.pending_translations as pending join public.articles as article on article.id = pending.translation_id
    where pending.translation_id = ${translationId}`
  return pending ?? null
}

async function readParts(sql: Session, translationId: string, isPending: boolean): Promise<ReviewedPart[]> {
  return sql<ReviewedPart[]>`
    with part as (
      select position as place, segment_id, proposed_id, approved_at::text, approved_by from public.translation_parts
      where translation_id = ${translationId} and not ${isPending}
      union all
      select place, (part->>'segment_id')::bigint, (part->>'proposed_id')::bigint, part->>'approved_at', (part->>'approved_by')::uuid
      from public.pending_translations, jsonb_array_elements(parts) with ordinality as element (part, place)
      where translation_id = ${translationId} and ${isPending}
    )
    select segment.id::float8 as "segmentId", segment.source, segment.text, segment.origin,
      case when proposed.id is not null then jsonb_build_object(
        'id', proposed.id, 'source', proposed.source, 'text', proposed.text, 'origin', proposed.origin) end as proposed,
      case when part.approved_at is not null then jsonb_build_object('at', part.approved_at, 'by', part.approved_by) end as approval
    from part join public.translation_segments as segment on segment.id = part.segment_id
    left join public.translation_segments as proposed on proposed.id = part.proposed_id
    order by part.place`
}

/** Adds the version: equal versions have the same texts on both sides, with the same approvals. */
function named(facts: Omit<ReviewFacts, 'version'>): ReviewFacts {
  const { current, original, translation, pending, reviewed, refused } = facts
  const parts = [...reviewed, ...(pending?.reviewed ?? [])]
  const known = [
    translation && [
      translation.id,
      translation.updatedAt,
      translation.pendingSince,
      translation.sourceRevision,
    ],
    parts.map(({ segmentId, proposed, approval }) => [segmentId, proposed?.id, approval]),
    current && [
      translation?.correctedAt,
      original.revision,
      [...refused],
      ...TRANSLATED_FIELDS.map((field) => original[field]),
    ],
  ]
  const hash = createHash('sha256').update(JSON.stringify(known)).digest('base64url')
  return { ...facts, version: `${current ? 'current' : 'made'}.${hash}` }
}
