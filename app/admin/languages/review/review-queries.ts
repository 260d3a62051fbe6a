import { queryOptions } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import {
  listGlossaryEntries,
  listTranslationReports,
  readTranslationReview,
} from '#core/data/translation-review.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

export const REVIEW_KEY = ['review']
export const REPORTS_KEY = ['review-reports']

/** The maximum number of reports shown for a translation. */
const MAX_REPORTS = 200

interface ReviewAddress {
  articleId: string
  language: TranslatedLanguage
  current: boolean
}

export const reviewKey = ({ articleId, language, current }: ReviewAddress) => [
  ...REVIEW_KEY,
  articleId,
  language,
  current,
]

export const reviewQuery = (address: ReviewAddress) =>
  queryOptions({
    ...deskQuery(reviewKey(address), (client) => readTranslationReview(client, address), {
      live: ['articles', 'article_translations', 'pending_translations'],
      refuses: true,
    }),
    // The version of the review tells whether it has changed.
    structuralSharing: false,
  })

/** The open reports on a translation. */
export const openReportsQuery = (translationId: string | null) =>
  queryOptions({
    ...deskQuery(
      [...REPORTS_KEY, translationId],
      async (client) => {
        const { rows } = await listTranslationReports(client, {
          status: 'open',
          translationId: translationId ?? '',
          page: 1,
          pageSize: MAX_REPORTS,
        })
        return rows
      },
      { live: ['translation_reports'] },
    ),
    enabled: translationId !== null,
  })

/** The glossary of a language. */
export const glossaryQuery = (language: TranslatedLanguage) =>
  deskQuery(['review-glossary', language], (client) => listGlossaryEntries(client, language), {
    live: ['glossary_terms'],
  })
