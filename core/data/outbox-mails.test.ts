import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { findOutboxMail, listOutboxMails } from './outbox-mails.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const mails = Array.from({ length: 5 }, (_, index) => ({
    message_id: `<${index}@example.org>`,
    sender: 'AI Watch <news@example.org>',
    recipient: `reader${index}@example.org`,
    subject: `Mail ${index}`,
    body_text: 'Hello',
    body_html: '<p>Hello</p>',
    headers: { 'Content-Language': 'en' },
  }))
  await app.service().from('outbox_mails').insert(mails).throwOnError()
})

afterAll(() => app.stop())

test('pages follow each other from the newest to the oldest mail, and the last one says so', async () => {
  const admin = await app.administrator()
  const subjects: string[][] = []
  let before: number | null = null
  do {
    const page = await listOutboxMails(admin, { before, limit: 2 })
    subjects.push(page.mails.map((mail) => mail.subject))
    before = page.nextBefore
  } while (before)
  expect(subjects).toEqual([['Mail 4', 'Mail 3'], ['Mail 2', 'Mail 1'], ['Mail 0']])
})

test('a page that ends with the oldest mail has no next one', async () => {
  expect((await listOutboxMails(await app.administrator(), { limit: 5 })).nextBefore).toBeNull()
})

test('a mail is found whole by its id, and an unknown id finds nothing', async () => {
  const admin = await app.administrator()
  const newest = (await listOutboxMails(admin, { limit: 1 })).mails[0]
  expect(await findOutboxMail(admin, newest?.id ?? 0)).toMatchObject({
    ...newest,
    recipient: 'reader4@example.org',
    body_html: '<p>Hello</p>',
    headers: { 'Content-Language': 'en' },
  })
  expect(await findOutboxMail(admin, 999_999)).toBeNull()
})
