import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import {
  findMedia,
  findMediaByName,
  listMedia,
  listUsingArticles,
  type MediaListOptions,
} from '#core/data/media-files.ts'
import type { MediaUse } from '#core/domain/media-file.ts'

export const MEDIA_KEY = ['media']

export const mediaListQuery = (options: MediaListOptions) =>
  deskQuery([...MEDIA_KEY, 'list', options], (client) => listMedia(client, options))

export const mediaQuery = (id: string) =>
  deskQuery([...MEDIA_KEY, 'file', id], (client) => findMedia(client, id))

export const mediaByNameQuery = (name: string) =>
  deskQuery([...MEDIA_KEY, 'name', name], (client) => findMediaByName(client, name))

export const mediaUsesQuery = (name: string) =>
  deskQuery([...MEDIA_KEY, 'uses', name], (client) => listUsingArticles(client, name))

export type MediaSort = MediaListOptions['sort']['by']
export type MediaFilter = 'use' | 'alt'

export const USE_OPTIONS: [value: MediaUse, name: string][] = [
  ['now', t('media.filter.use.now')],
  ['past', t('media.filter.use.past')],
  ['none', t('media.filter.use.none')],
]

export const ALT_OPTIONS: [value: string, name: string][] = [
  ['missing', t('media.filter.alt.missing')],
  ['known', t('media.filter.alt.known')],
]

/** The orders that the grid offers, as the address has them. */
export const SORT_OPTIONS: [value: string, name: string, sort: { by: MediaSort; descending: boolean }][] = [
  ['-uploaded_at', t('media.sort.newest'), { by: 'uploaded_at', descending: true }],
  ['uploaded_at', t('media.sort.oldest'), { by: 'uploaded_at', descending: false }],
  ['name', t('media.sort.name'), { by: 'name', descending: false }],
  ['-size', t('media.sort.largest'), { by: 'size', descending: true }],
]

export const MEDIA_TABLE: TableSpec<MediaSort, MediaFilter> = {
  sorts: ['uploaded_at', 'name', 'size'],
  defaultSort: { by: 'uploaded_at', descending: true },
  filters: {
    use: USE_OPTIONS.map(([value]) => value),
    alt: ALT_OPTIONS.map(([value]) => value),
  },
  pageSize: 24,
}

/** The query for an address of the library. */
export function mediaListOptions(address: TableAddress<MediaSort, MediaFilter>): MediaListOptions {
  const { search, sort, filters, page } = address
  return {
    search,
    sort,
    page,
    pageSize: MEDIA_TABLE.pageSize,
    use: filters.use as MediaUse | null,
    described: filters.alt === null ? null : filters.alt === 'known',
  }
}
