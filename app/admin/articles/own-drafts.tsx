import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { unsavedArticlePath } from '#app/admin/article/article-paths.ts'
import { discardCopies } from '#app/admin/article/unsaved/unsaved-copies.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { RowActions } from '#app/admin/articles/row-actions.tsx'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { SectionName } from '#app/admin/sections/section-badge.tsx'
import { type Column, DataTable } from '#app/admin/table/data-table.tsx'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { listOwnDrafts } from '#core/data/desk-articles.ts'
import type { OwnDraft } from '#core/domain/draft.ts'

const OWN_DRAFTS_KEY = [...ARTICLES_KEY, 'own-drafts']

/** What was typed a moment ago on another page belongs to it. */
const ownDraftsQuery = { ...deskQuery(OWN_DRAFTS_KEY, listOwnDrafts), staleTime: 0 }

/** The new texts that are saved for this editor and not as drafts, above the drafts that everybody sees. */
export function OwnDrafts() {
  const { data: drafts = [] } = useQuery(ownDraftsQuery)
  const [asked, setAsked] = useState<OwnDraft | null>(null)
  const list = useRef<HTMLElement>(null)
  const discard = useDeskMutation({
    run: (_client, articleId: string) => discardCopies(articleId),
    invalidates: [OWN_DRAFTS_KEY],
  })

  const columns: Column<OwnDraft, never>[] = [
    {
      name: t('articles.column.title'),
      isHeader: true,
      cell: (draft) => (
        <>
          <Link
            to={unsavedArticlePath(draft.copy_id)}
            className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
          >
            {nameOf(draft)}
          </Link>
          <span className="mt-0.5 block font-normal text-faint text-xs">
            {[draft.reading_time, t('drafts.words', { count: draft.words })].filter(Boolean).join(' · ')}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-x-3 font-normal text-soft text-xs">
            <Badge look="plain" tone="purple">
              {t('drafts.own.only')}
            </Badge>
            <span>
              {t('drafts.own.saved')} <LocalTime iso={draft.updated_at} precision="minute" />
            </span>
          </span>
        </>
      ),
    },
    {
      name: t('articles.column.category'),
      width: 'md:w-44',
      className: 'text-soft max-md:mt-2',
      cell: ({ category }) => category && <SectionName slug={category} />,
    },
    {
      name: t('drafts.column.created'),
      width: 'md:w-32',
      className: 'max-md:mt-2 text-faint md:whitespace-nowrap',
      cell: ({ created_at }) => <LocalTime iso={created_at} precision="day" />,
    },
    {
      name: t('articles.column.actions'),
      width: 'md:w-20 md:text-right',
      className: 'max-md:absolute max-md:right-0 max-md:bottom-3',
      cell: (draft) => (
        <RowActions
          title={nameOf(draft)}
          editPath={unsavedArticlePath(draft.copy_id)}
          onDelete={() => setAsked(draft)}
        />
      ),
    },
  ]

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-labelledby="own-drafts"
      className={drafts.length > 0 ? 'mb-10' : ''}
    >
      {drafts.length > 0 && (
        <>
          <h2 id="own-drafts" className="font-semibold">
            {t('drafts.own.title')}
          </h2>
          <p className="mt-1 mb-3 text-sm text-soft">{t('drafts.own.intro')}</p>
          <DataTable
            caption={t('drafts.own.title')}
            columns={columns}
            rows={drafts}
            keyOf={({ copy_id }) => copy_id}
            stale={false}
          />
        </>
      )}
      {asked && (
        <ConfirmDialog
          title={t('article.restore.discardTitle')}
          action={t('article.restore.discard')}
          focusAfter={list}
          onConfirm={() => discard.mutateAsync(asked.article_id)}
          onClose={() => setAsked(null)}
        >
          <p className="font-medium text-ink wrap-anywhere">{nameOf(asked)}</p>
          <p>{t('article.restore.discardText')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
