import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { Link } from 'react-router'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { LatestArticleEvents } from '#app/admin/history/article-events.tsx'
import { historyPath, latestRevisionsQuery } from '#app/admin/history/history-queries.ts'
import { RevisionLine } from '#app/admin/history/revision-list.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'

/** The latest versions of an article, with a link to all of them. */
export function HistoryPanel({ article, isDirty }: { article: Article; isDirty: boolean }) {
  const revisions = useQuery(latestRevisionsQuery(article.id, article.updated_at))
  const [asks, setAsks] = useState(false)
  const path = historyPath(article.id)
  return (
    <RailSection id="history" title={t('history.title')} intro={t('history.intro')}>
      <QueryView query={revisions} what={t('history.what')} pending={<ListSkeleton rows={3} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <p className="text-sm text-soft">{t('history.empty')}</p>
          ) : (
            <>
              <ol className="divide-y divide-line">
                {rows.map((revision) => (
                  <li key={revision.id} className="py-3 first:pt-0">
                    <RevisionLine revision={revision} />
                  </li>
                ))}
              </ol>
              <Link
                to={path}
                onClick={(event) => {
                  if (!isDirty) return
                  event.preventDefault()
                  setAsks(true)
                }}
                className="mt-2 inline-flex min-h-9 items-center gap-1.5 font-medium text-sm underline-offset-4 hover:underline"
              >
                {t('history.all.count', { count: total })}
                <ArrowRight aria-hidden size={15} />
              </Link>
            </>
          )
        }
      </QueryView>
      <LatestArticleEvents articleId={article.id} />
      {asks && (
        <ModalDialog title={t('history.unsaved.title')} onClose={() => setAsks(false)}>
          <p className="text-sm text-soft">{t('history.unsaved.text')}</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setAsks(false)}>
              {t('history.unsaved.stay')}
            </Button>
            <a
              href={path}
              target="_blank"
              rel="noopener"
              className={buttonStyles({})}
              onClick={() => setAsks(false)}
            >
              {t('history.unsaved.open')}
            </a>
          </div>
        </ModalDialog>
      )}
    </RailSection>
  )
}
