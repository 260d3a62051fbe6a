import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { DUE, openScheduler } from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import { listEvents, listNotices, setSettings } from '../../../../tests/support/issues.ts'

const clock = await openScheduler()
const { sql, services, follow, draft } = clock
afterAll(() => clock.stop())
beforeEach(() => clock.reset())

describe('a process that ends in the middle repeats nothing', () => {
  /** Has every statement of this kind fail until it is called again. */
  const failOn = async (event: string, table: string) => {
    await sql.script(`
      create or replace function public.fail() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
      create trigger fail before ${event} on ${table} for each row execute function public.fail()`)
    return () => sql.script(`drop trigger fail on ${table}`)
  }
  /** Makes the draft and follows its Sunday, as a clock that asks again after an error. */
  const goThrough = async (steps: (() => Promise<unknown>)[], event: string, table: string) => {
    let failures = 0
    for (const step of steps) {
      const mend = await failOn(event, table)
      await step().catch(() => failures++)
      await mend()
      await step()
      await step()
    }
    expect(failures).toBeGreaterThan(0)
  }
  const steps = [draft, () => follow(DUE), () => follow('2026-11-29T08:01:00Z')]

  test.each([
    ['insert', 'private.newsletter_sundays'],
    ['insert', 'public.newsletter_issues'],
    ['update of issue_id', 'private.newsletter_sundays'],
    ['update of composed_at', 'private.newsletter_sundays'],
    ['update of announced_at', 'private.newsletter_sundays'],
    ['update of settled_at', 'private.newsletter_sundays'],
    ['insert', 'public.newsletter_issue_events'],
    ['insert', 'pgboss.job'],
  ])('when %s on %s fails', async (event, table) => {
    await goThrough(steps, event, table)
    const issues = await sql<
      { id: string; status: string }[]
    >`select id, status from public.newsletter_issues`
    expect(issues.map(({ status }) => status)).toEqual(['draft'])
    expect(await listEvents(sql, issues[0]?.id ?? '')).toEqual(['draft', 'held'])
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test.each([
    ['update of settled_at', 'private.newsletter_sundays'],
    ['insert', 'public.newsletter_messages'],
    ['insert', 'private.newsletter_approvals'],
    ['update of seal', 'public.newsletter_issues'],
    ['update of status', 'public.newsletter_issues'],
    ['insert', 'public.audit_log'],
    ['insert', 'public.newsletter_deliveries'],
    ['insert', 'public.newsletter_issue_events'],
  ])('nor where it is sent automatically, when %s on %s fails', async (event, table) => {
    await setSettings(services, { newsletter_automatic: true })
    await goThrough(steps, event, table)
    const issues = await sql<
      { id: string; status: string }[]
    >`select id, status from public.newsletter_issues`
    expect(issues.map(({ status }) => status)).toEqual(['sending'])
    expect(await listEvents(sql, issues[0]?.id ?? '')).toEqual(['draft', 'approved', 'scheduled', 'sending'])
    const deliveries = await sql`select from public.newsletter_deliveries`
    expect(deliveries).toHaveLength(5)
    expect(await listNotices(sql)).toEqual(['draft_ready'])
  })
})
