import { DatabaseError } from 'pg'
import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import { textOfConstraint } from '#core/domain/article-violation.ts'
import type { ReviewInput } from '#core/domain/translation-review.ts'
import type { ApprovedPart } from '#server/features/translation/new-texts.ts'
import { mapOwnLinks } from '#server/features/translation/own-links.ts'
import { type LockedStory, lockStory } from '#server/features/translation/read-story.ts'
import {
  isOpen,
  isUnchanged,
  type OpenReview,
  openReview,
} from '#server/features/translation/review/open-review.ts'
import { rememberDecisions } from '#server/features/translation/review/remember-decisions.ts'
import {
  assembleTexts,
  type Decision,
  decisionsOf,
  findingsOf,
  isMissing,
  joinFindings,
  type ReviewFindings,
  structureOf,
} from '#server/features/translation/review/review-decisions.ts'
import type { ReviewObstacle } from '#server/features/translation/review/review-places.ts'
import { storeTexts } from '#server/features/translation/store-texts.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

type SaveOutcome =
  | { status: 'stored' | 'published' | 'remembered' }
  /** `malformed`: not as many texts as there are places, or positions that do not exist. */
  | { status: 'changed' | 'gone' | 'malformed' | ReviewObstacle }
  | ({ status: 'refused' } & ReviewFindings)

interface Saver {
  by: string | null
  /** Throws when the saver may not write this translation any more. */
  demand(transaction: Session): Promise<void>
}

/** Stores a review. As long as texts are missing, those that were written are only added to the memory. */
export async function saveReview(
  { sql, siteUrl }: { sql: Sql; siteUrl: string },
  input: ReviewInput,
  saver: Saver,
): Promise<SaveOutcome> {
  const { articleId, language, version } = input
  const review = await openReview(sql, { articleId, language, current: version.startsWith('current.') })
  if (!isOpen(review)) return { status: review }
  const isSame = review.facts.version === version && review.revision === input.revision
  const decisions = decisionsOf(review, input)
  if (!isSame) return decisions && isDone(review, decisions, input) ? doneOf(review) : { status: 'changed' }
  if (!decisions) return { status: 'malformed' }

  const findings = await findingsOf(review, decisions)
  if (decisions.some(isMissing)) {
    const written = decisions.filter(
      ({ place, text, isChanged, isApproved, isDecided, isConfirmed }) =>
        text.trim() !== '' &&
        (isChanged || isApproved || isDecided || (isConfirmed && place.refused !== null)),
    )
    const all = joinFindings(await structureOf(review, written), findings)
    return hasFindings(all) ? { status: 'refused', ...all } : rememberOnly(sql, review, written, saver)
  }
  const links = await mapOwnLinks(sql, review.cut, { siteUrl, language })
  const { fields, ...structure } = await assembleTexts(review, decisions, links)
  const all = joinFindings(structure, findings)
  if (hasFindings(all)) return { status: 'refused', ...all }
  try {
    return await withLockedReview(sql, review, saver, async (transaction, story) => ({
      status: await storeReview(transaction, story, { review, decisions, fields, by: saver.by }),
    }))
  } catch (error) {
    // The translation was added concurrently.
    if (error instanceof DatabaseError && error.code === '23505') return { status: 'changed' }
    const bound = error instanceof DatabaseError && error.code === '23514' ? error.constraint : undefined
    const field = textOfConstraint(bound)
    if (field === null) throw error
    return { status: 'refused', ...findingOfBound(field, decisions) }
  }
}

/** Tells whether the save was stored already, and only its response was lost. */
function isDone(review: OpenReview, decisions: readonly Decision[], { revision }: ReviewInput): boolean {
  return (
    review.facts.translation !== null &&
    review.revision === revision &&
    decisions.every(
      ({ place, isChanged, isApproved, isDecided }) =>
        !isChanged &&
        isApproved === (place.approval !== null) &&
        !(isDecided && (place.proposed || place.translatedFrom !== null)),
    )
  )
}

function doneOf({ facts, isPending }: OpenReview): SaveOutcome {
  return { status: !isPending && facts.translation?.published ? 'published' : 'stored' }
}

const hasFindings = ({ problems, others }: ReviewFindings) => problems.size > 0 || others.length > 0

function rememberOnly(
  sql: Sql,
  review: OpenReview,
  written: readonly Decision[],
  saver: Saver,
): Promise<SaveOutcome> {
  return withLockedReview(sql, review, saver, async (transaction) => {
    await rememberDecisions(transaction, review, written, saver.by)
    return { status: 'remembered' }
  })
}

/**
 * Runs `work` in a transaction that locks the translation, unless it has changed since it was opened.
 * @throws what `demand` throws
 */
function withLockedReview(
  sql: Sql,
  review: OpenReview,
  { demand }: Saver,
  work: (transaction: Session, story: LockedStory) => Promise<SaveOutcome>,
): Promise<SaveOutcome> {
  return sql.transaction(async (transaction) => {
    const story = await lockStory(transaction, review.facts)
    if (!story) return { status: 'gone' }
    await demand(transaction)
    return (await isUnchanged(transaction, review)) ? work(transaction, story) : { status: 'changed' }
  })
}

function findingOfBound(field: string, decisions: readonly Decision[]): ReviewFindings {
  const sentence = `This ${field} is longer than that of an article may be, or empty.`
  const position = decisions.findIndex(({ place }) => place.segment.id === field)
  return position === -1
    ? { problems: new Map(), others: [sentence] }
    : { problems: new Map([[position, [sentence]]]), others: [] }
}

/** Stores all texts of a review in the transaction that holds the lock. */
async function storeReview(
  sql: Session,
  story: LockedStory,
  about: { review: OpenReview; decisions: readonly Decision[]; fields: TranslatedFields; by: string | null },
): Promise<'stored' | 'published'> {
  const { review, decisions, fields, by } = about
  const { facts, source, revision, isPending } = review
  const parts = await rememberDecisions(sql, review, decisions, by)
  const isPublic = await storeTexts(sql, story, {
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

/** The model of the newest machine text. */
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
