import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { UUID } from '#app/admin/kit/query/random-id.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { listIdeas } from '#core/data/ideas.ts'
import type { Idea } from '#core/domain/idea.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

export const IDEAS_KEY = ['ideas']

export const ideasQuery = deskQuery(IDEAS_KEY, listIdeas, { live: ['ideas'] })

export type IdeasFilter = 'person' | 'section' | 'language'

/** The filter value for ideas that are nobody's. */
export const ANYBODY = 'anybody'

export const isPersonFilter = (value: string) => value === ANYBODY || UUID.test(value)

export const IDEAS_TABLE: TableSpec<'planned_on', IdeasFilter> = {
  sorts: ['planned_on'],
  defaultSort: { by: 'planned_on', descending: false },
  filters: { person: isPersonFilter, section: isCategorySlug, language: LANGUAGE_CODES },
  pageSize: 50,
}

/** The ideas that an address asks for, of all of them: they are few, so that no request is needed to search them. */
export function chooseIdeas(
  all: readonly Idea[],
  { search, filters, page }: TableAddress<'planned_on', IdeasFilter>,
): { rows: Idea[]; total: number } {
  const words = search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  const found = all.filter(({ title, why, person, section, language }) => {
    const text = `${title} ${why}`.toLocaleLowerCase('en')
    return (
      words.every((word) => text.includes(word)) &&
      (filters.person === null || filters.person === (person ?? ANYBODY)) &&
      (filters.section === null || filters.section === section) &&
      (filters.language === null || filters.language === language)
    )
  })
  const first = (page - 1) * IDEAS_TABLE.pageSize
  return { rows: found.slice(first, first + IDEAS_TABLE.pageSize), total: found.length }
}
