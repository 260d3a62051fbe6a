import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useModelProblem } from '#app/admin/ai/ai-model.tsx'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { NewsroomHeading } from '#app/admin/newsroom/newsroom-heading.tsx'
import { feedsQuery, type StoryListOptions, storiesQuery } from '#app/admin/newsroom/newsroom-queries.ts'
import { EmptyNewsroom } from '#app/admin/newsroom/stories/empty-newsroom.tsx'
import { StoryList } from '#app/admin/newsroom/stories/story-list.tsx'
import { useGroupActs } from '#app/admin/newsroom/stories/use-group-acts.tsx'
import { useCategoryOptions } from '#app/admin/sections/use-sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { type TableAddress, type TableSpec, useTableAddress } from '#app/admin/table/table-address.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { TableView } from '#app/admin/table/table-view.tsx'
import type { NewsGroupShow } from '#core/domain/news-group.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'
import type { Route } from './+types/newsroom-stories.ts'

type StoriesFilter = 'show' | 'section' | 'language'

/** The languages of outlets are any, not those of the publication. */
const isLanguage = (value: string) => /^[a-z]{2,3}$/.test(value)

const STORIES_TABLE: TableSpec<'rank', StoriesFilter> = {
  sorts: ['rank'],
  defaultSort: { by: 'rank', descending: true },
  filters: { show: ['followed', 'hidden'], section: isCategorySlug, language: isLanguage },
  pageSize: 25,
}

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('newsroom.title'), matches)

/** What other publications report, in stories. */
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
