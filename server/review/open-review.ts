import { textsOfArticle } from '#core/translation/article-texts.ts'
import { type AnswerCheck, createAnswerCheck } from '#core/translation/check-answers.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import type { Session, Sql } from '#server/database/connection.ts'
import { type ReviewFacts, type ReviewQuestion, readReviewFacts } from '#server/review/read-review-facts.ts'
import { firstFitting, readUnsaved, recallForPlaces } from '#server/review/recall-fitting.ts'
import {
  alignPlaces,
  emptyPlace,
  placesAsMade,
  type ReviewBase,
  type ReviewObstacle,
  type ReviewPlace,
} from '#server/review/review-places.ts'
import type { RememberedText } from '#server/translation/memory.ts'
import { readGlossary } from '#server/translation/read-glossary.ts'

/** A translation beside its original, with all that is needed to show or to store it. */
export interface OpenReview extends ReviewBase {
  facts: ReviewFacts
  check: AnswerCheck
  /** For each place. */
  remembered: RememberedText[][]
  /** Whether it is what waits that is reviewed, and not what readers have. */
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
  // By hand, what waits and cannot be used any more is left aside.
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
  const cut = cutArticle(textsOfArticle(facts.original))
  const check = checkOf({ cut })
  const empty = cut.segments.map(emptyPlace)
  const remembered = await recallForPlaces(sql, empty, question, translationId)
  const unsaved = await readUnsaved(sql, facts)
  const places = await bringUpToDate(made?.places ?? [], { cut, check, empty, remembered, unsaved })
  const { original } = facts
  return { source: original, revision: original.revision, cut, places, facts, check, remembered, isPending }
}

export const isOpen = (review: OpenReview | ReviewObstacle | 'gone'): review is OpenReview =>
  typeof review !== 'string'

/**
 * Puts the texts of a translation beside what the original says now. Where that is something else, a person's wording of it is taken
 * from memory, else the old text stays, with what a machine has made of it. Where it is the same, only what somebody has begun to write
 * for this article takes the place of a text.
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
  const aligned = alignPlaces(before, cut)
  const fitting = await firstFitting(empty, remembered, check)
  const old = new Map(
    aligned.flatMap(({ before: one }, index) => {
      const id = empty[index]?.segment.id
      return one?.origin === 'person' && id !== undefined ? [[id, one.text] as const] : []
    }),
  )
  const unfit = check.structure(old)
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

/** The places again, as they are in a version that is locked: nothing of them may have changed. */
export async function isStill(sql: Session, { facts }: OpenReview): Promise<boolean> {
  return (await readReviewFacts(sql, facts))?.version === facts.version
}
