import * as z from 'zod'
import { CHECKLIST_CODES, type ChecklistCode } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { LONGEST_SCHEDULE_MS, nextSunday } from '#core/domain/newsletter-schedule.ts'
import type { BesideRefusal, IssueBeside } from '#core/domain/newsletter-sending.ts'
import type { Settings } from '#core/domain/settings.ts'
import {
  type Approval,
  type ApprovalResult,
  approveIssue,
} from '#server/features/newsletter/approve/approve-issue.ts'
import { type CheckDeps, checkIssue } from '#server/features/newsletter/approve/check-issue.ts'
import { nameOthers } from '#server/features/newsletter/approve/issues-beside.ts'
import { type RehearseDeps, rehearseIssue } from '#server/features/newsletter/approve/rehearse-issue.ts'
import { cancelIssue, reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { readIssue } from '#server/features/newsletter/read-issue.ts'
import { NO_TRANSPORT } from '#server/features/newsletter/send/refuse-sending.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

/** The ids of other issues that may go to the same people within a day. */
export const alongside = z.array(z.uuid()).max(100).optional()
const ofIssue = z.strictObject({ issueId: z.uuid() })
const approval = z.strictObject({
  issueId: z.uuid(),
  revision: z.int().min(1),
  accepted: z.array(z.enum(CHECKLIST_CODES)).max(CHECKLIST_CODES.length),
  sendAt: z.union([z.literal('sunday'), z.iso.datetime({ offset: true })]).optional(),
  pauseAfter: z.int().min(1).max(1_000_000).optional(),
  intoOutbox: z.boolean().optional(),
  alongside,
})

const MALFORMED = 'Send an object with issueId, the id of an issue.'
const MALFORMED_APPROVAL =
  'Send an object with issueId, the revision that was looked at, accepted, a list of findings, and, if wanted, sendAt, a time in ISO 8601 or “sunday”, pauseAfter, a number of messages, intoOutbox, whether its messages are to stay in the outbox of a site without a mail server, and alongside, the ids of issues that may go to the same people within a day.'
const GONE = 'There is no such issue any more.'

const STATES: Record<IssueStatus, string> = {
  draft: 'is a draft',
  approved: 'is approved already',
  scheduled: 'is approved and scheduled already',
  sending: 'is being sent',
  paused: 'is being sent, and paused',
  sent: 'has been sent',
  cancelled: 'has been cancelled',
}

/** Responds with the findings of the checklist. */
export const checkNewsletter = withBody(ofIssue, MALFORMED, async (deps: CheckDeps, { issueId }) =>
  (await readIssue(deps.sql, issueId))
    ? answer({ findings: await checkIssue(deps, issueId) })
    : refuse(404, GONE),
)

/** One at a time, because a rehearsal keeps the process busy for seconds. */
let isRehearsing = false

/** Composes the message of every recipient, and sends none. */
export const rehearseNewsletter = withBody(
  ofIssue,
  MALFORMED,
  async (deps: RehearseDeps, { issueId }, { userId }) => {
    if (isRehearsing) return refuse(409, 'Another trial run is under way. Wait for its end.')
    isRehearsing = true
    try {
      const report = await rehearseIssue(deps, { issueId, actor: userId })
      return report ? answer(report) : refuse(404, GONE)
    } finally {
      isRehearsing = false
    }
  },
)

/** Approves an issue as it is now, to be sent at a time, on Sunday, or by hand. */
export const approveNewsletter = withBody(
  approval,
  MALFORMED_APPROVAL,
  async (deps: RehearseDeps, { sendAt: wanted, ...input }, { userId, demandAgain }) => {
    const now = new Date()
    const sendAt = momentOf(wanted, now, deps)
    if (sendAt instanceof Date && (sendAt <= now || sendAt.getTime() - now.getTime() > LONGEST_SCHEDULE_MS))
      return refuse(400, 'Choose a time between now and a year from now.')
    const { pauseAfter = null } = input
    const approved = await approveIssue(
      deps,
      { ...input, pauseAfter, sendAt, actor: userId, demandAgain },
      { now },
    )
    return answerApproval(approved, input, deps)
  },
)

/** Makes an approved issue a draft again. */
export const reopenNewsletter = withBody(
  ofIssue,
  MALFORMED,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { issueId }, { userId }) =>
    (await reopenIssue(sql, { issueId, actor: userId }))
      ? answer({ success: true })
      : refuseMove(sql, issueId),
)

/** Cancels an issue that has not been sent. */
export const cancelNewsletter = withBody(
  ofIssue,
  MALFORMED,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { issueId }, { userId }) =>
    (await cancelIssue(sql, { issueId, actor: userId }))
      ? answer({ success: true })
      : refuseMove(sql, issueId),
)

function momentOf(
  wanted: string | undefined,
  now: Date,
  { settings }: Pick<RehearseDeps, 'settings'>,
): Approval['sendAt'] {
  if (wanted === undefined) return null
  return wanted === 'sunday' ? { sunday: nextSunday(now, settings.current()).sunday } : new Date(wanted)
}

function answerApproval(
  result: ApprovalResult,
  { issueId, intoOutbox = false }: { issueId: string; intoOutbox?: boolean | undefined },
  { settings }: Pick<RehearseDeps, 'settings'>,
): Response {
  switch (result.status) {
    case 'done':
      return answer({
        slug: result.slug,
        status: result.issueStatus,
        scheduledFor: result.scheduledFor?.toISOString() ?? null,
      })
    case 'gone':
      return refuse(404, GONE)
    case 'changed':
      return refuse(409, 'Somebody has just changed the issue, or an article in it. Look at it again.')
    case 'closed':
      return refuse(409, `The issue ${STATES[result.issueStatus]}.`)
    case 'refused':
      return refuse(409, result.reason)
    case 'beside':
      return refuseBeside(issueId, result.others, settings.current())
    case 'findings': {
      const blocked = result.findings.some(({ blocks, code }) => blocks && code !== 'no_transport')
      const has = (code: ChecklistCode) => result.findings.some((finding) => finding.code === code)
      const error = has('no_recipients')
        ? 'There are no active subscribers to send the newsletter to'
        : has('no_transport') && !intoOutbox
          ? NO_TRANSPORT
          : blocked
            ? 'The checklist has found something that has to be put right first.'
            : 'The checklist has found something. Put it right, or accept it.'
      return refuse(422, error, { more: { findings: result.findings } })
    }
  }
}

/** Refuses what would send the same people two issues within a day, until the request names the others. */
export function refuseBeside(
  issueId: string,
  others: IssueBeside[],
  settings: Pick<Settings, 'newsletter_zone'>,
  more = {},
): Response {
  const error = `Some of the same people get another newsletter within 24 hours: ${nameOthers(others, settings)}. Name it in alongside if both are meant.`
  const refusal: BesideRefusal = { error, code: 'beside', issueId, others }
  return refuse(409, error, { more: { ...more, ...refusal } })
}

/** Refuses a change that the status of the issue does not allow. */
async function refuseMove(sql: FunctionDeps['sql'], issueId: string): Promise<Response> {
  const [issue] = await sql<{ status: IssueStatus }[]>`
    select status from public.newsletter_issues where id = ${issueId}`
  return issue ? refuse(409, `The issue ${STATES[issue.status]}.`) : refuse(404, GONE)
}
