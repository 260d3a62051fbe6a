import type { Context } from 'hono'
import * as z from 'zod'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'
import { LONGEST_SCHEDULE_MS, nextSunday } from '#core/domain/newsletter-schedule.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { LimitName } from '#server/limits/limits.ts'
import { type Approval, approveIssue } from '#server/newsletter/approve/approve-issue.ts'
import { cancelIssue } from '#server/newsletter/approve/cancel-issue.ts'
import { checkIssue } from '#server/newsletter/approve/check-issue.ts'
import { type RehearseDeps, rehearseIssue } from '#server/newsletter/approve/rehearse-issue.ts'
import { reopenIssue } from '#server/newsletter/approve/reopen-issue.ts'
import { readIssue } from '#server/newsletter/read-issue.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do with an issue before it is sent. */
export interface NewsletterApprovalFunctions {
  check: Handler
  rehearse: Handler
  approve: Handler
  reopen: Handler
  cancel: Handler
}

const ofIssue = z.strictObject({ issueId: z.uuid() })
const approval = z.strictObject({
  issueId: z.uuid(),
  revision: z.int().min(1),
  accepted: z.array(z.enum(CHECKLIST_CODES)).max(CHECKLIST_CODES.length),
  sendAt: z.union([z.literal('sunday'), z.iso.datetime({ offset: true })]).optional(),
  pauseAfter: z.int().min(1).max(1_000_000).optional(),
})

const MALFORMED = 'Send an object with issueId, the id of an issue.'
const MALFORMED_APPROVAL =
  'Send an object with issueId, the revision that was looked at, accepted, a list of findings, and, if wanted, sendAt, a time in ISO 8601 or “sunday”, and pauseAfter, a number of messages.'
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

export function createNewsletterApprovalFunctions(
  deps: AdmitDeps & RehearseDeps,
): NewsletterApprovalFunctions {
  /** One keeps a process busy for seconds. */
  let isRehearsing = false

  /** Lets administrators in, and reads what they ask for. */
  const door =
    <Input>(
      schema: z.ZodType<Input>,
      sentence: string,
      limit: LimitName,
      work: (c: Context, input: Input, actor: string) => Promise<Response>,
    ): Handler =>
    async (c) => {
      const claims = await admitAdministrator(c, deps, limit)
      if (claims instanceof Response) return claims
      const input = schema.safeParse(await c.req.json().catch(() => null))
      if (!input.success) return c.json({ error: sentence }, 400)
      return work(c, input.data, String(claims.sub))
    }

  return {
    check: door(ofIssue, MALFORMED, 'newsletter-check', async (c, { issueId }) => {
      if (!(await readIssue(deps.sql, issueId))) return c.json({ error: GONE }, 404)
      return c.json({ findings: await checkIssue(deps, issueId) })
    }),
    rehearse: door(ofIssue, MALFORMED, 'newsletter-rehearsal', async (c, { issueId }, actor) => {
      if (isRehearsing) return c.json({ error: 'Another rehearsal is under way. Wait for its end.' }, 409)
      isRehearsing = true
      try {
        const report = await rehearseIssue(deps, { issueId, actor })
        return report ? c.json(report) : c.json({ error: GONE }, 404)
      } finally {
        isRehearsing = false
      }
    }),
    approve: door(approval, MALFORMED_APPROVAL, 'newsletter-check', (c, input, actor) =>
      approve(c, deps, input, actor),
    ),
    reopen: door(ofIssue, MALFORMED, 'newsletter-approval', async (c, { issueId }, actor) =>
      (await reopenIssue(deps.sql, { issueId, actor }))
        ? c.json({ success: true })
        : refuseMove(c, deps, issueId),
    ),
    cancel: door(ofIssue, MALFORMED, 'newsletter-approval', async (c, { issueId }, actor) =>
      (await cancelIssue(deps.sql, { issueId, actor }))
        ? c.json({ success: true })
        : refuseMove(c, deps, issueId),
    ),
  }
}

async function approve(
  c: Context,
  deps: RehearseDeps,
  { sendAt: wish, ...input }: z.infer<typeof approval>,
  actor: string,
): Promise<Response> {
  const now = new Date()
  const sendAt = momentOf(wish, now, deps)
  if (sendAt instanceof Date && (sendAt <= now || sendAt.getTime() - now.getTime() > LONGEST_SCHEDULE_MS))
    return c.json({ error: 'Choose a time between now and a year from now.' }, 400)
  const result = await approveIssue(
    deps,
    { ...input, pauseAfter: input.pauseAfter ?? null, sendAt, actor },
    { now },
  )
  switch (result.status) {
    case 'done':
      return c.json({
        slug: result.slug,
        status: result.issueStatus,
        scheduledFor: result.scheduledFor?.toISOString() ?? null,
      })
    case 'gone':
      return c.json({ error: GONE }, 404)
    case 'changed':
      return c.json(
        { error: 'Somebody has just changed the issue, or an article in it. Look at it again.' },
        409,
      )
    case 'closed':
      return c.json({ error: `The issue ${STATES[result.issueStatus]}.` }, 409)
    case 'findings': {
      const blocked = result.findings.some(({ blocks }) => blocks)
      const nobody = result.findings.some(({ code }) => code === 'no_recipients')
      const error = nobody
        ? 'There are no active subscribers to send the newsletter to'
        : blocked
          ? 'The checklist has found something that has to be put right first.'
          : 'The checklist has found something. Put it right, or accept it.'
      return c.json({ error, findings: result.findings }, 422)
    }
  }
}

function momentOf(
  wish: string | undefined,
  now: Date,
  { settings }: Pick<RehearseDeps, 'settings'>,
): Approval['sendAt'] {
  if (wish === undefined) return null
  return wish === 'sunday' ? { sunday: nextSunday(now, settings.current()).sunday } : new Date(wish)
}

/** Somebody else was faster, or the issue was never in a state for it. */
async function refuseMove(
  c: Context,
  { sql }: Pick<RehearseDeps, 'sql'>,
  issueId: string,
): Promise<Response> {
  const [issue] = await sql<{ status: IssueStatus }[]>`
    select status from public.newsletter_issues where id = ${issueId}`
  if (!issue) return c.json({ error: GONE }, 404)
  return c.json({ error: `The issue ${STATES[issue.status]}.` }, 409)
}
