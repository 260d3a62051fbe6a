import type { Services } from '#server/features/services.ts'
import type { tellPublicHubJob } from '#server/features/websub/jobs.ts'
import { requestAnswer } from '#server/platform/links/request-answer.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

/** Tells a public hub which feeds have changed, as such hubs have taken it since PubSubHubbub; WebSub leaves it open. */
export async function tellPublicHub(
  { siteUrl, websub }: Pick<Services, 'siteUrl' | 'websub'>,
  { paths }: JobPayload<typeof tellPublicHubJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  if (websub.isOwnHub) return
  const form = new URLSearchParams([
    ['hub.mode', 'publish'],
    ...paths.map((path) => ['hub.url', siteUrl + path]),
  ])
  const body = Buffer.from(form.toString())
  const answer = await requestAnswer(new URL(websub.hubUrl), websub.client, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) },
    body,
    signal,
  }).catch(() => null)
  if (!answer || answer.status < 200 || answer.status >= 300)
    throw new TryAgainLater(
      `WEBSUB_HUB ${answer ? `answered with status ${answer.status}` : 'cannot be reached'}`,
    )
}
