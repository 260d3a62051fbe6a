import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import { type LearnedEdit, learnFromEdits } from '#server/features/translation/glossary/learn-from-edits.ts'
import { noteKept, rememberTexts } from '#server/features/translation/memory.ts'
import type { ApprovedPart } from '#server/features/translation/new-texts.ts'
import { forgetRefused } from '#server/features/translation/refused-answers.ts'
import type { OpenReview } from '#server/features/translation/review/open-review.ts'
import type { Decision } from '#server/features/translation/review/review-decisions.ts'
import { isRefused } from '#server/features/translation/review/review-places.ts'
import { findSuggestions } from '#server/features/translation/review/suggest-text.ts'
import type { Session } from '#server/platform/database/connection.ts'

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
export async function rememberDecisions(
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
