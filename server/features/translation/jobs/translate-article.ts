import type { Services } from '#server/features/services.ts'
import type { translateArticleJob } from '#server/features/translation/jobs/definitions.ts'
import { runTranslation } from '#server/features/translation/run-translation.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/**
 * Translates an article, or brings a translation up to date.
 * @throws TryAgainLater
 */
export async function translateArticle(
  deps: Services,
  { runId }: JobPayload<typeof translateArticleJob>,
  run: JobRun<typeof translateArticleJob>,
): Promise<void> {
  await runTranslation(deps, runId, run)
}
