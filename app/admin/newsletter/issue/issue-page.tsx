import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { IssueView } from '#app/admin/newsletter/issue/issue-view.tsx'
import { NEWSLETTER_PATH } from '#app/admin/newsletter/newsletter-paths.ts'
import { issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { z } from '#core/domain/schema.ts'

/** One issue, on a page of its own. */
export function IssuePage({ id }: { id: string }) {
  const isId = z.uuid().safeParse(id).success
  const issue = useQuery({ ...issueQuery(id), enabled: isId })
  return (
    <>
      <Link
        to={NEWSLETTER_PATH}
        className="mb-3 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('newsletter.back')}
      </Link>
      {isId ? (
        <QueryView query={issue} what={t('newsletter.issue.what')} pending={<ListSkeleton rows={6} />}>
          {(stored) => (stored ? <IssueView key={id} stored={stored} isPage /> : <NotFound />)}
        </QueryView>
      ) : (
        <NotFound />
      )}
    </>
  )
}

function NotFound() {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('newsletter.issue.notFound')}</h1>
      <p className="mt-2 text-soft">{t('newsletter.issue.notFoundText')}</p>
    </>
  )
}
