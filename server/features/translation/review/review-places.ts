import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin } from '#core/domain/article-translation.ts'
import { alignSegments } from '#core/translation/align-segments.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import type { Segment } from '#core/translation/segment.ts'
import { cutArticle } from '#server/features/translation/cut.ts'
import type { Approval } from '#server/features/translation/new-texts.ts'
import { compareTexts } from '#server/features/translation/read-present-texts.ts'
import type { RefusedAnswer } from '#server/features/translation/refused-answers.ts'
import type { ReviewedPart, ReviewFacts } from '#server/features/translation/review/read-review-facts.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** A place of a translation with its text. */
export interface ReviewPlace {
  segment: Segment
  context: string
  /** Empty when nothing has been written yet. */
  text: string
  origin: TextOrigin | null
  /** The id of the text in the memory; 0 when it is not remembered. */
  segmentId: number
  /** The source text that was translated, when the present one differs. */
  translatedFrom: string | null
  proposed: { id: number; source: string; text: string; origin: TextOrigin } | null
  approval: Approval | null
  /** The answer of a model that the checks have refused. */
  refused: RefusedAnswer | null
}

export interface ReviewBase {
  source: TranslatedFields
  revision: number | null
  cut: CutTexts
  places: ReviewPlace[]
}

/** The reasons why a translation cannot be shown beside its original. */
export type ReviewObstacle = 'structure' | 'outdated'

/** The places of a translation beside the revision that was translated. Null without a translation. */
export async function placesAsMade({
  translation,
  pending,
  reviewed,
}: Pick<ReviewFacts, 'translation' | 'pending' | 'reviewed'>): Promise<ReviewBase | ReviewObstacle | null> {
  if (!translation) return null
  if (pending) {
    const { source, reviewed: parts } = pending
    const cut = source && (await cutArticle(source))
    if (!cut || pending.isOutdated || parts.length !== cut.segments.length) return 'outdated'
    const places = cut.segments.map((segment, index) => placeOf(segment, parts[index] as ReviewedPart))
    return { source, revision: source.revision, cut, places }
  }
  const { source, sourceRevision } = translation
  const texts = await compareTexts(translation)
  if (!source || !texts) return 'structure'
  const cut = await cutArticle(source)
  const places = cut.segments.map((segment, index): ReviewPlace => {
    const text = texts[index]
    const part = reviewed[index]
    if (part && text?.segmentId === part.segmentId) return placeOf(segment, part)
    return { ...emptyPlace(segment), text: text?.translation ?? '', origin: text?.origin ?? null }
  })
  return { source, revision: sourceRevision, cut, places }
}

function placeOf(segment: Segment, { source, proposed, approval, ...part }: ReviewedPart): ReviewPlace {
  return {
    segment,
    context: contextOf(segment),
    ...part,
    translatedFrom: source === segment.text ? null : source,
    proposed,
    approval,
    refused: null,
  }
}

export const emptyPlace = (segment: Segment): ReviewPlace => ({
  segment,
  context: contextOf(segment),
  text: '',
  origin: null,
  segmentId: 0,
  translatedFrom: null,
  proposed: null,
  approval: null,
  refused: null,
})

/** Aligns places with another revision of the original: the former place, and whether the source text is the same. */
export async function alignPlaces(
  before: readonly ReviewPlace[],
  cut: CutTexts,
): Promise<{ before: ReviewPlace | null; isSame: boolean }[]> {
  const textOf = (segment: Segment) => ({ context: contextOf(segment), text: segment.text })
  const older = before.map(({ segment }) => textOf(segment))
  const place = 'core/translation/align-segments.ts#alignSegments'
  const aligned = await offTurn(place, alignSegments, older, cut.segments.map(textOf))
  return aligned.map(({ old, isSame }) => ({
    before: old === null ? null : (before[old] ?? null),
    isSame,
  }))
}

/** Tells whether a refused answer stands at a place, which readers do not get before an editor has decided on it. */
export const isRefused = ({ text, refused }: ReviewPlace) => refused !== null && refused.text === text

/** A place with the refused answer to its text. It stands there unless there is something better, such as the words of a person. */
export function withRefused(place: ReviewPlace, refused: RefusedAnswer | undefined): ReviewPlace {
  if (!refused) return place
  const { text, translatedFrom, origin, segment } = place
  if (text === refused.text || (text === '' && refused.text === '')) return { ...place, refused }
  const isOld = translatedFrom !== null
  if (text !== '' && !(isOld && origin === 'machine')) return isOld ? { ...place, refused } : place
  return refused.text === '' ? { ...place, refused } : { ...emptyPlace(segment), ...refusedText(refused) }
}

const refusedText = (refused: RefusedAnswer) => ({ text: refused.text, origin: 'machine' as const, refused })
