import type { AnswerCheck } from '#core/translation/check-answers.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import type { Session } from '#server/database/connection.ts'
import type { ReviewFacts, ReviewQuestion } from '#server/review/read-review-facts.ts'
import type { ReviewPlace } from '#server/review/review-places.ts'
import { chooseWordings } from '#server/translation/choose-wordings.ts'
import { keyOfText, type RememberedText, recallTexts, type SourceText } from '#server/translation/memory.ts'

type Place = Pick<ReviewPlace, 'context' | 'segment'>

/** What is remembered for each place, the best first. */
export async function recallForPlaces(
  sql: Session,
  places: readonly Place[],
  { language }: ReviewQuestion,
  translationId: string | null,
): Promise<RememberedText[][]> {
  const texts = new Map(places.map((place) => [keyOfPlace(place), sourceOf(place)] as const))
  const found = await recallTexts(sql, [...texts.values()], { language, translationId })
  return places.map((place) => found.get(keyOfPlace(place)) ?? [])
}

/** The wording that a run would take for each place. */
export async function firstFitting(
  places: readonly Place[],
  remembered: readonly RememberedText[][],
  check: AnswerCheck,
): Promise<(RememberedText | null)[]> {
  const wanted = new Map(places.map((place) => [keyOfPlace(place), place.segment]))
  const wordings = new Map(places.map((place, index) => [keyOfPlace(place), remembered[index] ?? []]))
  const { texts } = await chooseWordings(wanted, wordings, check)
  return places.map((place) => texts.get(keyOfPlace(place)) ?? null)
}

/** Which texts a person has written for an article since its translation was saved, without completing it. */
export async function readUnsaved(
  sql: Session,
  { articleId, language, translation }: ReviewFacts,
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select id::float8 as id from public.translation_segments
    where article_id = ${articleId} and language = ${language} and origin = 'person'
      and made_at > greatest(${translation?.updatedAt ?? null}::timestamptz, ${translation?.pendingSince ?? null}::timestamptz)
    order by id desc limit ${MAX_SEGMENTS}`
  return new Set(rows.map(({ id }) => id))
}

const sourceOf = ({ context, segment }: Place): SourceText => ({ context, text: segment.text })

const keyOfPlace = (place: Place) => keyOfText(sourceOf(place))
