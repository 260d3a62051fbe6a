import { queueWelcomes } from '#server/features/newsletter/subscriptions/queue-welcomes.ts'
import type { Services } from '#server/features/services.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import type { Listening } from '#server/platform/database/listen.ts'
import { followAnnouncements } from '#server/platform/queue/work-on-notify.ts'

/** Has those welcomed who confirm their address, as soon as the database announces it. */
export function followConfirmations(
  address: DatabaseAddress,
  deps: Pick<Services, 'sql' | 'queue' | 'log'>,
): Promise<Listening> {
  return followAnnouncements(address, 'newsletter_welcomes', {
    work: () => queueWelcomes(deps),
    // A clock makes up for it.
    onError: (error) => deps.log.error('Welcome mails could not be queued', error),
    purpose: 'newsletter',
  })
}
