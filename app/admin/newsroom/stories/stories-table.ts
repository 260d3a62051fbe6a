import type { StoryListOptions } from '#app/admin/newsroom/newsroom-queries.ts'
import type { TableAddress, TableSpec } from '#app/admin/table/table-address.ts'
import type { NewsGroupShow } from '#core/domain/news-group.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'

type StoriesFilter = 'show' | 'section' | 'language'

/** The languages of outlets are any, not those of the publication. */
const isLanguage = (value: string) => /^[a-z]{2,3}$/.test(value)

export const STORIES_TABLE: TableSpec<'rank', StoriesFilter> = {
  sorts: ['rank'],
  defaultSort: { by: 'rank', descending: true },
  filters: { show: ['followed', 'hidden'], section: isCategorySlug, language: isLanguage },
  pageSize: 25,
}

/** The query for an address of the list. */
export function storyListOptions({
  search,
  filters: { show, section, language },
  page,
}: TableAddress<'rank', StoriesFilter>): StoryListOptions {
  const { pageSize } = STORIES_TABLE
  return { show: (show as NewsGroupShow | null) ?? 'all', search, section, language, page, pageSize }
}
