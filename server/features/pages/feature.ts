import { type Feature, HELD } from '#server/features/feature.ts'
import { purgeCdnJob } from '#server/features/pages/cdn/jobs.ts'
import { purgeCdn } from '#server/features/pages/cdn/purge-cdn.ts'
import { handles } from '#server/platform/queue/job.ts'

export const pagesFeature = {
  jobs: [handles(purgeCdnJob, purgeCdn, HELD)],
} satisfies Feature
