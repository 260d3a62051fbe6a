import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CirclePause from 'lucide-react/icons/circle-pause'
import CircleX from 'lucide-react/icons/circle-x'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import History from 'lucide-react/icons/history'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import type { TableState } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import {
  AGE_OPTIONS,
  type CoverageFilter,
  type CoverageSort,
  cellPath,
  coverageOptions,
  coverageQuery,
  LANGUAGE_OPTIONS,
  runsUnderWayQuery,
  STATE_NAMES,
  STATE_OPTIONS,
} from '#app/admin/languages/coverage/coverage-table.ts'
import { QueueBar, useCoverageSelection } from '#app/admin/languages/coverage/queue/queue-bar.tsx'
import { useArticleViews } from '#app/admin/readers/article-views.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { ArticleTitle } from '#app/admin/stories/articles/article-row.tsx'
import { translatesInto } from '#core/domain/role.ts'
import type {
  CoverageCell as Cell,
  CoverageState,
  CoveredArticle,
} from '#core/domain/translation-coverage.ts'

const LOOKS: Record<CoverageState, { Icon: LucideIcon; colour: string }> = {
  missing: { Icon: CircleDashed, colour: 'text-faint' },
  'under-way': { Icon: LoaderCircle, colour: 'text-blue' },
  failed: { Icon: CircleX, colour: 'text-red' },
  stale: { Icon: History, colour: 'text-orange' },
  waiting: { Icon: Eye, colour: 'text-purple' },
  unread: { Icon: EyeOff, colour: 'text-purple' },
  reviewed: { Icon: BadgeCheck, colour: 'text-green' },
  'up-to-date': { Icon: Check, colour: 'text-soft' },
}

interface CoverageCellProps {
  article: CoveredArticle
  cell: Cell
  /** True if details are shown in the cell. */
  isDetailed: boolean
}

interface CoverageListProps {
  table: TableState<CoverageSort, CoverageFilter>
  results: React.RefObject<HTMLElement | null>
}

/** The English originals with the states of their translations. */
export function CoverageList({ table, results }: CoverageListProps) {
  const options = coverageOptions(table.address)
  const coverage = useQuery({ ...coverageQuery(options), placeholderData: keepPreviousData })
  const viewsOf = useArticleViews(
    (coverage.data?.rows ?? []).filter(({ published }) => published).map(({ id }) => id),
  )
  const underWay = useQuery(runsUnderWayQuery).data?.underWay ?? 0
  const categories = useCategoryOptions()
  const selection = useCoverageSelection({
    rows: coverage.data?.rows ?? [],
    total: coverage.data?.total ?? 0,
    options,
  })
  const offered = useOfferedTranslations((code) => code === options.language)
  const member = useMember()
  const languages = LANGUAGE_OPTIONS.filter(
    ([code]) => offered.includes(code) && translatesInto(member, code),
  )
  const shown = languages.filter(([code]) => !options.language || code === options.language)

  const columns: Column<CoveredArticle, CoverageSort>[] = [
    {
      name: t('coverage.column.title'),
      isHeader: true,
      cell: (article) => (
        <ArticleTitle
          article={{ ...article, language: 'en', reading_time: '', original_article_id: null }}
          showLanguage={false}
          note={article.published && viewsOf(article.id)}
        />
      ),
    },
    {
      name: t('coverage.column.date'),
      sort: 'publish_date',
      width: 'xl:w-29',
      className: 'text-faint whitespace-nowrap max-xl:basis-full',
      cell: ({ publish_date }) => <LocalTime iso={publish_date} precision="day" />,
    },
    ...shown.map(([code, name]) => ({
      name,
      width: shown.length === 1 ? 'xl:w-80' : 'xl:w-28',
      className: 'max-sm:basis-[calc(50%-0.625rem)] sm:max-xl:basis-32',
      cell: (article: CoveredArticle) => {
        const cell = article.cells.find(({ language }) => language === code)
        return cell && <CoverageCell article={article} cell={cell} isDetailed={shown.length === 1} />
      },
    })),
  ]

  return (
    <TableView
      table={table}
      query={coverage}
      label={t('coverage.title')}
      what={t('coverage.what')}
      pages={t('coverage.pages')}
      results={results}
      // Without a filter in the address it leaves out drafts.
      alwaysControls
      controls={
        <TableControls
          table={table}
          search={t('coverage.search')}
          filters={[
            { name: 'state', label: t('coverage.filter.state'), options: STATE_OPTIONS },
            { name: 'language', label: t('coverage.filter.language'), options: languages },
            { name: 'age', label: t('coverage.filter.age'), options: AGE_OPTIONS },
            { name: 'category', label: t('coverage.filter.category'), options: categories },
          ]}
        />
      }
      noMatch={{ text: describeNoMatch(options.states !== null, underWay), showAll: t('coverage.showAll') }}
      empty={<EmptyTable title={t('coverage.empty.title')}>{t('coverage.empty.body')}</EmptyTable>}
      bulk={<QueueBar selection={selection} language={options.language} results={results} />}
    >
      {(shownRows) => (
        <DataTable
          {...shownRows}
          caption={t('coverage.caption')}
          columns={columns}
          columnsFrom="xl"
          keyOf={({ id }) => id}
          selection={selection.page}
        />
      )}
    </TableView>
  )
}

/** Says why nothing matches: an article that is retried has another state until it is done. */
export function describeNoMatch(isByState: boolean, underWay: number): string {
  return isByState && underWay > 0 ? t('coverage.noMatchYet', { count: underWay }) : t('coverage.noMatch')
}

/** The state of an article in a language, as a link to the page where it can be changed. */
function CoverageCell({ article, cell, isDetailed }: CoverageCellProps) {
  const { Icon, colour } =
    cell.run_status === 'paused' ? { Icon: CirclePause, colour: 'text-orange' } : LOOKS[cell.state]
  const { text, more } = describeCell(article, cell)
  const language = languageName(cell.language)
  const isMoving = cell.run_status === 'running'
  return (
    <Link
      to={cellPath(article, cell)}
      aria-label={t('coverage.cell.label', {
        language,
        state: [text, ...more].join(', '),
        title: nameOf(article),
      })}
      title={more.join(' · ') || undefined}
      className={`group inline-flex min-h-8 items-start gap-1.5 py-1 xl:-my-1 ${colour}`}
    >
      <Icon
        aria-hidden
        size={16}
        className={`mt-0.5 shrink-0 ${isMoving ? 'animate-spin motion-reduce:animate-none' : ''}`}
      />
      <span>
        <span className="block text-faint text-xs xl:hidden">{language}</span>{' '}
        <span className="underline decoration-transparent underline-offset-4 group-hover:decoration-current">
          {text}
        </span>{' '}
        {isDetailed && more.length > 0 && (
          <span className="mt-0.5 block text-faint text-xs">{more.join(', ')}</span>
        )}
      </span>
    </Link>
  )
}

/** The text of a cell, and its details. */
export function describeCell(
  article: Pick<CoveredArticle, 'published'>,
  cell: Cell,
): { text: string; more: string[] } {
  const { state, translation_id, published, waits, conflicts, reports, reason } = cell
  const more: string[] = []
  if (reason && (state === 'failed' || state === 'under-way')) more.push(reason)
  if (conflicts > 0) more.push(t('coverage.cell.conflicts', { count: conflicts }))
  if (reports > 0) more.push(t('coverage.cell.reports', { count: reports }))
  if (translation_id !== null && !published && article.published)
    more.push(t(waits ? 'coverage.cell.unpublishedYet' : 'coverage.cell.unpublished'))
  else if (waits) more.push(t('coverage.cell.renewed'))
  return { text: textOf(cell), more }
}

function textOf({ state, changed_segments, run_status, segments, segments_done }: Cell): string {
  if (state === 'stale' && changed_segments !== null && changed_segments > 0)
    return t('coverage.cell.stale', { count: changed_segments })
  if (run_status === 'paused') return t('coverage.cell.paused')
  if (run_status === 'queued') return t('coverage.cell.queued')
  if (run_status === 'running' && segments)
    return t('coverage.cell.running', { done: segments_done ?? 0, all: segments })
  return STATE_NAMES[state]
}
