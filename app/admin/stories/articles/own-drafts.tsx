import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { unsavedArticlePath } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { SectionName } from '#app/admin/settings/sections/section-badge.tsx'
import { useCategoryOptions, useSections } from '#app/admin/settings/sections/use-sections.ts'
import { RowActions } from '#app/admin/stories/articles/article-row.tsx'
import { discardCopies } from '#app/admin/stories/unsaved/unsaved-copies.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type DeskArticle, listOwnDrafts } from '#core/data/desk-articles.ts'
import { changeArticle } from '#core/data/save-article.ts'
import { presentSection } from '#core/domain/category.ts'
import type { OwnDraft } from '#core/domain/working-copy.ts'

const OWN_DRAFTS_KEY = [...ARTICLES_KEY, 'own-drafts']

/** Read anew each time, because what was typed a moment ago on another page belongs to it. */
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

/** Lower than in a form, so that it fits into a row. */
const COMPACT =
  'block w-full min-h-9 rounded-sm border border-edge bg-paper px-3 py-1 text-sm text-ink transition-colors hover:border-ink'

/** The category of a draft in its list, saved as soon as another one is chosen. */
export function DraftCategorySelect({ article }: { article: DeskArticle }) {
  const { toast } = useToast()
  const options = useCategoryOptions()
  const sections = useSections()
  const [chosen, setChosen] = useState<string | null>(null)
  const next = useRef<string | null>(null)
  const change = useDeskMutation({
    run: (client, category: string) => changeArticle(client, article.id, { category }),
    invalidates: [ARTICLES_KEY],
  })

  async function save(category: string) {
    setChosen(category)
    const isSaving = next.current !== null
    next.current = category
    // Arrow keys choose one after the other: each is saved after the one before, so that the last one stays.
    if (isSaving) return
    const problem = await saveUntilLast().catch(() => t('drafts.category.failed'))
    next.current = null
    setChosen(null)
    if (problem) toast({ title: t('ui.error'), description: problem, variant: 'destructive' })
    else toast({ title: t('ui.success'), description: t('drafts.category.saved') })
  }

  /** Returns what went wrong, if anything did. */
  async function saveUntilLast(): Promise<string | null> {
    for (let saved: string | null = null; next.current !== null && next.current !== saved; ) {
      saved = next.current
      const { status } = await change.mutateAsync(saved)
      if (status === 'gone') return t('drafts.category.gone')
      if (status === 'invalid') return t('drafts.category.failed')
    }
    return null
  }

  return (
    <SelectControl
      aria-label={t('drafts.category.label', { title: nameOf(article) })}
      aria-busy={chosen !== null}
      value={presentSection(chosen ?? article.category, sections)}
      onChange={(event) => void save(event.target.value)}
      className={COMPACT}
    >
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectControl>
  )
}
