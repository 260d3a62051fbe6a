import { type Answer, callFunction, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { type BesideAnswer, isBeside } from '#core/data/newsletter-sending.ts'
import type { ChecklistCode, ChecklistFinding, RehearsalReport } from '#core/domain/newsletter-checklist.ts'

/** The issue is gone, has been changed, or is in another state by now. */
const REFUSALS = [400, 404, 409, 422]

export interface Approval {
  issueId: string
  /** The revision that the administrator has seen. */
  revision: number
  /** The findings with which it is to be approved anyway. */
  accepted: readonly ChecklistCode[]
  /** The time of sending: a moment, or the next Sunday of the schedule. Without it, it is sent by hand. */
  sendAt?: string
  pauseAfter?: number
  /** True to store its messages in the outbox; without a mail server it is not approved otherwise. */
  intoOutbox?: boolean
  /** The ids of other issues that may go to the same people within a day. */
  alongside?: readonly string[]
}

export interface ApprovedIssue {
  slug: string
  status: 'approved' | 'scheduled' | 'paused'
  scheduledFor: string | null
}

/** `findings`: those that have to be resolved first, or accepted. `beside`: the other issues that have to be named. */
export type ApprovalAnswer =
  | Answer<ApprovedIssue>
  | BesideAnswer
  | { status: 'findings'; message: string; findings: ChecklistFinding[] }

/** The findings of the checklist for an issue as it is now. @throws when the caller is not allowed to, or the request failed */
export function checkNewsletter(
  client: Client,
  issueId: string,
): Promise<Answer<{ findings: ChecklistFinding[] }>> {
  return callFunction(client, 'check-newsletter', { issueId }, REFUSALS)
}

/** Composes the message of every recipient without sending one. @throws as above */
export function rehearseNewsletter(client: Client, issueId: string): Promise<Answer<RehearsalReport>> {
  return callFunction(client, 'rehearse-newsletter', { issueId }, REFUSALS)
}

/** Approves an issue, or approves it again after it was put on hold. @throws as above */
export async function approveNewsletter(client: Client, approval: Approval): Promise<ApprovalAnswer> {
  const { data, error } = await client.functions.invoke<ApprovedIssue>('approve-newsletter', {
    body: { ...approval },
  })
  if (!error && data) return { status: 'answered', data }
  const refusal = await refusalOf(error, REFUSALS)
  if (!refusal) throw error ?? new TypeError('The function has returned nothing')
  if (isBeside(refusal)) return { status: 'beside', message: refusal.error, others: refusal.others }
  return refusal.findings
    ? { status: 'findings', message: refusal.error, findings: refusal.findings as ChecklistFinding[] }
    : { status: 'refused', message: refusal.error }
}

/** Takes the approval back, so that the issue can be changed. @throws as above */
export function reopenNewsletter(client: Client, issueId: string): Promise<Answer<{ success: true }>> {
  return callFunction(client, 'reopen-newsletter', { issueId }, REFUSALS)
}

/** Cancels an issue of which no message has been sent. @throws as above */
export function cancelNewsletter(client: Client, issueId: string): Promise<Answer<{ success: true }>> {
  return callFunction(client, 'cancel-newsletter', { issueId }, REFUSALS)
}
