import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useSearchParams } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { CompareVersions } from '#app/admin/history/compare-versions.tsx'
import { presentArticleQuery, readComparison, readPage } from '#app/admin/history/history-queries.ts'
import { PurgeSection } from '#app/admin/history/purge-section.tsx'
import { RevisionList } from '#app/admin/history/revision-list.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useMember } from '#app/admin/session/use-member.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { TableSkeleton } from '#app/admin/table/table-view.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useDownload } from '#app/admin/ui/use-download.ts'
import { Button } from '#app/components/ui/button.tsx'
import { exportArticleRecord } from '#core/data/article-record.ts'
import type { Article } from '#core/domain/article.ts'
import { isEditor } from '#core/domain/role.ts'
import type { Route } from './+types/article-history.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('history.page.title'), matches)

export default function ArticleHistory({ params }: Route.ComponentProps) {
  const article = useQuery(presentArticleQuery(params.id))
  return (
    <QueryView query={article} what={t('history.what')} pending={<TableSkeleton />}>
      {(found) =>
        found ? (
          <History article={found} />
        ) : (
          <>
            <h1 className="mb-4 font-display font-medium text-title-lg">{t('history.page.title')}</h1>
            <p className="text-sm text-soft">{t('history.gone')}</p>
          </>
        )
      }
    </QueryView>
  )
}

function History({ article }: { article: Article }) {
  const [params] = useSearchParams()
  const comparison = readComparison(params)
  const member = useMember()
  return (
    <>
      <Link
        to={editArticlePath(article)}
        className="mb-2 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('history.backToArticle')}
      </Link>
      <h1 className="font-display font-medium text-title-lg">{t('history.page.title')}</h1>
      <p className="mt-1 mb-7 max-w-prose text-soft wrap-anywhere" lang={article.language}>
        {article.title || t('history.untitled')}
      </p>
      {comparison ? (
        <CompareVersions article={article} comparison={comparison} />
      ) : (
        <>
          <RevisionList articleId={article.id} page={readPage(params)} />
          <div className="mt-10">
            {isEditor(member) && <RecordSection articleId={article.id} />}
            {member.role === 'admin' && <PurgeSection articleId={article.id} />}
          </div>
        </>
      )}
    </>
  )
}

/** Saves as a file who and what has made an article, in all its languages. */
function RecordSection({ articleId }: { articleId: string }) {
  const { busy, run } = useDownload(
    async (client) => `${JSON.stringify(await exportArticleRecord(client, articleId), null, 2)}\n`,
    { name: `article-${articleId}.json`, type: 'application/json' },
  )
  return (
    <PageSection id="record" title={t('history.record.title')} intro={t('history.record.intro')}>
      <Button variant="secondary" aria-disabled={busy} onClick={run}>
        {t(busy ? 'history.record.busy' : 'history.record.download')}
      </Button>
    </PageSection>
  )
}
