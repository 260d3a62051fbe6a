import { expect, test } from 'vitest'
import { MAIL_KINDS } from '#app/admin/outbox/outbox-table.ts'
import { JOB_NAMES, JOBS } from '#server/jobs/jobs.ts'

test('every mail that a job sends has a name in the outbox', () => {
  const named = new Set<string>(MAIL_KINDS.map(([kind]) => kind))
  const mails = JOB_NAMES.filter((name) => 'perAddressAndDay' in JOBS[name])
  expect(mails).toContain('send-newsletter-notice')
  expect(mails.filter((name) => !named.has(name))).toEqual([])
})
