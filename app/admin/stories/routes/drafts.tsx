import { keepPreviousData, useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { ARTICLES_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { TableView } from '#app/admin/kit/table/table-view.tsx'
import { useRowSelection } from '#app/admin/kit/table/use-row-selection.ts'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { SectionBadge } from '#app/admin/settings/sections/section-badge.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useLanguageOptions } from '#app/admin/settings/use-languages.ts'
import { ArticleTitle, EmptyList, RowActions } from '#app/admin/stories/articles/article-row.tsx'
import {
  DRAFTS_TABLE,
  type DraftsSort,
  draftListOptions,
  draftsQuery,
  hasArticlesQuery,
} from '#app/admin/stories/articles/articles-table.ts'
import { BulkBar } from '#app/admin/stories/articles/bulk/bulk-bar.tsx'
import { DeleteArticleDialog } from '#app/admin/stories/articles/delete-article-dialog.tsx'
import { describeSchedule } from '#app/admin/stories/articles/describe-fields.ts'
import { ListHeading, PlanningTabs } from '#app/admin/stories/articles/list-heading.tsx'
import { DraftCategorySelect, OwnDrafts } from '#app/admin/stories/articles/own-drafts.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { useWorkFilters, WorkCell } from '#app/admin/stories/work/work-in-list.tsx'
import { listWorkflows } from '#core/data/article-workflow.ts'
import type { DeskArticle, Draft } from '#core/data/desk-articles.ts'
import { articleRights } from '#core/domain/article-rights.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'
import { hasRight, isEditor } from '#core/domain/role.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** All unpublished articles, in every language. */
export default function Drafts() {
  const edits = isEditor(useMember())
  const table = useTableAddress(DRAFTS_TABLE)
  const results = useRef<HTMLElement>(null)
  const options = draftListOptions(table.address)
  const drafts = useQuery({ ...draftsQuery(options), placeholderData: keepPreviousData })
  const [deleting, setDeleting] = useState<Draft | null>(null)
  const categories = useCategoryOptions()
  const languages = useLanguageOptions({
    codes: LANGUAGE_CODES,
    hasAny: hasArticlesQuery(false),
    chosen: table.address.filters.language,
  })
  const workFilters = useWorkFilters()
  const rows = drafts.data?.rows ?? []
  const rightsOf = useDraftRights(rows)
  const selection = useRowSelection({
    rows,
    keyOf,
    nameOf,
    scope: JSON.stringify(options),
  })

  const columns: Column<Draft, DraftsSort>[] = [
    {
      name: t('articles.column.title'),
      sort: 'title',
      isHeader: true,
      cell: (draft) => (
        <>
          <ArticleTitle article={draft} showLanguage={table.address.filters.language === null} />
          <DraftFactsLine draft={draft} />
          {draft.schedule && <ScheduleLine schedule={draft.schedule} />}
        </>
      ),
    },
    {
      name: t('articles.column.category'),
      sort: 'category',
      width: 'xl:w-44',
      className: 'max-xl:w-44 xl:-my-1.5',
      cell: (draft) =>
        rightsOf(draft).writes ? (
          <DraftCategorySelect article={draft} />
        ) : (
          <SectionBadge category={draft.category} />
        ),
    },
    ...(workFilters.length > 0 ? [WORK_COLUMN] : []),
    {
      name: t('drafts.column.created'),
      sort: 'created_at',
      width: 'xl:w-32',
      className: 'text-faint whitespace-nowrap',
      cell: ({ created_at }) => <LocalTime iso={created_at} precision="day" />,
    },
    {
      name: t('articles.column.actions'),
      width: 'xl:w-20 xl:text-right',
      className: 'max-xl:ml-auto',
      cell: (draft) => (
        <RowActions
          title={nameOf(draft)}
          editPath={editArticlePath(draft)}
          isReadOnly={!rightsOf(draft).writes}
          onDelete={rightsOf(draft).deletes ? () => setDeleting(draft) : undefined}
        />
      ),
    },
  ]

  return (
    <>
      <ListHeading title={t('drafts.title')} />
      <PlanningTabs />
      <OwnDrafts />
      <TableView
        table={table}
        query={drafts}
        label={t('drafts.title')}
        what={t('drafts.list.name')}
        pages={t('drafts.list.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            search={t('articles.list.search')}
            filters={[
              { name: 'language', label: t('articles.filter.language'), options: languages },
              { name: 'category', label: t('articles.filter.category'), options: categories },
              ...workFilters,
            ]}
          />
        }
        noMatch={{ text: t('drafts.list.empty'), showAll: t('drafts.list.showAll') }}
        empty={<EmptyList text={t('drafts.list.empty')} />}
        bulk={
          edits && (
            <BulkBar actions={['publish', 'category', 'delete']} selection={selection} results={results} />
          )
        }
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('drafts.list.caption')}
            columns={columns}
            columnsFrom="xl"
            keyOf={keyOf}
            {...(edits && { selection })}
          />
        )}
      </TableView>
      {deleting && (
        <DeleteArticleDialog article={deleting} results={results} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

interface DraftRights {
  writes: boolean
  deletes: boolean
}

const workflowsQuery = (ids: string[]) =>
  deskQuery([...ARTICLES_KEY, 'workflows', ids], (client) => listWorkflows(client, ids), {
    live: ['article_workflow'],
  })

/** Returns a function that names the member's rights to a draft of a list. Those of an author depend on the owner of the draft. */
function useDraftRights(drafts: readonly DeskArticle[]): (draft: DeskArticle) => DraftRights {
  const member = useMember()
  const isAuthor = hasRight(member, 'own_drafts')
  const ids = drafts.map(({ id }) => id)
  const { data: workflows = [] } = useQuery({ ...workflowsQuery(ids), enabled: isAuthor && ids.length > 0 })
  return (draft) => {
    const workflow = workflows.find(({ article_id }) => article_id === draft.id) ?? null
    const { writes, edits } = articleRights(member, draft, { workflow, isAdded: false })
    return { writes, deletes: edits || (writes && workflow?.owner === member.user_id) }
  }
}

const keyOf = ({ id }: Draft) => id

const WORK_COLUMN: Column<Draft, DraftsSort> = {
  name: t('work.column'),
  width: 'xl:w-40',
  cell: ({ work }) => <WorkCell work={work} />,
}

/** The last change of a draft, by whom, its length, and a note if this editor has typed more than is saved. */
function DraftFactsLine({ draft: { facts, updated_at } }: { draft: Draft }) {
  const nameOfEditor = useNameOfEditor()
  return (
    <>
      <span className="mt-0.5 block font-normal text-faint text-xs">
        {t('drafts.changed')} <LocalTime iso={updated_at} precision="minute" />{' '}
        {facts && t('drafts.changed.by', { who: nameOfEditor(facts.changed_by) })}
        {facts?.words != null && ` · ${t('drafts.words', { count: facts.words })}`}
      </span>
      {facts?.unsaved_at && (
        <span className="mt-1 flex items-start gap-1.5 font-normal text-purple text-xs">
          <PencilLine aria-hidden size={14} className="mt-px shrink-0" />
          <span>
            {t('drafts.unsaved')} <LocalTime iso={facts.unsaved_at} precision="minute" />
          </span>
        </span>
      )}
    </>
  )
}

/** The time at which a draft is published by itself, or a note that this did not happen. */
function ScheduleLine({ schedule }: { schedule: ArticleSchedule }) {
  const isTroubled = schedule.status === 'missed' || schedule.status === 'failed'
  const Icon = isTroubled ? CircleAlert : Clock
  return (
    <span
      className={`mt-1 flex items-start gap-1.5 font-normal text-xs ${isTroubled ? 'text-orange' : 'text-blue'}`}
    >
      <Icon aria-hidden size={14} className="mt-px shrink-0" />
      <span>{describeSchedule(schedule)}</span>
    </span>
  )
}
