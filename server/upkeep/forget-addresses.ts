import type { Sql } from '#server/platform/database/connection.ts'

/** The age at which the addresses of deliveries are removed; the rows stay. */
const KEPT_MONTHS = 12
const ISSUES_AT_ONCE = 50

/** Removes the addresses from the deliveries of issues that were sent long ago. */
export async function forgetAddresses(sql: Sql): Promise<void> {
  const issues = await sql<{ id: string }[]>`
    select id from public.newsletter_issues
    where ended_at < now() - make_interval(months => ${KEPT_MONTHS}) and started_at is not null and not exists (
      select from private.newsletter_forgotten_addresses where issue_id = newsletter_issues.id)
    order by ended_at limit ${ISSUES_AT_ONCE}`
  for (const { id } of issues)
    await sql.transaction(async (transaction) => {
      await transaction`
        update public.newsletter_deliveries set email = null where issue_id = ${id} and email is not null`
      await transaction`
        insert into private.newsletter_forgotten_addresses (issue_id) values (${id}) on conflict do nothing`
    })
}
