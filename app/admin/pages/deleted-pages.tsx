import { useQuery } from '@tanstack/react-query'
import { languageName } from '#app/admin/article/language-name.ts'
import { AnswerRefusal } from '#app/admin/errors/answer-refusal.ts'
import { useNameOfEditor } from '#app/admin/history/history-queries.ts'
import { t } from '#app/admin/messages.ts'
import { describePageProblem } from '#app/admin/pages/describe-page-problem.ts'
import { deletedPagesQuery, PAGES_KEY } from '#app/admin/pages/page-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { bringBackPage, type ListedPage } from '#core/data/pages.ts'
import { ownPagePath } from '#core/paths.ts'

interface DeletedPagesProps {
  rows: ListedPage[]
  /** Gets focus when a page was brought back. */
  focusAfter: React.RefObject<HTMLElement | null>
}

/** What was deleted within the last month and is not there again. It can be brought back. */
export function DeletedPages({ rows, focusAfter }: DeletedPagesProps) {
  const deleted = useQuery(deletedPagesQuery).data ?? []
  const nameOf = useNameOfEditor()
  const restore = useDeskMutation({
    run: bringBackPage,
    done(outcome) {
      if (outcome.status !== 'saved')
        throw new AnswerRefusal(
          outcome.status === 'invalid' ? describePageProblem(outcome.problem) : t('pages.deleted.gone'),
        )
      // The button disappears.
      focusAfter.current?.focus()
      return t('pages.deleted.restored')
    },
    invalidates: [PAGES_KEY],
  })
  const known = new Set(rows.map(keyOf))
  const gone = deleted.filter(
    (revision, index) =>
      !known.has(keyOf(revision)) && deleted.findIndex((other) => keyOf(other) === keyOf(revision)) === index,
  )
  if (gone.length === 0) return null

  return (
    <section aria-labelledby="deleted" className="mt-10">
      <h2 id="deleted" className="font-semibold">
        {t('pages.deleted.title')}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-soft">{t('pages.deleted.intro')}</p>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {gone.map((revision) => (
          <li
            key={revision.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
          >
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{revision.title}</span>{' '}
              <span className="text-soft">
                {ownPagePath(revision.slug)} · {languageName(revision.language)}
              </span>
              <span className="block text-faint">
                {t('pages.deleted.by', { who: nameOf(revision.made_by) })}{' '}
                <LocalTime iso={revision.made_at} precision="minute" />
              </span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('pages.deleted.restoreLabel', {
                title: revision.title,
                language: languageName(revision.language),
              })}
              onClick={() => void restore.attempt(revision.id)}
            >
              {t('pages.deleted.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const keyOf = ({ slug, language }: Pick<ListedPage, 'slug' | 'language'>) => `${slug} ${language}`
