import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'
import { countDeliveries } from '../../../../../tests/support/newsletter-issues.ts'
import { startSmtpSenders } from '../../../../../tests/support/smtp-senders.ts'

/** The time for what waits until a newsletter has left. */
export const SENDING_TIMEOUT = { timeout: 100_000 }

/** Lists the people who got a message, in order of the alphabet. */
export function recipients({ receipts }: { receipts: { to: string }[] }): string[] {
  return receipts.map(({ to }) => to).toSorted()
}

/** A database whose newsletters are sent to SMTP servers of the test. */
export async function openSending() {
  const database = await createTestDatabase()
  const { sql } = database
  return {
    database,
    sql,
    startSenders: (options?: Parameters<typeof startSmtpSenders>[1]) => startSmtpSenders(database, options),
    async statusOf(issueId: string): Promise<string | undefined> {
      return (await countDeliveries(sql, issueId)).status
    },
    /** Removes what a test has left. */
    async reset(): Promise<void> {
      await emptyTables(sql, 'public.newsletter_issues, public.newsletter_subscribers, public.settings')
      await sql`
        truncate private.newsletter_batches, private.newsletter_paces, private.newsletter_quotas, private.suppressed_addresses`
      await sql`delete from pgboss.job where name like '%newsletter%'`
    },
    stop: () => database.drop(),
  }
}
