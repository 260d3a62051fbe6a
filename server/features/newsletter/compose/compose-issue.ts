import { DEFAULT_DAYS_BACK } from '#core/domain/newsletter-composing.ts'
import type { Language } from '#core/i18n/languages.ts'
import { ANSWER_TIMEOUT_MS, askForIssue } from '#server/features/newsletter/compose/ask-for-issue.ts'
import { draftEdition } from '#server/features/newsletter/compose/draft-edition.ts'
import { readDraft, withIssueLock } from '#server/features/newsletter/compose/issue-locks.ts'
import { collectNotes } from '#server/features/newsletter/compose/notes.ts'
import { planIssue } from '#server/features/newsletter/compose/plan-issue.ts'
import { storeEdition } from '#server/features/newsletter/compose/store-edition.ts'
import type { Services } from '#server/features/services.ts'

export type ComposeDeps = Pick<Services, 'sql' | 'ai' | 'settings'>

export interface ComposeInput {
  /** The draft that is composed again; null for a new one. */
  issueId: string | null
  /** True if a new one is wanted beside the draft for the coming Sunday. */
  another?: boolean
  daysBack?: number
  language?: Language
  /** The administrator who asks for it; null when the schedule does. */
  actor: string | null
  /** The time to wait for the model. */
  timeoutMs?: number
}

export interface ComposedIssue {
  issueId: string
  composedBy: 'model' | 'rules'
  /** The reason why no model composed it; null when one did. */
  reason: string | null
  /** The number of articles that readers of the edition see. */
  articleCount: number
  /** Sentences for editors about what was not used. */
  dropped: string[]
}

/**
 * Composes a draft of the articles of the last days in a language, or composes one again. A model is asked once, and has a minute to choose
 * and describe them; without a usable answer, rules do. Pinned items and texts of editors stay.
 * @throws ComposeRefusal
 */
export function composeIssue(deps: ComposeDeps, input: ComposeInput): Promise<ComposedIssue> {
  const { issueId } = input
  return issueId === null
    ? compose(deps, input)
    : withIssueLock(deps.sql, issueId, () => compose(deps, input))
}

const DAY_MS = 86_400_000

async function compose({ sql, ai, settings }: ComposeDeps, input: ComposeInput): Promise<ComposedIssue> {
  const {
    issueId,
    another = false,
    daysBack = DEFAULT_DAYS_BACK,
    language = 'en',
    actor,
    timeoutMs = ANSWER_TIMEOUT_MS,
  } = input
  const present = issueId === null ? null : await readDraft(sql, issueId)
  const until = new Date()
  const from = new Date(until.getTime() - daysBack * DAY_MS)
  const notes = collectNotes()
  const plan = await planIssue(sql, { present, language, daysBack, from, until, notes })
  const current = settings.current()
  const { subject } = current
  const asked = await askForIssue(
    ai,
    { language, subject, articles: plan.candidates, caller: `newsletter ${issueId ?? ''}` },
    timeoutMs,
  )
  const covered = plan.arranges || !present ? { from, until } : daysOf(present.issue, { from, until })
  const draft = await draftEdition(plan, asked, { language, settings: current, ...covered, notes })
  const stored = await storeEdition(sql, draft, {
    issueId,
    another,
    language,
    from,
    until,
    actor,
    settings: current,
    notes,
  })
  return { ...stored, composedBy: draft.composedBy, reason: draft.reason, dropped: notes.all() }
}

/** The days that an issue covers, or `others` when they are not stored. */
export function daysOf(
  { covers_from, covers_until }: { covers_from: string | null; covers_until: string | null },
  others: { from: Date; until: Date },
): { from: Date; until: Date } {
  return {
    from: covers_from === null ? others.from : new Date(covers_from),
    until: covers_until === null ? others.until : new Date(covers_until),
  }
}
