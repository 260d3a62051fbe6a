import { pickTexts, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import type { ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import { mayStand } from '#core/translation/problem.ts'
import { cutArticle } from '#server/features/translation/cut.ts'
import type { OpenReview } from '#server/features/translation/review/open-review.ts'
import { alignPlaces, type ReviewPlace } from '#server/features/translation/review/review-places.ts'

/** The response with which the desk shows a review. */
export async function showReview(review: OpenReview): Promise<TranslationReview> {
  const { facts, source, revision, places, check, remembered, isPending } = review
  const { original, translation, language, waitsForReview, version } = facts
  const isCurrent = TRANSLATED_FIELDS.every((field) => source[field] === original[field])
  const written = places.flatMap(({ segment, text }) => (text === '' ? [] : [[segment.id, text] as const]))
  const problems = await check.all(new Map(written))
  const now = isCurrent ? new Map<ReviewPlace, string>() : await sourcesNow(review)
  return {
    original: { id: original.id, slug: original.slug, title: original.title, published: original.published },
    translation: translation && {
      id: translation.id,
      slug: translation.slug,
      title: translation.title,
      published: translation.published,
      is_unread: translation.is_unread,
      reviewed_at: translation.reviewed_at,
      stale_since: translation.stale_since,
      model: translation.model,
    },
    language,
    waitsForReview,
    revision,
    isCurrent,
    isPending,
    version,
    source: pickTexts(source),
    segments: places.map((place, index): ReviewSegment => {
      const { segment, text, origin, translatedFrom, proposed, approval, refused } = place
      const saysNow = isCurrent ? segment.text : (now.get(place) ?? '')
      return {
        id: segment.id,
        kind: segment.kind,
        source: segment.text,
        text,
        origin,
        translatedFrom,
        saysNow: saysNow === segment.text ? null : saysNow,
        proposed: proposed && { text: proposed.text, origin: proposed.origin },
        approvedAt: approval && new Date(approval.at).toISOString(),
        remembered: (remembered[index] ?? [])
          .filter(({ translation }) => translation !== text)
          .map(({ translation, origin }) => ({ text: translation, origin })),
        refused: refused && {
          text: refused.text,
          reasons: refused.reasons,
          mayStand: (problems.get(segment.id) ?? []).every(mayStand),
        },
        problems: (problems.get(segment.id) ?? []).map(describeProblem),
      }
    }),
  }
}

/** The present source texts at the places of an older revision; deleted ones are missing. */
async function sourcesNow({ facts, places }: OpenReview): Promise<Map<ReviewPlace, string>> {
  const cut = await cutArticle(facts.original)
  const found = new Map<ReviewPlace, string>()
  for (const [index, { before }] of (await alignPlaces(places, cut)).entries())
    if (before) found.set(before, cut.segments[index]?.text ?? '')
  return found
}
