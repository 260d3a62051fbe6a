import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import { type ArticleWorkflow, WORKFLOW_STATES, type WorkflowState } from '#core/domain/article-workflow.ts'
import { hasRight, isEditor, type MyMembership, type Role } from '#core/domain/role.ts'
import { z } from '#core/domain/schema.ts'
import { isVisible, line } from '#core/domain/setting-texts.ts'

/** A handover of an article from one person to another: a row of `handovers`. */
export type Handover = Narrowed<
  Row<'handovers'>,
  {
    state_before: WorkflowState
    state_after: WorkflowState
  }
>

export const MAX_SENTENCE_LENGTH = 300

/** The answer that somebody else has changed the workflow since it was read. */
interface Overtaken {
  status: 'changed'
  workflow: ArticleWorkflow
  /** The person who changed it; null if nobody was named. */
  by: string | null
}

export type HandoverRefusal =
  | 'gone'
  | 'published'
  | 'scheduled'
  | 'no_role'
  | 'cannot_do'
  | 'needs_person'
  | 'not_allowed'

export type HandoverAnswer =
  | { status: 'handed_over'; workflow: ArticleWorkflow }
  | Overtaken
  | { status: HandoverRefusal }

export type TakeAnswer =
  | { status: 'taken'; workflow: ArticleWorkflow }
  | Overtaken
  | { status: 'gone' | 'published' }

/** Returns true if a role allows the work that a state of an article asks for; `private.can_have_article` has the same rule. */
export function canHaveArticle(role: Role, state: WorkflowState): boolean {
  if (state === 'handed_in') return isEditor({ role })
  return hasRight({ role }, state === 'draft' ? 'have_articles' : 'read_drafts')
}

/** The people who work on an article, as far as they are known. */
export interface Work {
  /** Null for an article that nobody has handed over or owns. */
  workflow: ArticleWorkflow | null
  /** The people who were added. */
  people: readonly string[]
}

/** Returns true if an author has an article: drafts of their own, those to which they were added, and those that were handed to them. */
export function hasArticle({ workflow, people }: Work, { user_id }: Pick<MyMembership, 'user_id'>): boolean {
  if (!workflow) return false
  const { state, owner, next_person } = workflow
  return (
    next_person === user_id ||
    (state === 'draft' && (owner === user_id || (next_person === null && people.includes(user_id))))
  )
}

/** Returns true if a member sets the due day of an article and chooses the people who work on it, as `private.leads_work` has it. */
export function leadsWork(work: Work, member: Pick<MyMembership, 'user_id' | 'role'>): boolean {
  return isEditor(member) || (work.workflow?.owner === member.user_id && hasArticle(work, member))
}

/** The states to which a member may bring an article; empty for a member who does not have it. */
export function offeredStates(work: Work, member: Pick<MyMembership, 'user_id' | 'role'>): WorkflowState[] {
  const state = work.workflow?.state ?? 'draft'
  if (isEditor(member)) return ['draft', 'handed_in', 'in_edit', 'ready']
  if (hasRight(member, 'own_languages')) return work.workflow?.next_person === member.user_id ? [state] : []
  if (!hasRight(member, 'own_drafts') || !hasArticle(work, member)) return []
  // A draft goes to people who were added, too.
  return state === 'draft' && work.people.length > 0 ? ['handed_in', 'draft'] : ['handed_in']
}

/** The state in which an article goes back to somebody, for an author one in which they write it; undefined if they could not have it. */
export function stateGivenBack(
  { state }: Pick<ArticleWorkflow, 'state'>,
  { role }: Pick<MyMembership, 'role'>,
): WorkflowState | undefined {
  const back = hasRight({ role }, 'own_drafts') || state === 'handed_in' ? 'draft' : state
  return canHaveArticle(role, back) ? back : undefined
}

/** Returns true if a member can take back what they handed in, because no editor has begun. */
export function canTakeBack(
  { workflow }: Work,
  { user_id, role }: Pick<MyMembership, 'user_id' | 'role'>,
): boolean {
  if (!hasRight({ role }, 'own_drafts') || workflow?.state !== 'handed_in') return false
  return workflow.owner === user_id || workflow.next_from === user_id
}

export const handoverInput = z
  .object({
    state: z.enum(WORKFLOW_STATES),
    /** Empty for the editors if it is handed in, otherwise for nobody. */
    to: z.string(),
    sentence: z
      .string()
      .refine(isVisible, 'Say in one sentence what it is for')
      .pipe(line(MAX_SENTENCE_LENGTH)),
    dueOn: z.string(),
  })
  .refine(({ state, to }) => state !== 'in_edit' || to !== '', { path: ['to'], error: 'Choose who edits it' })
