import { readDemo, removeTheDemo } from '#server/features/demo/functions/demo.ts'
import { seedDemoIssues } from '#server/features/demo/seed-demo-issues.ts'
import { type Feature, forAdministrators, GET, POST } from '#server/features/feature.ts'
import * as newsletter from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { handles } from '#server/platform/queue/job.ts'

export const demoFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'read-demo': { ...GET, ...forAdministrators, limit: 'demo', handle: readDemo },
    'remove-demo': { ...POST, ...forAdministrators, limit: 'demo', handle: removeTheDemo },
  },
  jobs: [
    handles(newsletter.seedDemoIssuesJob, (deps: Services, _, { createdAt }) =>
      seedDemoIssues(deps, createdAt),
    ),
  ],
} satisfies Feature
