import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import type { Session } from '#server/database/connection.ts'
import type { OpenReview } from '#server/review/open-review.ts'
import { rememberDecisions } from '#server/review/remember-decisions.ts'
import type { Decision } from '#server/review/review-decisions.ts'
import type { LockedStory } from '#server/translation/lock-story.ts'
import type { ApprovedPart } from '#server/translation/new-texts.ts'
import { storeTexts } from '#server/translation/store-texts.ts'

/** Stores all texts of a review, of a story that is locked. */
export async function storeReview(
  sql: Session,
  story: LockedStory,
  about: { review: OpenReview; decisions: readonly Decision[]; fields: TranslatedFields; by: string | null },
): Promise<'stored' | 'published'> {
  const { review, decisions, fields, by } = about
  const { facts, source, revision, isPending } = review
  const parts = await rememberDecisions(sql, review, decisions, by)
  const { isPublic } = await storeTexts(sql, story, {
    fields,
    parts,
    model: (isPending && facts.pending?.model) || (await modelOf(sql, parts)),
    source: { ...source, revision },
    correctedAt: containedCorrection(review, story, decisions),
    takesOver: facts.current || isPending,
    withdraws: decisions.some(({ place, isApproved }) => place.approval !== null && !isApproved),
    note: facts.translation && !facts.current ? 'Reviewed' : 'Translated by hand',
    by,
    reviewer: by,
  })
  return isPublic ? 'published' : 'stored'
}

/** The model that has written the newest of the texts that are a machine's. */
async function modelOf(sql: Session, parts: readonly ApprovedPart[]): Promise<string | null> {
  const ids = parts.flatMap(({ segmentId, origin }) => (origin === 'machine' ? [segmentId] : []))
  const [newest] = await sql<{ model: string }[]>`
    select model from public.translation_segments where id = any(${ids}::bigint[]) and model is not null
    order by id desc limit 1`
  return newest?.model ?? null
}

/** The last correction of the original that these texts contain. */
function containedCorrection(
  { facts, source, isPending }: OpenReview,
  { original }: LockedStory,
  decisions: readonly Decision[],
): string | null {
  const { translation, pending, current } = facts
  if (isPending && !current) return pending?.correctedAt ?? null
  const isAll = decisions.every(({ isApproved }) => isApproved)
  const isCurrent = TRANSLATED_FIELDS.every((field) => source[field] === original[field])
  return current || (isAll && isCurrent) ? (translation?.correctedAt ?? null) : null
}
