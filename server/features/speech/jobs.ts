import { defineScheduledJob, MINUTE } from '#server/platform/queue/job.ts'

/** Makes the recordings of issues of the newsletter whose sending has begun. */
export const makeNewsletterAudioJob = {
  ...defineScheduledJob('make-newsletter-audio'),
  timeoutSeconds: 60 * MINUTE,
}

/** Makes the sound of articles that have appeared or changed. One process does it, for as long as there is something to read aloud. */
export const makeArticleAudioJob = {
  ...defineScheduledJob('make-article-audio'),
  timeoutSeconds: 60 * MINUTE,
}
