import { DatabaseError } from 'pg'
import { TRANSLATED_FIELDS, type TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import { textOfConstraint } from '#core/domain/article-violation.ts'
import type { ReviewInput } from '#core/domain/translation-review.ts'
import { type LearnedEdit, learnFromEdits } from '#server/features/translation/glossary.ts'
import { noteKept, rememberTexts } from '#server/features/translation/memory.ts'
import type { ApprovedPart } from '#server/features/translation/new-texts.ts'
import { mapOwnLinks } from '#server/features/translation/own-links.ts'
import { type LockedStory, lockStory } from '#server/features/translation/read-story.ts'
import { forgetRefused } from '#server/features/translation/refused-answers.ts'
import {
  isOpen,
  isUnchanged,
  type OpenReview,
  openReview,
} from '#server/features/translation/review/open-review.ts'
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
import { isRefused, type ReviewObstacle } from '#server/features/translation/review/review-places.ts'
import { findSuggestions } from '#server/features/translation/review/suggest-text.ts'
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

/** The text at a place with its id in the memory; 0 for a text that has to be added. */
interface Wording {
  id: number
  source: string
  text: string
  origin: TextOrigin
  model?: string
}

/**
 * Adds an editor's texts to the memory, and learns from changes of machine texts.
 * @returns the part for each decision, in the same order
 */
async function rememberDecisions(
  sql: Session,
  { facts, remembered }: OpenReview,
  decisions: readonly Decision[],
  by: string | null,
): Promise<ApprovedPart[]> {
  const { articleId, language } = facts
  const wordings = decisions.map((decision) => wordingOf(decision, remembered[decision.position] ?? []))
  const proposals = decisions.map((decision, index) => openProposal(decision, wordings[index]))
  await nameModels(sql, wordings, facts)
  const contexts = decisions.map(({ place }) => place.context)
  await remember(sql, [...wordings, ...proposals], [...contexts, ...contexts], { articleId, language, by })
  await noteKept(
    sql,
    decisions.flatMap(({ reason }, index) => (reason ? [{ id: wordings[index]?.id ?? 0, reason }] : [])),
  )
  await forgetRefused(
    sql,
    facts,
    decisions.map(({ place: { context, segment } }) => ({ context, text: segment.text })),
  )
  await recordKept(sql, facts, decisions, by)
  await learnFromEdits(sql, {
    articleId,
    language,
    edits: decisions.flatMap((decision, index) => editOf(decision, wordings[index] as Wording)),
  })
  const now = new Date().toISOString()
  return decisions.map(({ place, isApproved, isChanged }, index): ApprovedPart => {
    const { id, origin } = wordings[index] as Wording
    const stays = isChanged || id !== place.segmentId ? null : place.approval
    return {
      segmentId: id,
      proposedId: proposals[index]?.id ?? null,
      origin,
      approval: isApproved ? (stays ?? { at: now, by }) : null,
    }
  })
}

/** A wording that is known for this source keeps its origin; any other is the editor's. */
function wordingOf(
  { place, text, isChanged, isApproved, isDecided }: Decision,
  remembered: OpenReview['remembered'][number],
): Wording {
  const source = place.segment.text
  if (!isChanged) {
    const origin = place.origin ?? 'person'
    const isOld = place.translatedFrom !== null
    if (isOld && (isApproved || isDecided)) return { id: 0, source, text, origin }
    const model = place.refused?.model
    return {
      id: place.segmentId,
      source: place.translatedFrom ?? source,
      text,
      origin,
      ...(isRefused(place) && model && { model }),
    }
  }
  const { proposed } = place
  if (proposed?.source === source && proposed.text === text) return proposed
  const known = remembered.find(({ translation }) => translation === text)
  return known
    ? { id: known.id, source, text, origin: known.origin }
    : { id: 0, source, text, origin: 'person' }
}

/** The proposal that stays open. */
function openProposal(
  { place: { proposed }, isApproved, isDecided }: Decision,
  wording: Wording | undefined,
): Wording | null {
  if (!proposed || isApproved || isDecided) return null
  return proposed.id !== 0 && proposed.id === wording?.id ? null : { ...proposed }
}

/** Attributes suggestions that an editor has accepted unchanged to the model. */
async function nameModels(
  sql: Session,
  wordings: readonly Wording[],
  { language }: { language: TranslatedLanguage },
): Promise<void> {
  const fresh = wordings.filter(({ id, origin }) => id === 0 && origin === 'person')
  const models = await findSuggestions(
    sql,
    fresh.map(({ source, text }) => ({ language, source, text })),
  )
  for (const [index, model] of models) Object.assign(fresh[index] as Wording, { origin: 'machine', model })
}

async function remember(
  sql: Session,
  wordings: readonly (Wording | null)[],
  contexts: readonly string[],
  about: { articleId: string; language: TranslatedLanguage; by: string | null },
): Promise<void> {
  const { articleId, language, by } = about
  const authors = new Map<string, { wording: Wording; context: string }[]>()
  for (const [index, wording] of wordings.entries()) {
    if (wording?.id !== 0) continue
    const author = `${wording.origin} ${wording.model ?? ''}`
    const fresh = { wording, context: contexts[index] ?? '' }
    const others = authors.get(author)
    if (others) others.push(fresh)
    else authors.set(author, [fresh])
  }
  for (const fresh of authors.values()) {
    const { origin = 'person', model = null } = fresh[0]?.wording ?? {}
    const texts = fresh.map(({ wording: { source, text }, context }) => ({
      context,
      text: source,
      translation: text,
    }))
    const ids = await rememberTexts(sql, texts, { language, origin, model, articleId, madeBy: by })
    for (const [index, { wording }] of fresh.entries()) wording.id = ids[index] ?? 0
  }
}

const MAX_QUOTE = 100

/** Adds to the audit log which refused texts an editor keeps, and why. */
async function recordKept(
  sql: Session,
  { articleId, language, original }: OpenReview['facts'],
  decisions: readonly Decision[],
  by: string | null,
): Promise<void> {
  const kept = decisions.filter(({ reason }) => reason !== null)
  if (kept.length === 0) return
  const blocks = kept.map(({ position, text, reason }) => {
    const quote = text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text
    return `Block ${position + 1}, “${quote}”: ${reason}`
  })
  await sql`
    select private.record_act('translations', 'keep_refused_text',
      'kept ' || ${kept.length === 1 ? 'a text' : `${kept.length} texts`} || ' of the ' || private.language_in_words(${language})
        || ' translation of %s against the checks',
      ${original.title}, ${articleId}::uuid, ${JSON.stringify({ kept: blocks.slice(0, 50).join('; ') })}::jsonb,
      p_actor => ${by}::uuid)`
}

function editOf({ place, text, isChanged }: Decision, wording: Wording): LearnedEdit[] {
  const isEdit =
    isChanged &&
    wording.origin === 'person' &&
    place.origin === 'machine' &&
    place.translatedFrom === null &&
    place.segmentId !== 0
  if (!isEdit) return []
  const before = { id: place.segmentId, text: place.text }
  return [{ source: place.segment.text, before, after: { id: wording.id, text } }]
}
