import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { WAYS_IN, type WayIn } from '#app/admin/kit/paths.ts'
import { type TableAddress, type TableSpec, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { TableView } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { NewsroomHeading } from '#app/admin/newsroom/newsroom-heading.tsx'
import { feedsQuery, type StoryListOptions, storiesQuery } from '#app/admin/newsroom/newsroom-queries.ts'
import { StoryList, useGroupActs } from '#app/admin/newsroom/story-list.tsx'
import { useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import type { NewsGroupShow } from '#core/domain/news-group.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'

type StoriesFilter = 'show' | 'section' | 'language'

/** The languages of outlets are any, not those of the publication. */
const isLanguage = (value: string) => /^[a-z]{2,3}$/.test(value)

const STORIES_TABLE: TableSpec<'rank', StoriesFilter> = {
  sorts: ['rank'],
  defaultSort: { by: 'rank', descending: true },
  filters: { show: ['followed', 'hidden'], section: isCategorySlug, language: isLanguage },
  pageSize: 25,
}

/** The news of other publications, grouped into stories. */
export default function NewsroomStories() {
  const table = useTableAddress(STORIES_TABLE, { keepsOthers: true })
  const results = useRef<HTMLElement>(null)
  const groups = useQuery({
    ...storiesQuery(storyListOptions(table.address)),
    placeholderData: keepPreviousData,
  })
  const { data: feeds } = useQuery(feedsQuery)
  const acts = useGroupActs()
  const hasModel = !useModelProblem()?.isUnset
  const hasNothing = groups.data?.total === 0 && !table.isFiltered && feeds?.length === 0
  return (
    <>
      <NewsroomHeading hasWays={!hasNothing} />
      <TableView
        table={table}
        query={groups}
        label={t('newsroom.stories')}
        what={t('newsroom.stories.what')}
        pages={t('newsroom.stories.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            search={t('newsroom.stories.search')}
            filters={useStoryFilters(table.address.filters.language)}
          />
        }
        noMatch={{ text: t('newsroom.stories.noMatch'), showAll: t('newsroom.stories.showAll') }}
        empty={<EmptyNewsroom hasModel={hasModel} hasFeeds={feeds !== undefined && feeds.length > 0} />}
      >
        {({ rows, stale }) => (
          <>
            <StoryList
              groups={rows}
              stale={stale}
              onFollow={(group) => void acts.setFollowed(group, !group.is_followed)}
              onHide={(group) => {
                void acts.setHidden(group, !group.is_hidden)
                if (rows.length === 1) results.current?.focus({ preventScroll: true })
              }}
              onUndo={acts.undoLast}
            />
            <p className="mt-3 text-faint text-sm max-md:hidden">{t('newsroom.keys')}</p>
          </>
        )}
      </TableView>
    </>
  )
}

/** The query for an address of the list. */
function storyListOptions({
  search,
  filters: { show, section, language },
  page,
}: TableAddress<'rank', StoriesFilter>): StoryListOptions {
  const { pageSize } = STORIES_TABLE
  return { show: (show as NewsGroupShow | null) ?? 'all', search, section, language, page, pageSize }
}

function useStoryFilters(chosenLanguage: string | null) {
  const sections = useCategoryOptions()
  const { data: feeds = [] } = useQuery(feedsQuery)
  const known = [chosenLanguage, ...useOfferedLanguages(), ...feeds.map(({ language }) => language)]
  const languages = [...new Set(known.filter((code) => code !== null))]
  return [
    {
      name: 'show' as const,
      label: t('newsroom.filter.show'),
      options: [
        ['followed', t('newsroom.filter.followed')],
        ['hidden', t('newsroom.filter.hidden')],
      ] as const,
    },
    { name: 'section' as const, label: t('newsroom.filter.section'), options: sections },
    {
      name: 'language' as const,
      label: t('newsroom.filter.language'),
      options: languages.map((code) => [code, languageName(code)] as const),
    },
  ]
}

const WAYS: Record<WayIn, { title: string; text: string; action: string }> = {
  feed: {
    title: t('newsroom.empty.feed'),
    text: t('newsroom.empty.feed.text'),
    action: t('newsroom.add.feed'),
  },
  address: {
    title: t('newsroom.empty.address'),
    text: t('newsroom.empty.address.text'),
    action: t('newsroom.add.address'),
  },
  text: {
    title: t('newsroom.empty.text'),
    text: t('newsroom.empty.text.text'),
    action: t('newsroom.add.text'),
  },
}

/** Says what the newsroom is, and the three ways to begin, where nothing has come in yet. */
function EmptyNewsroom({ hasModel, hasFeeds }: { hasModel: boolean; hasFeeds: boolean }) {
  if (hasFeeds)
    return (
      <div className="max-w-prose">
        <p className="font-display font-medium text-ink text-title-sm">{t('newsroom.waiting')}</p>
        <p className="mt-1.5">{t('newsroom.waiting.text')}</p>
      </div>
    )
  return (
    <>
      <div className="max-w-prose space-y-2">
        <p className="font-display font-medium text-ink text-title-sm">{t('newsroom.empty')}</p>
        <p>{t('newsroom.empty.what')}</p>
        <p>{t('newsroom.empty.draft')}</p>
        {!hasModel && <p>{t('newsroom.empty.noModel')}</p>}
      </div>
      <ul className="mt-7 grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {WAYS_IN.map((way) => (
          <li key={way} className="flex flex-col items-start border-line border-t pt-4">
            <p className="font-semibold text-ink">{WAYS[way].title}</p>
            <p className="mt-1 mb-3.5 grow">{WAYS[way].text}</p>
            <Link
              to={{ search: `?add=${way}` }}
              replace
              preventScrollReset
              className={buttonStyles({ variant: way === 'feed' ? 'primary' : 'secondary', size: 'sm' })}
            >
              {WAYS[way].action}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
