import { SECTIONS, type Section, type TextOrigin } from '#core/domain/newsletter-issue.ts'
import type { AskedIssue } from '#server/features/newsletter/compose/ask-for-issue.ts'
import {
  type CheckedAnswer,
  checkAnswer,
  type Described,
} from '#server/features/newsletter/compose/check-answer.ts'
import {
  arrangeByRules,
  type EditionTexts,
  type RuleContext,
  summaryByRules,
  textsByRules,
} from '#server/features/newsletter/compose/compose-by-rules.ts'
import type { Notes } from '#server/features/newsletter/compose/notes.ts'
import { countTaken, type IssuePlan } from '#server/features/newsletter/compose/plan-issue.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'
import { LEFT_OUT_REASONS, sectionOf } from '#server/features/newsletter/compose/sections.ts'

export interface DraftItem {
  originalId: string
  section: Section
  leftOut: string | null
  summary: { text: string; origin: Exclude<TextOrigin, 'person'> } | null
}

/** An edition as it is to be stored, and the items of its issue. */
export interface EditionDraft {
  arranges: boolean
  items: DraftItem[]
  texts: EditionTexts
  /** Of the texts of the edition. */
  origin: Exclude<TextOrigin, 'person'>
  model: string | null
  composedBy: 'model' | 'rules'
  /** The reason why no model composed it; null when one did. */
  reason: string | null
}

const NOTHING_KNOWN = 'The language model named no article that it was given.'

/** Builds an edition from the checked answer of a model, completed by rules. */
export async function draftEdition(
  plan: IssuePlan,
  asked: AskedIssue,
  context: RuleContext & { notes: Notes },
): Promise<EditionDraft> {
  const { language, settings, notes } = context
  const { candidates, fixed } = plan
  const checked =
    asked.status === 'answered'
      ? await checkAnswer(asked.answer, {
          candidates,
          language,
          siteName: settings.site_name,
          fixed,
          taken: countTaken(plan),
          notes,
        })
      : null
  const answered = checked && checked.items.length > 0 ? checked : null
  const { placed, leftOut } = answered ? placesOf(plan, answered) : placesByRules(plan, context)
  const ordered = placed.toSorted(
    (one, other) => SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section),
  )
  const byRules = textsByRules(
    ordered.map(({ candidate }) => candidate),
    context,
  )
  const texts = { ...byRules, ...answered?.texts }
  const isModels = answered !== null && Object.keys(answered.texts).length > 0
  const summaryOf = (candidate: Candidate, written: string | null = null): DraftItem['summary'] =>
    written === null
      ? { text: summaryByRules(candidate, language), origin: 'rules' }
      : { text: written, origin: 'model' }
  return {
    arranges: plan.arranges,
    items: [
      ...ordered.map(({ candidate, section, summary }) => ({
        originalId: candidate.originalId,
        section,
        leftOut: null,
        summary: summaryOf(candidate, summary),
      })),
      ...[...leftOut, ...plan.leftOut].map(({ originalId, candidate, section, reason }) => ({
        originalId,
        section,
        leftOut: reason,
        summary: candidate && summaryOf(candidate),
      })),
    ],
    texts,
    origin: isModels ? 'model' : 'rules',
    model: answered && asked.status === 'answered' ? asked.model : null,
    composedBy: answered ? 'model' : 'rules',
    reason: answered ? null : asked.status === 'failed' ? asked.reason : NOTHING_KNOWN,
  }
}

interface Places {
  placed: Described[]
  leftOut: IssuePlan['leftOut']
}

/** The articles that a model chose, and the fixed ones, which keep their section. */
function placesOf({ candidates, fixed }: IssuePlan, { items, leftOut }: CheckedAnswer): Places {
  const named = new Set([...items, ...leftOut].map(({ candidate }) => candidate))
  const others = candidates.filter((candidate) => !named.has(candidate))
  const unnamed = others.filter(({ originalId }) => !fixed.has(originalId))
  return {
    placed: [...fixedPlaces(others, fixed), ...items],
    leftOut: [
      ...leftOut.map((one) => ({ ...one, originalId: one.candidate.originalId })),
      ...unnamed.map((candidate) => ({
        candidate,
        originalId: candidate.originalId,
        section: sectionOf(candidate),
        reason: LEFT_OUT_REASONS.notChosen(),
      })),
    ],
  }
}

function placesByRules(plan: IssuePlan, { from, until }: RuleContext): Places {
  const { candidates, fixed } = plan
  const free = candidates.filter(({ originalId }) => !fixed.has(originalId))
  const { placed, leftOut } = arrangeByRules(free, { from, until, taken: countTaken(plan) })
  return {
    placed: [...fixedPlaces(candidates, fixed), ...placed.map((one) => ({ ...one, summary: null }))],
    leftOut: leftOut.map((one) => ({ ...one, originalId: one.candidate.originalId })),
  }
}

function fixedPlaces(candidates: readonly Candidate[], fixed: IssuePlan['fixed']): Described[] {
  return candidates.flatMap((candidate) => {
    const section = fixed.get(candidate.originalId)
    return section ? [{ candidate, section, summary: null }] : []
  })
}
