import { type Feature, HELD } from '#server/features/feature.ts'
import { purgeCdn, purgeCdnJob } from '#server/features/pages/purge-cdn.ts'
import { handles } from '#server/platform/queue/job.ts'

export const pagesFeature = {
  jobs: [handles(purgeCdnJob, purgeCdn, HELD)],
} satisfies Feature
