import { onTestFinished } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { startMailSink } from '../mocks/mail-sink.ts'
import type { TestDatabase } from './database.ts'
import { startTestJobs, type TestJobs } from './jobs.ts'
import { createWatchedLog } from './watched-log.ts'

const sender = createSender({ from: 'AI Watch <news@example.org>', siteUrl: 'https://aiwatch.example' })

/** Processes that send newsletters to a mail server, until the test has ended. */
export async function startSmtpSenders(
  database: TestDatabase,
  {
    count = 1,
    login = '',
    socketTimeoutMs = 30_000,
    log = createWatchedLog(),
    keeps = 'receipts' as 'everything' | 'receipts',
    wrap = (transport: MailTransport) => transport,
  } = {},
) {
  const sink = await startMailSink({ keeps })
  const url = sink.url.replace('//', `//${login}`)
  const processes: { mail: MailTransport; jobs: TestJobs }[] = []
  for (let index = 0; index < count; index++) {
    const mail = createSmtpTransport({ url, sender, socketTimeoutMs })
    // A message that hangs is not waited for when its process ends.
    const jobs = await startTestJobs(database, { mail: wrap(mail), log, drainMs: 500, haste: 20 })
    processes.push({ mail, jobs })
  }
  const stop = async () => {
    for (const { jobs, mail } of processes.splice(0)) {
      await jobs.stop()
      await mail.close()
    }
  }
  onTestFinished(async () => {
    await stop()
    await sink.close()
  })
  const [first] = processes
  if (!first) throw new TypeError('There must be a process')
  return { sink, deps: first.jobs.services, stop }
}
