import {
  EVERY_FIVE_MINUTES,
  type Feature,
  forEditors,
  forTranslators,
  HELD_EVERY_MINUTE,
  KB,
  MB,
  POST,
} from '#server/features/feature.ts'
import type { Services } from '#server/features/services.ts'
import { countChangedSegments, countOnNotify } from '#server/features/translation/count-changed-segments.ts'
import { findAffectedTranslations } from '#server/features/translation/functions/find-affected-translations.ts'
import { translateArticle } from '#server/features/translation/functions/translate-article.ts'
import {
  queueTranslations,
  retranslateArticles,
} from '#server/features/translation/functions/translation-batches.ts'
import * as translationReviews from '#server/features/translation/functions/translation-reviews.ts'
import * as jobs from '#server/features/translation/jobs.ts'
import { resumeTranslations, translateCorrectedOnNotify } from '#server/features/translation/resume-runs.ts'
import { runTranslation } from '#server/features/translation/run-translation.ts'
import { handles } from '#server/platform/queue/job.ts'

export const translationFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'translate-article': { ...POST, access: 'translator', scope: 'translate', limit: 'translation', handle: translateArticle },
    'retranslate-articles': { ...POST, ...forEditors, limit: 'translation', handle: retranslateArticles },
    // A thousand translations.
    'queue-translations': { ...POST, access: 'translator', scope: 'translate', limit: 'translation', bodyLimit: 128 * KB, handle: queueTranslations },
    'read-translation-review': { ...POST, access: 'translator', scope: 'translate', limit: 'review', handle: translationReviews.readTranslationReview },
    // All texts of an article, as a save of the article itself.
    'save-translation-review': { ...POST, ...forTranslators, limit: 'review', bodyLimit: 4 * MB, handle: translationReviews.saveTranslationReview },
    'ask-translation-segment': { ...POST, ...forTranslators, limit: 'segment-question', handle: translationReviews.askTranslationSegment },
    'find-affected-translations': { ...POST, ...forEditors, limit: 'affected-translations', handle: findAffectedTranslations },
  },
  jobs: [
    handles(jobs.translateArticleJob, (deps: Services, { runId }, run) => runTranslation(deps, runId, run)),
    handles(jobs.resumeTranslationsJob, resumeTranslations, HELD_EVERY_MINUTE),
    handles(
      jobs.countStaleTranslationsJob,
      ({ sql }: Services) => countChangedSegments(sql),
      EVERY_FIVE_MINUTES,
    ),
  ],
  notified: (services) => [countOnNotify(services), translateCorrectedOnNotify(services)],
} satisfies Feature
