import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deleteSubscriber,
  eraseSubscriber,
  exportSubscriber,
  exportSubscribers,
  importSubscribers,
  sendConfirmationAgain,
  unsubscribe,
} from '#core/data/desk-subscribers.ts'
import { approveNewsletter, cancelNewsletter, reopenNewsletter } from '#core/data/newsletter-approval.ts'
import {
  controlNewsletter,
  type SendingControl,
  sendIssue,
  sendNewsletter,
} from '#core/data/newsletter-sending.ts'
import { CHECKLIST_CODES } from '#core/domain/newsletter-checklist.ts'
import { holdIssue } from '#server/features/newsletter/issue-status.ts'
import { ADMIN } from '../support/app.ts'
import {
  type AuditedAct,
  type AuditedWorld,
  anAct,
  expectOneEntry,
  openAuditedWorld,
  sentences,
} from '../support/audit.ts'
import { addIssue, readIssueRow } from '../support/issues.ts'
import { startTestJobs, type TestJobs, untilJobsAreDone } from '../support/jobs.ts'
import { addApprovedIssue, addReaders } from '../support/newsletter-issues.ts'
import { addSubscriber } from '../support/subscribers.ts'

const NORA = ADMIN.email
const WEEK = 'the newsletter “The week in AI (en)”'
const ADDRESS = 'rosa@example.org'

let world: AuditedWorld
let jobs: TestJobs
beforeAll(async () => {
  world = await openAuditedWorld()
  jobs = await startTestJobs(world.app.database, { works: false })
})
afterAll(async () => {
  await jobs.stop()
  await world.app.stop()
})
beforeEach(async () => {
  await untilJobsAreDone(world.sql)
  await world.sql`truncate public.articles, public.newsletter_issues, public.newsletter_subscribers, private.rate_limits cascade`
})

const drafted = async ({ sql, add }: AuditedWorld) => {
  await addReaders(sql, 1)
  const { id } = await add()
  return addIssue(sql, { articles: [id] })
}
async function approve({ sql, admin }: AuditedWorld, issueId: string, sendAt?: string) {
  const { revision } = await readIssueRow(sql, issueId)
  const approval = {
    issueId,
    revision,
    accepted: CHECKLIST_CODES,
    intoOutbox: true,
    ...(sendAt && { sendAt }),
  }
  const { status } = await approveNewsletter(admin, approval)
  expect(status).toBe('answered')
}
const approved = async (here: AuditedWorld) => {
  const id = await drafted(here)
  await approve(here, id)
  return id
}
/** An issue that is being sent to one reader, whose message is in this status. */
async function underWay({ sql }: AuditedWorld, status: string): Promise<string> {
  await addReaders(sql, 1)
  const { id } = await addApprovedIssue(sql)
  await sql`update public.newsletter_issues set status = 'sending', audience = 1, into_outbox = true where id = ${id}`
  // Otherwise it counts as one out of a backup.
  await sql`insert into private.newsletter_watch (issue_id) values (${id})`
  await sql`
    insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, due_at, settled_at)
    select ${id}, subscriber.id, email, 'en', ${status}, case when ${status} = 'pending' then now() + interval '1 day' end,
      case when ${status} <> 'pending' then now() end
    from public.newsletter_subscribers as subscriber`
  return id
}
const control = ({ admin }: AuditedWorld, id: string, action: SendingControl['action']) =>
  controlNewsletter(admin, id, { action })
const reader = async ({ sql }: AuditedWorld) => {
  const { id } = await addSubscriber(sql)
  await sql`update public.newsletter_subscribers set email = ${ADDRESS} where id = ${id}`
  return id
}
const csv = new Blob([`email\nada@example.org\n${ADDRESS}\n`])

const ACTS: AuditedAct[] = [
  anAct({ name: 'an approval', prepare: drafted, act: approve, says: `${NORA} approved ${WEEK}` }),
  anAct({
    name: 'an approval for a time',
    prepare: drafted,
    act: (here, id) => approve(here, id, new Date(Date.now() + 86_400_000).toISOString()),
    says: `${NORA} approved ${WEEK}`,
  }),
  anAct({
    name: 'an approval that is taken back',
    prepare: approved,
    act: ({ admin }, id) => reopenNewsletter(admin, id),
    says: `${NORA} took back the approval of ${WEEK}`,
  }),
  anAct({
    name: 'an issue that is cancelled',
    prepare: approved,
    act: ({ admin }, id) => cancelNewsletter(admin, id),
    says: `${NORA} cancelled ${WEEK}`,
  }),
  anAct({
    name: 'an issue that is held',
    prepare: approved,
    act: (_, issueId) => holdIssue(jobs.services, { issueId, reason: 'An article has changed.' }),
    says: `The site held back ${WEEK}`,
  }),
  anAct({
    name: 'a pause',
    prepare: (here) => underWay(here, 'pending'),
    act: (here, id) => control(here, id, 'pause'),
    says: `${NORA} paused the newsletter “SLUG”`,
  }),
  anAct({
    name: 'the end of what was not sent yet',
    prepare: (here) => underWay(here, 'pending'),
    act: (here, id) => control(here, id, 'cancel'),
    says: `${NORA} cancelled the newsletter “SLUG”`,
  }),
  anAct({
    name: 'an import',
    act: ({ admin }) => importSubscribers(admin, { file: csv, source: 'A list', dryRun: false }),
    says: `${NORA} imported 2 subscribers`,
  }),
  anAct({
    name: 'an export',
    act: ({ admin }) =>
      exportSubscribers(admin, { search: ADDRESS, status: null, activity: null, language: null, left: null }),
    says: `${NORA} exported subscribers`,
  }),
  anAct({
    name: 'what is known of a subscriber',
    prepare: reader,
    act: ({ admin }, id) => exportSubscriber(admin, id),
    says: `${NORA} saved what is known of a subscriber as a file`,
  }),
  anAct({
    name: 'another confirmation mail',
    prepare: async (here) => {
      const id = await reader(here)
      await here.sql`update public.newsletter_subscribers set confirmed = false, confirmed_at = null where id = ${id}`
      return id
    },
    act: ({ admin }, id) => sendConfirmationAgain(admin, id),
    says: `${NORA} sent the confirmation to a subscriber again`,
  }),
  anAct({
    name: 'an unsubscription by an administrator',
    prepare: reader,
    act: ({ admin }, id) => unsubscribe(admin, id),
    says: `${NORA} unsubscribed 1 subscriber`,
  }),
  anAct({
    name: 'a deletion',
    prepare: reader,
    act: ({ admin }, id) => deleteSubscriber(admin, id),
    says: `${NORA} deleted 1 subscriber`,
  }),
  anAct({
    name: 'an erasure',
    prepare: reader,
    act: ({ admin }, id) => eraseSubscriber(admin, id),
    says: `${NORA} erased everything that was known of a subscriber`,
  }),
  anAct({
    name: 'an erasure by the reader',
    prepare: reader,
    act: ({ sql }, id) => sql`select private.erase_subscriber(${id})`,
    says: 'A reader had everything erased that was known of them',
  }),
]

test.each(ACTS)('one entry says who did it: $name', async ({ says, ...act }) => {
  const [slug] = says.includes('SLUG') ? ['2026-11-29'] : []
  await expectOneEntry(world, { ...act, says: says.replace('SLUG', slug ?? '') })
  const [{ log }] = await world.sql<[{ log: string }]>`
    select string_agg(to_jsonb(audit_log)::text, ' ') as log from public.audit_log`
  expect(log).not.toContain(ADDRESS)
})

test.each([
  ['retry-failed', 'failed', 'sent failed messages of the newsletter “2026-11-29” again'],
  [
    'resend-uncertain',
    'uncertain',
    'sent uncertain messages of the newsletter “2026-11-29” again, which some may have got twice',
  ],
  ['resume', 'pending', 'went on with the newsletter “2026-11-29”'],
] as const)(
  'one entry says who had a sending go on with %s, and one that it ended',
  async (action, status, did) => {
    const { sql } = world
    const id = await underWay(world, status)
    if (action === 'resume') await control(world, id, 'pause')
    await sql`truncate public.audit_log`
    await control(world, id, action)
    await untilJobsAreDone(sql)
    expect(await sentences(sql)).toEqual([
      `${NORA} ${did}`,
      'The site finished sending the newsletter “2026-11-29”',
    ])
  },
)

test('an issue that is sent, and a content that a program sends, say who began it', async () => {
  const { sql, admin } = world
  const id = await approved(world)
  await sql`truncate public.audit_log`
  await sendIssue(admin, id)
  await sendNewsletter(admin, { subject: 'By a program', content: '<p>What happened.</p>' })
  await untilJobsAreDone(sql)
  expect(await sentences(sql)).toEqual([
    `${NORA} began to send ${WEEK}`,
    `The site finished sending ${WEEK}`,
    `${NORA} approved the newsletter “By a program”`,
    `${NORA} began to send the newsletter “By a program”`,
    'The site finished sending the newsletter “By a program”',
  ])
})
