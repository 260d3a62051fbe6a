import { t } from '#app/admin/kit/messages.ts'
import { TO_REVIEW_PATH, TRANSLATIONS_PATH } from '#app/admin/kit/paths.ts'
import { showCount, type WaitingLine } from '#app/admin/kit/room.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { coveragePath } from '#app/admin/languages/coverage/coverage-table.ts'
import { MOST_COUNTED, type Waiting } from '#core/domain/dashboard.ts'

export function describeTranslations({
  toReview,
  toReviewIn,
  unread,
  failed,
  stale,
}: Waiting): WaitingLine[] {
  const links = toReviewIn.map(({ language, count }) => ({
    label: t('dashboard.waiting.inLanguage', { language: languageName(language), shown: showCount(count) }),
    to: `${TO_REVIEW_PATH}?language=${language}`,
  }))
  const { published, drafts } = failed
  const live = Math.min(
    unread.reduce((sum, { count }) => sum + count, 0),
    MOST_COUNTED,
  )
  const filled = (count: number) => ({ count, shown: showCount(count) })
  return [
    {
      text: t('dashboard.waiting.toReview', filled(toReview)),
      count: toReview,
      to: links.length === 1 && links[0] ? links[0].to : TO_REVIEW_PATH,
      links,
    },
    {
      text: t('dashboard.waiting.failed', filled(published)),
      count: published,
      to: coveragePath({ state: 'failed' }),
    },
    {
      text: t('dashboard.waiting.failedDrafts', filled(drafts)),
      count: drafts,
      to: coveragePath({ state: 'failed', age: 'drafts' }),
    },
    { text: t('dashboard.waiting.stale', filled(stale)), count: stale, to: coveragePath({ state: 'stale' }) },
    {
      text: t('dashboard.waiting.unread', filled(live)),
      count: live,
      to: coveragePath({ state: 'unread' }),
      links: unread.map(({ language, count }) => ({
        label: t('dashboard.waiting.inLanguage', {
          language: languageName(language),
          shown: showCount(count),
        }),
        to: coveragePath({ state: 'unread', language }),
      })),
    },
  ]
    .filter(({ count }) => count > 0)
    .map((line) => ({ ...line, page: TRANSLATIONS_PATH }))
}
