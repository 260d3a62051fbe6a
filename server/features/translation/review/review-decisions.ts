import type { TranslatedFields } from '#core/domain/article.ts'
import type { ReviewInput } from '#core/domain/translation-review.ts'
import { fieldsOfTexts } from '#core/translation/article-texts.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import { mayStand } from '#core/translation/problem.ts'
import { assemble } from '#server/features/translation/cut.ts'
import type { OpenReview } from '#server/features/translation/review/open-review.ts'
import { isRefused, type ReviewPlace } from '#server/features/translation/review/review-places.ts'

/** The decision of an editor at a place. */
export interface Decision {
  position: number
  place: ReviewPlace
  text: string
  isChanged: boolean
  isApproved: boolean
  /** True if the editor has chosen between two texts. */
  isDecided: boolean
  /** True if the editor keeps the text in spite of its problems. */
  isConfirmed: boolean
  /** The reason why the editor keeps an answer that the checks have refused. */
  reason: string | null
}

type GivenTexts = Pick<ReviewInput, 'texts' | 'approved' | 'decided' | 'confirmed' | 'reasons'>

/** Null when the texts or positions do not fit this review. */
export function decisionsOf({ places }: Pick<OpenReview, 'places'>, given: GivenTexts): Decision[] | null {
  const { texts, approved, decided, confirmed, reasons = [] } = given
  const isThere = (position: number) => position < places.length
  if (
    texts.length !== places.length ||
    ![...approved, ...decided, ...confirmed, ...reasons.map(({ position }) => position)].every(isThere)
  )
    return null
  const becauseOf = new Map(reasons.map(({ position, reason }) => [position, reason.trim()]))
  const [approvedAt, decidedAt, confirmedAt] = [new Set(approved), new Set(decided), new Set(confirmed)]
  return places.map((place, position): Decision => {
    const text = texts[position] ?? ''
    const reason = becauseOf.get(position) || null
    return {
      position,
      place,
      text,
      isChanged: text !== place.text,
      isApproved: approvedAt.has(position),
      isDecided: decidedAt.has(position),
      isConfirmed: confirmedAt.has(position) && (place.refused === null || reason !== null),
      reason: confirmedAt.has(position) ? reason : null,
    }
  })
}

/**
 * Tells whether the present source text has no translation yet. An outdated text counts once the editor has approved it or decided on it,
 * and a refused answer once the editor has mended, approved or kept it.
 */
export function isMissing(decision: Decision): boolean {
  const { place, text, isChanged, isApproved, isDecided, isConfirmed } = decision
  if (isRefused(place) && !isChanged && !isApproved && !isConfirmed) return true
  const isOld = !isChanged && place.translatedFrom !== null && place.proposed === null
  return text.trim() === '' || (isOld && !isApproved && !isDecided)
}

export interface ReviewFindings {
  /** Sentences by position. */
  problems: Map<number, string[]>
  /** Sentences about the whole text. */
  others: string[]
}

const CONFLICT = 'The original has changed since this was written. Decide which text is right.'

/** The problems of texts that an editor has changed, approved or kept; of those that are kept only what cannot be. */
export async function findingsOf(
  { check }: OpenReview,
  decisions: readonly Decision[],
): Promise<ReviewFindings> {
  const asked = decisions.filter(
    ({ place, text, isChanged, isApproved, isConfirmed }) =>
      text.trim() !== '' && (isChanged || isConfirmed || (isApproved && place.approval === null)),
  )
  const found = await check.all(new Map(asked.map(({ place, text }) => [place.segment.id, text])))
  const problems = new Map<number, string[]>()
  for (const { position, place, isChanged, isDecided, isConfirmed } of asked) {
    const sentences = (found.get(place.segment.id) ?? [])
      .filter((problem) => !isConfirmed || !mayStand(problem))
      .map(describeProblem)
    const isConflict = place.proposed !== null || place.translatedFrom !== null
    if (isConflict && !isChanged && !isDecided && !isConfirmed) sentences.push(CONFLICT)
    if (sentences.length > 0) problems.set(position, sentences)
  }
  return { problems, others: [] }
}

/** The structural problems of these texts. */
export async function structureOf(
  { check }: OpenReview,
  written: readonly Decision[],
): Promise<ReviewFindings> {
  const found = await check.structure(new Map(written.map(({ place, text }) => [place.segment.id, text])))
  const problems = new Map<number, string[]>()
  for (const { position, place } of written) {
    const sentences = found.get(place.segment.id)?.map(describeProblem)
    if (sentences) problems.set(position, sentences)
  }
  return { problems, others: [] }
}

/** Assembles the translation, and compares its structure with the original. */
export async function assembleTexts(
  { cut }: OpenReview,
  decisions: readonly Decision[],
  links: ReadonlyMap<string, string>,
): Promise<ReviewFindings & { fields: TranslatedFields }> {
  const translations = new Map(decisions.map(({ place, text }) => [place.segment.id, text]))
  const spliced = await assemble(cut, translations, links)
  const positions = new Map<string | number, number>()
  for (const { position, place } of decisions.toReversed()) {
    positions.set(place.segment.id, position)
    positions.set(place.segment.block, position)
  }
  const problems = new Map<number, string[]>()
  const others: string[] = []
  for (const problem of spliced.problems) {
    const position = positions.get(problem.segment ?? problem.block ?? '')
    if (position === undefined) others.push(describeProblem(problem))
    else problems.set(position, [...(problems.get(position) ?? []), describeProblem(problem)])
  }
  return { problems, others, fields: fieldsOfTexts(spliced) }
}

/** Joins findings without duplicate sentences. */
export function joinFindings(one: ReviewFindings, other: ReviewFindings): ReviewFindings {
  const problems = new Map(one.problems)
  for (const [position, sentences] of other.problems)
    problems.set(position, [...new Set([...(problems.get(position) ?? []), ...sentences])])
  return { problems, others: [...one.others, ...other.others] }
}
