import { listLanguages } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { ListedNewsGroup } from '#core/domain/news-group.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The maximum number of outlets that are named; further ones are counted. */
const MAX_OUTLETS = 3

/** How much there is of a story: '4 reports, 1 outlet', or '7 reports, 5 outlets, 2 independent'. */
export function describeExtent({
  links,
  origins,
  outlets,
}: Pick<ListedNewsGroup, 'links' | 'origins' | 'outlets'>): string {
  return [
    t('newsroom.links', { count: links }),
    t('newsroom.outlets', { count: outlets.length }),
    ...(origins < outlets.length ? [t('newsroom.independent', { count: origins })] : []),
  ].join(', ')
}

/** Who tells a story. */
export function describeOutlets(outlets: readonly string[]): string {
  const named = outlets.slice(0, outlets.length > MAX_OUTLETS + 1 ? MAX_OUTLETS : MAX_OUTLETS + 1)
  const more = outlets.length - named.length
  return LIST.format(more > 0 ? [...named, t('newsroom.outlets.more', { count: more })] : named)
}

/** In which languages a story is told; empty while none is known. */
export const describeLanguages = (languages: readonly string[]): string =>
  languages.length > 0 ? t('newsroom.languages', { languages: listLanguages(languages) }) : ''
