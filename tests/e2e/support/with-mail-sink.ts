import { type MailSink, startMailSink } from '../../mocks/mail-sink.ts'
import { test as base } from './new-publication.ts'

/** For tests whose site sends its mail to a server that the test can let misbehave. */
export const test = base.extend<{ sink: MailSink }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  sink: async ({}, use) => {
    const sink = await startMailSink({ keeps: 'receipts' })
    await use(sink)
    await sink.close()
  },
  environment: async ({ sink }, use) => use({ SMTP_URL: sink.url.replace('//', '//desk:secret@') }),
})
