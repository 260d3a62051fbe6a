import type { chooseTopicsJob } from '#server/features/articles/jobs/definitions.ts'
import { chooseTopics as chooseWords } from '#server/features/articles/topics/choose-topics.ts'
import type { Services } from '#server/features/services.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

/** Finds what articles are about that were published before there was anything to compare them with. */
export async function chooseTopics(
  { sql }: Pick<Services, 'sql'>,
  _: JobPayload<typeof chooseTopicsJob>,
  { signal }: JobRun<typeof chooseTopicsJob>,
): Promise<void> {
  await chooseWords(sql, signal)
}
