import { afterAll, expect, test } from 'vitest'
import { forgetAddresses } from '#server/upkeep/purge.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { addApprovedIssue, addReaders } from '../../tests/support/newsletter-issues.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())

test('a year after its end the ledger of an issue names no address, and its numbers stay', async () => {
  await addReaders(sql, 2)
  const issues = [await addApprovedIssue(sql), await addApprovedIssue(sql)]
  for (const { id } of issues) {
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status)
      select ${id}, id, email, 'en', 'sent' from public.newsletter_subscribers`
    await sql`update public.newsletter_issues set audience = 2, status = 'sending' where id = ${id}`
    await sql`update public.newsletter_issues set status = 'sent' where id = ${id}`
  }
  const [old, recent] = issues
  // The trigger dates only moves.
  await sql`alter table public.newsletter_issues disable trigger move_issue`
  await sql`update public.newsletter_issues set ended_at = now() - interval '13 months' where id = ${old?.id}`
  await sql`alter table public.newsletter_issues enable trigger move_issue`
  await forgetAddresses(sql)
  const named = await sql`
    select issue_id, count(*)::int as rows, count(email)::int as named from public.newsletter_deliveries group by issue_id order by named`
  expect(named).toEqual([
    { issue_id: old?.id, rows: 2, named: 0 },
    { issue_id: recent?.id, rows: 2, named: 2 },
  ])
})
