import { expect, test } from 'vitest'
import { MAIL_KINDS } from '#app/admin/mail/mail-queries.ts'
import { JOBS } from '#server/features.ts'

test('every mail that a job sends has a name in the outbox', () => {
  const named = new Set<string>(MAIL_KINDS.map(([kind]) => kind))
  const mails = JOBS.flatMap(({ job }) => ('dailyLimitPerAddress' in job ? [job.name] : []))
  expect(mails).toContain('send-newsletter-notice')
  expect(mails.filter((name) => !named.has(name))).toEqual([])
})
