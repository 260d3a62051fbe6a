import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { TableSkeleton } from '#app/admin/kit/table/table-view.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { BackLink, PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { CompareVersions } from '#app/admin/stories/history/compare-versions.tsx'
import { presentArticleQuery, readComparison, readPage } from '#app/admin/stories/history/history-queries.ts'
import { RevisionList } from '#app/admin/stories/history/revision-list.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { exportArticleRecord } from '#core/data/article-record.ts'
import { purgeArticleText } from '#core/data/article-revisions.ts'
import type { Article } from '#core/domain/article.ts'
import { purgeInput } from '#core/domain/article-input.ts'
import { isEditor } from '#core/domain/role.ts'
import type { Route } from './+types/article-history.ts'

export const handle: ScreenHandle = { title: t('history.page.title') }

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
      <BackLink to={editArticlePath(article)}>{t('history.backToArticle')}</BackLink>
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

/** Saves the record of an article as a file: the people and models that made it, in all its languages. */
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

/** Removes the texts of an article from everywhere but the article itself. */
function PurgeSection({ articleId }: { articleId: string }) {
  const [asks, setAsks] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <PageSection
      id="purge"
      title={t('history.purge.title')}
      titleRef={title}
      intro={t('history.purge.intro')}
    >
      <Button variant="secondary" onClick={() => setAsks(true)}>
        {t('history.purge.open')}
      </Button>
      {asks && (
        <ModalDialog title={t('history.purge.title')} onClose={() => setAsks(false)}>
          <PurgeForm articleId={articleId} onClose={() => setAsks(false)} />
        </ModalDialog>
      )}
    </PageSection>
  )
}

function PurgeForm({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const { toast } = useToast()
  const purge = useDeskMutation({
    run: (client, reason: string) => purgeArticleText(client, articleId, reason),
    invalidates: [[]],
  })
  const state = useDeskForm({
    schema: purgeInput,
    initial: { reason: '' },
    async submit({ reason }) {
      const { revisions, working_copies: copies, trash } = await purge.mutateAsync(reason)
      onClose()
      toast({
        title: t('ui.success'),
        description: t('history.purge.done', { revisions, copies, trash }),
      })
    },
  })
  return (
    <>
      <p className="mb-5 text-sm text-soft">{t('history.purge.text')}</p>
      <DeskForm
        state={state}
        label={t('history.purge.title')}
        action={t('history.purge.action')}
        busyAction={t('history.purge.busy')}
        more={
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <FormField
          state={state}
          name="reason"
          label={t('history.purge.reason')}
          hint={t('history.purge.reason.hint')}
          autoComplete="off"
        />
      </DeskForm>
    </>
  )
}
