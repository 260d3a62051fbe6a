import { createHmac } from 'node:crypto'
import { feedLinks } from '#core/feeds/describe-feed.ts'
import type { Services } from '#server/features/services.ts'
import { type CallbackLocation, locateCallback } from '#server/features/websub/ask-callback.ts'
import { sendFeedJob } from '#server/features/websub/jobs.ts'
import { ownerOfSecret } from '#server/features/websub/open-websub.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { requestAnswer, type ShortAnswer } from '#server/platform/links/request-answer.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

const MINUTE_SECONDS = 60
const LONGEST_PAUSE_SECONDS = 6 * 60 * MINUTE_SECONDS
/** One that has failed for so long and so often is left: it can subscribe again. */
const MOST_DAYS = 3
const LEAST_FAILURES = 5
/** The same number as in private.websub_limit_reached. */
const MOST_OF_NETWORK = 500

interface DueFeed {
  topic: string
  callback: string
  sealed: string | null
  digest: string
  content: Buffer
  contentType: string
  network: string
}

/** The subscriptions that do not have what a feed contains now, as conditions of a statement with both tables. */
const DUE = fragment`topics.path = subscription.topic and topics.digest <> subscription.sent_digest
  and subscription.expires_at > now()`

/** Sends a feed to a subscriber (WebSub, section 7), signed where it has a secret. Only what the feed contains now is sent, however often it has changed. */
export async function sendFeed(
  deps: Pick<Services, 'sql' | 'siteUrl' | 'websub' | 'log'>,
  { subscriptionId }: JobPayload<typeof sendFeedJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { sql, siteUrl, websub, log } = deps
  const [due] = await sql<DueFeed[]>`
    select topic, callback, sealed_secret as sealed, digest, content, content_type as "contentType", network
    from private.websub_subscriptions as subscription, private.websub_topics as topics
    where id = ${subscriptionId} and ${DUE}`
  if (!due) return
  const signature = signatureOf(due, websub)
  if (signature === undefined) {
    await sql`delete from private.websub_subscriptions where id = ${subscriptionId}`
    log.warn('A subscriber of a feed is left, because its secret was encrypted with another JWT_SECRET')
    return
  }
  const url = new URL(due.callback)
  const location = await locateCallback(url, websub.client).catch(() => null)
  const mayBeSent =
    location?.network === due.network || (location && (await hasMoved(sql, subscriptionId, location)))
  const answer =
    location && mayBeSent
      ? await requestAnswer(
          url,
          { ...websub.client, resolved: location.resolved },
          {
            method: 'POST',
            body: due.content,
            headers: {
              'content-type': due.contentType,
              'content-length': String(due.content.length),
              link: feedLinks({ hubUrl: websub.hubUrl, selfUrl: siteUrl + due.topic }),
              ...(signature !== null && { 'x-hub-signature': signature }),
            },
            signal,
          },
        ).catch(() => {
          if (signal.aborted) throw new TryAgainLater('its process ends')
          return null
        })
      : null
  await record(deps, subscriptionId, due.digest, answer)
}

/** Counts a subscriber where its server is now. False when there are too many already: names that confirmed elsewhere could all lead to one victim. */
async function hasMoved(sql: Session, id: string, { network }: CallbackLocation): Promise<boolean> {
  const moved = await sql`
    update private.websub_subscriptions set network = ${network}
    where id = ${id} and (select count(*) from private.websub_subscriptions where network = ${network}) < ${MOST_OF_NETWORK}
    returning 1`
  return moved.length > 0
}

/** The HMAC of the content (section 7.1); null without a secret, undefined where it was encrypted with another key. */
function signatureOf(due: DueFeed, { box }: Services['websub']): string | null | undefined {
  if (due.sealed === null) return null
  try {
    const secret = box.open(ownerOfSecret(due), due.sealed)
    return `sha256=${createHmac('sha256', secret).update(due.content).digest('hex')}`
  } catch {
    return undefined
  }
}

async function record(
  { sql, log }: Pick<Services, 'sql' | 'log'>,
  id: string,
  digest: string,
  answer: ShortAnswer | null,
): Promise<void> {
  const status = answer?.status ?? 0
  if (status >= 200 && status < 300) {
    await sql`
      update private.websub_subscriptions
      set sent_digest = ${digest}, failures = 0, failing_since = null, resumes_at = now() where id = ${id}`
  } else if (status === 410) {
    // Section 7: the subscriber has ended the subscription.
    await sql`delete from private.websub_subscriptions where id = ${id}`
  } else if (!(await putOff(sql, id, answer?.retryAfterSeconds ?? 0))) {
    log.info(`A subscriber of a feed is left, because it has taken nothing for ${MOST_DAYS} days`)
  }
}

/** Puts the next attempt off: a minute, two, four … up to six hours, or as long as the subscriber asks within that. False when it is left for good. */
async function putOff(sql: Session, id: string, retryAfterSeconds: number): Promise<boolean> {
  const left = await sql`
    delete from private.websub_subscriptions
    where id = ${id} and failures + 1 >= ${LEAST_FAILURES} and failing_since < now() - make_interval(days => ${MOST_DAYS})
    returning 1`
  if (left.length > 0) return false
  const jitter = 0.8 + 0.4 * Math.random()
  await sql`
    update private.websub_subscriptions
    set failures = failures + 1, failing_since = coalesce(failing_since, now()),
      resumes_at = now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}::float8, greatest(
        ${retryAfterSeconds}::float8, ${MINUTE_SECONDS * jitter}::float8 * 2 ^ least(failures, 20))))
    where id = ${id}`
  return true
}

/** In one transaction. */
const BATCH = 200
/** A subscriber whose job was lost is found again after this. */
const CLAIMED_MINUTES = 10

/** Enqueues a job for each subscriber who does not have what a feed contains by now: first for those who took what came before. */
export async function followFeedSubscribers({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  let claimed = BATCH
  while (claimed === BATCH) {
    try {
      claimed = await sql.transaction(async (transaction) => {
        const due = await transaction<{ id: string }[]>`
          update private.websub_subscriptions set resumes_at = now() + make_interval(mins => ${CLAIMED_MINUTES})
          where id in (
            select id from private.websub_subscriptions as subscription, private.websub_topics as topics
            where ${DUE} and resumes_at <= now() order by failures, resumes_at limit ${BATCH} for update of subscription skip locked)
          returning id`
        for (const { id } of due) await queue.enqueue(sendFeedJob, { subscriptionId: id }, { transaction })
        return due.length
      })
    } catch (error) {
      // The scheduled job goes on in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}
