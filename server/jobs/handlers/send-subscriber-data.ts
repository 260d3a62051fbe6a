import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { type SubscriberData, subscriberDataMail } from '#server/mail/templates/subscriber-data.tsx'
import { acceptsMail } from '#server/newsletter/subscriptions/subscription-by-link.ts'

/** Two years of issues; how many there are more is said. */
const MOST_ISSUES = 100

/** Mails a subscriber what is stored about them. */
export async function sendSubscriberData(
  deps: JobDeps,
  { subscriberId }: JobPayload<'send-subscriber-data'>,
  run: JobRun<'send-subscriber-data'>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [{ data }] = await transaction<
      [{ data: (SubscriberData & Parameters<typeof acceptsMail>[0]) | null }]
    >`
      select private.export_subscriber(${subscriberId}, ${MOST_ISSUES}) as data`
    if (!data || !acceptsMail(data)) return null
    return { mail: { ...(await subscriberDataMail({ data })), to: data.email }, withdraw: async () => {} }
  })
}
