import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { PageComparison } from '#app/admin/stories/pages/page-comparison.tsx'
import { pageRevisionQuery, pageRevisionsQuery } from '#app/admin/stories/pages/page-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { PageRevision, PageTexts } from '#core/domain/page.ts'
import { formatCardDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'

const PAGE_EVENTS: Record<PageRevision['event'], string> = {
  created: t('pages.event.created'),
  changed: t('pages.event.changed'),
  published: t('pages.event.published'),
  unpublished: t('pages.event.unpublished'),
  deleted: t('pages.event.deleted'),
}

interface PageHistoryProps {
  slug: string
  language: Language
  typed: PageTexts
  /** Puts these texts into the form. */
  onTake: (texts: PageTexts) => void
}

const SHOWN = 5

/** The versions of a page in a language, the latest first. Each can be compared with the form, and brought back into it. */
export function PageHistory({ slug, language, typed, onTake }: PageHistoryProps) {
  const revisions = useQuery(pageRevisionsQuery(slug, language))
  const nameOf = useNameOfEditor()
  const [compared, setCompared] = useState<number | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <QueryView query={revisions} what={t('pages.history.what')} pending={<ListSkeleton rows={2} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-sm text-soft">{t('pages.history.empty')}</p>
        ) : (
          <>
            <ol className="divide-y divide-line">
              {rows.slice(0, showsAll ? rows.length : SHOWN).map((revision) => (
                <li key={revision.id} className="py-2.5 text-sm first:pt-0">
                  <p className="font-medium">
                    <LocalTime iso={revision.made_at} precision="minute" />
                  </p>
                  <p className="text-soft wrap-anywhere">
                    {t('pages.history.line', {
                      event: PAGE_EVENTS[revision.event],
                      who: nameOf(revision.made_by),
                    })}
                  </p>
                  <Button
                    variant="secondary"
                    size="sm"
                    className="mt-1.5"
                    aria-label={t('pages.history.compareLabel', {
                      date: formatCardDate(revision.made_at, 'en'),
                    })}
                    onClick={() => setCompared(revision.id)}
                  >
                    {t('pages.history.compare')}
                  </Button>
                </li>
              ))}
            </ol>
            {rows.length > SHOWN && !showsAll && (
              <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
                {t('pages.history.all', { count: rows.length })}
              </Button>
            )}
            {compared !== null && (
              <ComparedVersion
                id={compared}
                typed={typed}
                onTake={(texts) => {
                  onTake(texts)
                  setCompared(null)
                }}
                onClose={() => setCompared(null)}
              />
            )}
          </>
        )
      }
    </QueryView>
  )
}

interface ComparedVersionProps extends Pick<PageHistoryProps, 'typed' | 'onTake'> {
  id: number
  onClose: () => void
}

function ComparedVersion({ id, typed, onTake, onClose }: ComparedVersionProps) {
  const revision = useQuery(pageRevisionQuery(id)).data
  if (!revision) return null
  return (
    <PageComparison
      title={t('pages.history.dialog', { date: formatCardDate(revision.made_at, 'en') })}
      intro={t('pages.compare.choose')}
      left={typed}
      leftTitle={t('pages.history.now')}
      right={revision.version}
      rightTitle={t('pages.history.then')}
      action={t('pages.compare.take')}
      prefersRight
      onChoose={onTake}
      onClose={onClose}
    />
  )
}
