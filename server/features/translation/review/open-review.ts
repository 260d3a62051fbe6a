import { setImmediate as nextTurn } from 'node:timers/promises'
import { pickTexts, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import type { ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import { mayStand } from '#core/translation/problem.ts'
import { MAX_SEGMENTS } from '#core/translation/segment.ts'
import { chooseWordings } from '#server/features/translation/choose-wordings.ts'
import { type AnswerCheck, createAnswerCheck, cutArticle } from '#server/features/translation/cut.ts'
import { readGlossary } from '#server/features/translation/glossary.ts'
import {
  keyOfText,
  type RememberedText,
  recallTexts,
  type SourceText,
} from '#server/features/translation/memory.ts'
import { refusalKey } from '#server/features/translation/refused-answers.ts'
import {
  type ReviewFacts,
  type ReviewQuestion,
  readReviewFacts,
} from '#server/features/translation/review/read-review-facts.ts'
import {
  alignPlaces,
  emptyPlace,
  placesAsMade,
  type ReviewBase,
  type ReviewObstacle,
  type ReviewPlace,
  withRefused,
} from '#server/features/translation/review/review-places.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

type Place = Pick<ReviewPlace, 'context' | 'segment'>

const sourceOf = ({ context, segment }: Place): SourceText => ({ context, text: segment.text })

const keyOfPlace = (place: Place) => keyOfText(sourceOf(place))

/** A translation beside its original, with everything that is needed to show or to store it. */
export interface OpenReview extends ReviewBase {
  facts: ReviewFacts
  check: AnswerCheck
  /** For each place. */
  remembered: RememberedText[][]
  /** True if the pending text is reviewed, and not the published one. */
  isPending: boolean
}

/** Opens a translation for a review. */
export async function openReview(
  sql: Sql,
  question: ReviewQuestion,
): Promise<OpenReview | ReviewObstacle | 'gone'> {
  const { facts, glossary } = await sql.transaction(async (transaction) => {
    await transaction.script('set transaction isolation level repeatable read, read only')
    return {
      facts: await readReviewFacts(transaction, question),
      glossary: (await readGlossary(transaction, question.language)).glossary,
    }
  })
  if (!facts) return 'gone'
  let made = await placesAsMade(facts)
  // A translation by hand ignores an outdated pending text.
  const isPending = facts.pending !== null && !(facts.current && made === 'outdated')
  if (facts.pending && !isPending) made = await placesAsMade({ ...facts, pending: null })
  if (made === 'structure' || made === 'outdated') return made
  const translationId = facts.translation?.id ?? null
  const checkOf = ({ cut }: Pick<ReviewBase, 'cut'>) =>
    createAnswerCheck(cut, { language: facts.language, glossary })
  if (made && !facts.current) {
    const remembered = await recallForPlaces(sql, made.places, question, translationId)
    return { ...made, facts, check: checkOf(made), remembered, isPending }
  }
  const cut = await cutArticle(facts.original)
  const check = checkOf({ cut })
  const empty = cut.segments.map(emptyPlace)
  const remembered = await recallForPlaces(sql, empty, question, translationId)
  const unsaved = await readUnsaved(sql, facts)
  const upToDate = await bringUpToDate(made?.places ?? [], { cut, check, empty, remembered, unsaved })
  // Thousands of places are not prepared and shown in one turn.
  await nextTurn()
  const { original, refused } = facts
  const places =
    refused.size === 0
      ? upToDate
      : upToDate.map((place) => withRefused(place, refused.get(refusalKey(sourceOf(place)))))
  return { source: original, revision: original.revision, cut, places, facts, check, remembered, isPending }
}

export const isOpen = (review: OpenReview | ReviewObstacle | 'gone'): review is OpenReview =>
  typeof review !== 'string'

/**
 * Puts the texts of a translation beside the present original. For a changed source text, an editor's wording is taken from memory, else the
 * old text stays, with a machine wording as the proposal. For an unchanged one, only unsaved work on this article replaces the text.
 */
async function bringUpToDate(
  before: readonly ReviewPlace[],
  {
    cut,
    check,
    empty,
    remembered,
    unsaved,
  }: Pick<OpenReview, 'cut' | 'check' | 'remembered'> & {
    empty: readonly ReviewPlace[]
    unsaved: ReadonlySet<number>
  },
): Promise<ReviewPlace[]> {
  const aligned = await alignPlaces(before, cut)
  const fitting = await firstFitting(empty, remembered, check)
  const old = new Map(
    aligned.flatMap(({ before: one }, index) => {
      const id = empty[index]?.segment.id
      return one?.origin === 'person' && id !== undefined ? [[id, one.text] as const] : []
    }),
  )
  const unfit = await check.structure(old)
  return empty.map((place, index): ReviewPlace => {
    const { before: one = null, isSame = false } = aligned[index] ?? {}
    const found = fitting[index] ?? null
    if (one && isSame && !(found && unsaved.has(found.id))) return { ...one, segment: place.segment }
    const taken = found && { text: found.translation, origin: found.origin, segmentId: found.id }
    if (!one || one.text === '') return { ...place, ...taken }
    const stays = { text: one.text, origin: one.origin, segmentId: one.segmentId }
    const outdated = { ...place, ...stays, translatedFrom: one.translatedFrom ?? one.segment.text }
    if (!found) return outdated
    if (found.origin === 'person' || one.origin === 'machine') return { ...place, ...taken }
    if (unfit.has(place.segment.id)) return { ...place, ...taken, proposed: proposalOf(one) }
    const { id, text: source, translation: text, origin } = found
    return { ...outdated, proposed: { id, source, text, origin } }
  })
}

const proposalOf = ({ segmentId, translatedFrom, segment, text }: ReviewPlace) => ({
  id: segmentId,
  source: translatedFrom ?? segment.text,
  text,
  origin: 'person' as const,
})

/** Tells whether a locked translation still has the version of the review. */
export async function isUnchanged(sql: Session, { facts }: OpenReview): Promise<boolean> {
  return (await readReviewFacts(sql, facts))?.version === facts.version
}

/** The remembered wordings for each place, the best first. */
async function recallForPlaces(
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
  const wanted = new Map(places.map((place) => [keyOfPlace(place), place]))
  const wordings = new Map(places.map((place, index) => [keyOfPlace(place), remembered[index] ?? []]))
  const { texts } = await chooseWordings(wanted, wordings, check)
  return places.map((place) => texts.get(keyOfPlace(place)) ?? null)
}

/** The ids of texts that editors have written since the translation was saved, without completing it. */
async function readUnsaved(
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
