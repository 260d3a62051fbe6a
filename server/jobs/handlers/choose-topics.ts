import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { chooseTopics as chooseWords } from '#server/topics/choose-topics.ts'

/** Finds what articles are about that were published before there was anything to compare them with. */
export async function chooseTopics(
  { sql }: Pick<JobDeps, 'sql'>,
  _: JobPayload<'choose-topics'>,
  { signal }: JobRun<'choose-topics'>,
): Promise<void> {
  await chooseWords(sql, signal)
}
