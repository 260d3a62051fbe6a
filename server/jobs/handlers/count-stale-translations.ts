import type { JobDeps } from '#server/jobs/job-run.ts'
import { countChangedSegments } from '#server/translation/count-changed-segments.ts'

/** Counts what was announced while nobody listened. */
export async function countStaleTranslations({ sql }: JobDeps): Promise<void> {
  await countChangedSegments(sql)
}
