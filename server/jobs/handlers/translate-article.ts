import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { runTranslation } from '#server/translation/run-translation.ts'

/**
 * Translates an article, or brings a translation up to date.
 * @throws TryAgainLater
 */
export async function translateArticle(
  deps: JobDeps,
  { runId }: JobPayload<'translate-article'>,
  run: JobRun<'translate-article'>,
): Promise<void> {
  await runTranslation(deps, runId, run)
}
