import type { sendSubscriberDataJob } from '#server/features/newsletter/jobs/definitions.ts'
import {
  type SubscriberData,
  subscriberDataMail,
} from '#server/features/newsletter/mails/subscriber-data.tsx'
import { acceptsMail } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import type { Services } from '#server/features/services.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/** Two years of issues; how many there are more is said. */
const MOST_ISSUES = 100

/** Mails a subscriber what is stored about them. */
export async function sendSubscriberData(
  deps: Services,
  { subscriberId }: JobPayload<typeof sendSubscriberDataJob>,
  run: JobRun<typeof sendSubscriberDataJob>,
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
