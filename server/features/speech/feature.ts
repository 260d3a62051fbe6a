import { type Feature, HELD_EVERY_MINUTE } from '#server/features/feature.ts'
import type { Services } from '#server/features/services.ts'
import { createAudioRoutes } from '#server/features/speech/audio-routes.ts'
import { makeArticleAudioJob, makeNewsletterAudioJob } from '#server/features/speech/jobs.ts'
import { makeArticleAudio } from '#server/features/speech/make-article-audio.ts'
import { makeNewsletterAudio } from '#server/features/speech/make-newsletter-audio.ts'
import { handles } from '#server/platform/queue/job.ts'

export const speechFeature = {
  routes: (app, deps) => app.route('/', createAudioRoutes(deps)),
  jobs: [
    handles(
      makeArticleAudioJob,
      (deps: Services, _, { signal }) => makeArticleAudio(deps, signal),
      HELD_EVERY_MINUTE,
    ),
    handles(
      makeNewsletterAudioJob,
      (deps: Services, _, { signal }) => makeNewsletterAudio(deps, signal),
      HELD_EVERY_MINUTE,
    ),
  ],
} satisfies Feature
