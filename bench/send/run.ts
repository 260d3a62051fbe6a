import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { postgresTime, processorTime } from '../support/processor-time.ts'
import { publishableKey, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'
import type { BareTask } from './bare-loop.ts'
import type { Arrivals } from './sink.ts'

const PORT = 43_231
const ORIGIN = `http://127.0.0.1:${PORT}`
const WARM_UP = 2_000
/** The messages of the bare loop, before and after the newsletter. */
const BARE = 5_000
const SUBJECT = 'The week in AI: what happened, and what to watch'
/** Microseconds of the sink's processor time until the last report. */
let sinkUsed = 0
const SUBSCRIBER = '6f1d2c3b-52b7-4f0a-8f6e-0d4f3b2a1c10'

/** `npm run bench -- send [RECIPIENTS]`: how fast a newsletter leaves, compared with a bare loop that sends the same bytes. */
const recipients = Number(process.argv[3] ?? 50_000)
const dataDir = createTemporaryFolder('bench-send')
const sink = fork(join(import.meta.dirname, 'sink.ts'))
const [sinkPort] = (await once(sink, 'message')) as [number]
const smtpUrl = `smtp://127.0.0.1:${sinkPort}`
const site = await startSite({
  dataDir,
  port: PORT,
  settings: { DEMO: '0', SMTP_URL: smtpUrl, MAIL_FROM: 'AI Watch <news@example.org>' },
})
const database = await joinDatabase({ dataDir, databaseUrl: undefined })
const token = await signInAsEditor(ORIGIN)

// The first sending finds everything cold, and seals the message that the bare loop sends, too.
await addReaders(database.sql, 1, WARM_UP)
await send()
await report()
const task = await bareTask(database.sql)
const before = await runBareLoop({ ...task, count: Math.min(BARE, recipients) })
await addReaders(database.sql, WARM_UP + 1, recipients)
const newsletter = await measureNewsletter()
const after = await runBareLoop({ ...task, count: Math.min(BARE, recipients) })

const bare = (before.messages + after.messages) / (before.seconds + after.seconds)
const rate = newsletter.messages / newsletter.seconds
console.log(
  `${recipients.toLocaleString('en-US')} recipients, ${Math.round(newsletter.bytes / newsletter.messages / 1024)} kB each (bare loop: ${Math.round(before.bytes / before.messages / 1024)} kB)`,
)
console.log(`bare loop: ${perSecond(before)} before, ${perSecond(after)} after`)
console.log(`newsletter: ${perSecond(newsletter)}, ${((rate / bare) * 100).toFixed(0)} % of it`)
const startMb = newsletter.samples[0] ?? 0
const mostMb = Math.max(...newsletter.samples)
console.log(
  `memory: ${startMb.toFixed(0)} MB at its beginning, ${mostMb.toFixed(0)} MB at most (+${(mostMb - startMb).toFixed(0)} MB); the most in each tenth of the time: ${mostInTenths(newsletter.samples).join(', ')}`,
)
console.log(
  `processor, for a message: bare loop ${((before.eachMs + after.eachMs) / 2).toFixed(2)} ms (sink ${((before.sinkMs + after.sinkMs) / 2).toFixed(2)}); newsletter ${newsletter.processMs.toFixed(2)} ms (PostgreSQL ${newsletter.postgresMs.toFixed(2)}, sink ${newsletter.sinkMs.toFixed(2)})`,
)

await database.close()
await site.stop()
sink.kill()
await rm(dataDir, { recursive: true, force: true })

async function measureNewsletter() {
  const pid = site.child.pid ?? 0
  const samples = [await residentMegabytes(pid)]
  const watching = new AbortController()
  const watch = (async () => {
    while (!watching.signal.aborted) {
      samples.push(await residentMegabytes(pid))
      await delay(250)
    }
  })()
  const usedBefore = [await processorTime(pid), await postgresTime(dataDir)] as const
  await send()
  const processUs = (await processorTime(pid)) - usedBefore[0]
  const postgresUs = (await postgresTime(dataDir)) - usedBefore[1]
  watching.abort()
  await watch
  const arrivals = await report()
  const each = (microseconds: number) => microseconds / 1000 / arrivals.messages
  return { ...arrivals, samples, processMs: each(processUs), postgresMs: each(postgresUs) }
}

/** Sends a newsletter to all subscribers, and waits until that is done and each of them is written down as sent. */
async function send(): Promise<void> {
  const response = await fetch(`${ORIGIN}/functions/v1/send-newsletter`, {
    method: 'POST',
    headers: {
      apikey: await publishableKey(ORIGIN),
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ subject: SUBJECT, content: content(), again: true }),
  })
  const answer = (await response.json()) as { issueId: string; error?: string }
  if (!response.ok) throw new Error(answer.error)
  for (;;) {
    const [issue] =
      await database.sql`select status from public.newsletter_issues where id = ${answer.issueId}`
    if (issue?.status === 'sent') break
    if (issue?.status !== 'sending') throw new Error(`The newsletter is ${issue?.status}`)
    await delay(250)
  }
  const [sums] = await database.sql`
    select count(*)::int as audience, count(*) filter (where status = 'sent')::int as sent
    from public.newsletter_deliveries where issue_id = ${answer.issueId}`
  if (sums?.sent !== sums?.audience) throw new Error(`Only ${sums?.sent} of ${sums?.audience} were sent`)
}

/** A newsletter of a dozen stories. */
function content(): string {
  const stories = Array.from(
    { length: 12 },
    (_, index) =>
      `<h3><a href="/article/story-${index}">Story ${index} of the week, with a headline of usual length</a></h3>
       <p>${'What happened, why it matters, and what is said about it by those who know. '.repeat(3)}</p>`,
  )
  return `<p>Good morning.</p><h2>Top stories</h2>${stories.join('')}`
}

/** Prepares the message of the bare loop: that of one subscriber, whose tokens are replaced in each. */
async function bareTask(sql: Sql): Promise<Omit<BareTask, 'count'>> {
  const [sealed] = await sql<[{ language: 'en'; subject: string; html: string; text: string }]>`
    select language, subject, html, body_text as text from public.newsletter_messages limit 1`
  const links = createSubscriberLinks('a secret of more than thirty-two characters')
  const site = { siteUrl: ORIGIN, settings: { newsletter_reply_to: null }, links, issueSlug: '2026-11-29' }
  const recipient = { subscriberId: SUBSCRIBER, deliveryId: SUBSCRIBER }
  const { subject, html, text, headers } = personaliseMessage(sealed, recipient, site)
  const tokens = (['unsubscribe', 'preferences'] as const).map((purpose) =>
    links.tokenFor(purpose, SUBSCRIBER),
  )
  return { url: smtpUrl, sample: { subject, html, text, headers }, tokens }
}

async function runBareLoop(task: BareTask) {
  const loop: ChildProcess = fork(join(import.meta.dirname, 'bare-loop.ts'))
  loop.send(task)
  const [eachMs] = (await once(loop, 'message')) as [number]
  return { ...(await report()), eachMs }
}

/** Returns the highest samples in megabytes. */
function mostInTenths(samples: number[]): number[] {
  const size = Math.ceil(samples.length / 10)
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, tenth) =>
    Math.round(Math.max(...samples.slice(tenth * size, (tenth + 1) * size))),
  )
}

/** Reads the arrivals since the last report, and the processor time of the sink for each message. */
async function report(): Promise<Arrivals & { sinkMs: number }> {
  const answered = once(sink, 'message') as Promise<[Arrivals]>
  sink.send('report')
  const [arrivals] = await answered
  const used = await processorTime(sink.pid ?? 0)
  const sinkMs = (used - sinkUsed) / 1000 / arrivals.messages
  sinkUsed = used
  return { ...arrivals, sinkMs }
}

async function addReaders(sql: Sql, from: number, until: number): Promise<void> {
  await sql`
    insert into public.newsletter_subscribers (email, confirmed)
    select 'reader-' || n || '@example.org', true from generate_series(${from}::int, ${until}::int) as n`
}

function perSecond({ messages, seconds }: Arrivals): string {
  return `${Math.round(messages / seconds)} messages per second`
}
