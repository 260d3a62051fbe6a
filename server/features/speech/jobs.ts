import { defineScheduledJob, MINUTE } from '#server/platform/queue/job.ts'

/** Makes the sound of articles that have appeared or changed. One process does it, for as long as there is something to read aloud. */
export const makeArticleAudioJob = {
  ...defineScheduledJob('make-article-audio'),
  timeoutSeconds: 60 * MINUTE,
}
