import { afterAll, beforeEach, expect, test } from 'vitest'
import type { NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'
import { replaceMessages } from '#server/features/newsletter/approve/approve-issue.ts'
import { sealIssue, verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { onlyForSections } from '#server/features/newsletter/render/personalise-message.ts'
import { resumeSending, retryFailed } from '#server/features/newsletter/send/control-sending.ts'
import { readProgress } from '#server/features/newsletter/send/sending-progress.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { enqueueSending } from '#server/features/newsletter/send/supervise-sending.ts'
import { openSending, recipients } from '#server/features/newsletter/send/testing/open-sending.ts'
import { addApprovedIssue, countDeliveries } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { sql, startSenders, statusOf } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

const HTML = [
  '<p>Hello.</p>',
  onlyForSections(['tech'], '<p>About chips.</p>'),
  onlyForSections(['business'], '<p>About banks.</p>'),
].join('')

/** Adds confirmed subscribers `NAME@example.org` of these sections; null: of all. */
async function addReadersOf(chosen: Record<string, string[] | null>): Promise<void> {
  for (const [name, sections] of Object.entries(chosen))
    await sql`
      insert into public.newsletter_subscribers (email, confirmed, sections)
      values (${`${name}@example.org`}, true, ${sections})`
}

const choose = (name: string, sections: string[]) =>
  sql`select private.choose_sections(id, ${sections}, null) from public.newsletter_subscribers where email = ${`${name}@example.org`}`

/** The rows of the ledger, in the order of the addresses. */
const ledger = () => sql<
  { email: string | null; status: NewsletterDeliveryStatus; sections: string[] | null }[]
>`
  select email, status, sections from public.newsletter_deliveries order by email`

test('who has chosen sections gets what is of these, and who has nothing gets nothing, which is counted', async () => {
  await addReadersOf({ all: null, both: ['business', 'tech'], hack: ['hack', 'opinion'], tech: ['tech'] })
  const { id } = await addApprovedIssue(sql, { html: HTML })
  const { sink, deps } = await startSenders({ keeps: 'everything' })
  expect(await startSending(deps, id, null)).toMatchObject({ status: 'begun' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  const said = sink.mails.map(({ envelope, parsed }) => [envelope.to[0], parsed.html?.trim()])
  expect(Object.fromEntries(said)).toEqual({
    'all@example.org': '<p>Hello.</p><p>About chips.</p><p>About banks.</p>',
    'both@example.org': '<p>Hello.</p><p>About chips.</p><p>About banks.</p>',
    'tech@example.org': '<p>Hello.</p><p>About chips.</p>',
  })
  expect(said).toHaveLength(3)
  expect(await countDeliveries(sql, id)).toEqual({
    status: 'sent',
    counts: { sent: 3, empty: 1 },
    isComplete: true,
  })
  expect(await readProgress(sql, id)).toMatchObject({
    audience: 4,
    counts: { sent: 3, empty: 1, skipped: 0 },
  })
  const [end] = await sql`select reason from public.newsletter_issue_events where event = 'sent'`
  expect(end).toEqual({ reason: '1 empty, 3 sent' })
})

test('an issue in which nobody finds anything ends without a mail', async () => {
  await addReadersOf({ one: ['hack'], two: ['opinion'] })
  const { id } = await addApprovedIssue(sql, { html: HTML })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(sink.receipts).toEqual([])
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { empty: 2 }, isComplete: true })
  expect(await retryFailed(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
})

test('an issue that cannot be divided is for everybody', async () => {
  await addReadersOf({ one: ['hack'] })
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(recipients(sink)).toEqual(['one@example.org'])
})

test('what is chosen before the sending counts, and what is chosen after its start waits for the next issue', async () => {
  await addReadersOf({ early: ['hack'], late: ['tech'] })
  const { id } = await addApprovedIssue(sql, { html: HTML, pauseAfter: 1 })
  await choose('early', ['business'])
  const { sink, deps } = await startSenders({ keeps: 'everything' })
  await startSending(deps, id, null)
  await choose('late', ['hack'])
  await expect.poll(() => statusOf(id)).toBe('paused')
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await ledger()).toEqual([
    { email: 'early@example.org', status: 'sent', sections: ['business'] },
    { email: 'late@example.org', status: 'sent', sections: ['tech'] },
  ])
  expect(sink.mails).toHaveLength(2)
  expect(sink.mails.find(({ envelope }) => envelope.to[0] === 'late@example.org')?.parsed.html?.trim()).toBe(
    '<p>Hello.</p><p>About chips.</p>',
  )
})

test('an issue that is approved again while it is sent is judged again, and nobody gets it twice', async () => {
  await addReadersOf({ banks: ['business'], hack: ['hack'], tech: ['tech'] })
  const { id } = await addApprovedIssue(sql, { html: HTML, pauseAfter: 1 })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  const [first] = recipients(sink)
  const html = `<p>Hello.</p>${onlyForSections(['hack'], '<p>About tools.</p>')}`
  const message = { language: 'en' as const, subject: 'S', preheader: 'P', html, text: 'T', content: '' }
  await sql.transaction(async (transaction) => {
    await replaceMessages(transaction, id, [{ ...message, bytes: 0, links: [] }])
    const seal = await sealIssue(transaction, id, [])
    await transaction`update public.newsletter_issues set seal = ${seal} where id = ${id}`
    await transaction`select private.judge_newsletter_deliveries(${id})`
  })
  expect(await verifySeal(sql, deps, id)).toEqual({ intact: true })
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(recipients(sink)).toEqual([first, 'hack@example.org'].toSorted())
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 2, empty: 1 }, isComplete: true })
})

test('who has nothing in their edition is sent nothing, also if the ledger said otherwise', async () => {
  await addReadersOf({ hack: ['hack'] })
  const { id } = await addApprovedIssue(sql, { html: HTML })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  await sql`update public.newsletter_deliveries set status = 'pending', settled_at = null`
  await sql`update public.newsletter_issues set status = 'sending' where id = ${id}`
  await enqueueSending(deps.queue, sql, id)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await ledger()).toMatchObject([{ status: 'failed' }])
  expect(sink.receipts).toEqual([])
})

test('an erased subscriber leaves a row of the ledger without sections', async () => {
  await addReadersOf({ hack: ['hack'], tech: ['tech'] })
  const { id } = await addApprovedIssue(sql, { html: HTML })
  const { deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  await sql`select private.erase_subscriber(id) from public.newsletter_subscribers`
  expect(await ledger()).toEqual([
    { email: null, status: expect.stringMatching(/sent|empty/), sections: null },
    { email: null, status: expect.stringMatching(/sent|empty/), sections: null },
  ])
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 1, empty: 1 }, isComplete: true })
})

test('a section that was renamed after the approval is the same section', async () => {
  const sections = await sql<{ slug: string }[]>`
    select slug from public.categories where retired_to is null order by position`
  const renamed = sections.map(({ slug }) =>
    slug === 'tech' ? { slug: 'machines', was: slug, names: { en: 'Machines' } } : { slug },
  )
  await addReadersOf({ tech: ['tech'], hack: ['hack'] })
  const { id } = await addApprovedIssue(sql, { html: HTML })
  await sql`select public.save_categories(${JSON.stringify(renamed)}::jsonb)`
  const { sink, deps } = await startSenders({ keeps: 'everything' })
  expect(await startSending(deps, id, null)).toMatchObject({ status: 'begun' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await ledger()).toEqual([
    { email: 'hack@example.org', status: 'empty', sections: ['hack'] },
    { email: 'tech@example.org', status: 'sent', sections: ['tech'] },
  ])
  expect(sink.mails[0]?.parsed.html?.trim()).toBe('<p>Hello.</p><p>About chips.</p>')
})
