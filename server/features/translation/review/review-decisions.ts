import type { ReviewInput } from '#core/domain/translation-review.ts'
import type { OpenReview } from '#server/features/translation/review/open-review.ts'
import type { ReviewPlace } from '#server/features/translation/review/review-places.ts'

/** What an editor wants at a place. */
export interface Decision {
  position: number
  place: ReviewPlace
  text: string
  isChanged: boolean
  isApproved: boolean
  /** Whether the editor has said which of two texts stands. */
  isDecided: boolean
  /** Whether the editor has seen what code finds, and keeps the text. */
  isConfirmed: boolean
}

export type GivenTexts = Pick<ReviewInput, 'texts' | 'approved' | 'decided' | 'confirmed'>

/** Null when these are not texts and positions of this review. */
export function decisionsOf({ places }: Pick<OpenReview, 'places'>, given: GivenTexts): Decision[] | null {
  const { texts, approved, decided, confirmed } = given
  const isThere = (position: number) => position < places.length
  if (texts.length !== places.length || ![...approved, ...decided, ...confirmed].every(isThere)) return null
  const [approvedAt, decidedAt, confirmedAt] = [new Set(approved), new Set(decided), new Set(confirmed)]
  return places.map((place, position): Decision => {
    const text = texts[position] ?? ''
    return {
      position,
      place,
      text,
      isChanged: text !== place.text,
      isApproved: approvedAt.has(position),
      isDecided: decidedAt.has(position),
      isConfirmed: confirmedAt.has(position),
    }
  })
}

/** Whether nothing has been written yet for what the source says. An old text counts once somebody has said that it still holds. */
export function isMissing({ place, text, isChanged, isApproved, isDecided }: Decision): boolean {
  const isOld = !isChanged && place.translatedFrom !== null && place.proposed === null
  return text.trim() === '' || (isOld && !isApproved && !isDecided)
}
