import { deskQuery } from '#app/admin/query/desk-query.ts'
import {
  findMedia,
  findMediaByName,
  listMedia,
  listUsingArticles,
  type MediaListOptions,
} from '#core/data/media-files.ts'

export const MEDIA_KEY = ['media']

export const mediaListQuery = (options: MediaListOptions) =>
  deskQuery([...MEDIA_KEY, 'list', options], (client) => listMedia(client, options))

export const mediaQuery = (id: string) =>
  deskQuery([...MEDIA_KEY, 'file', id], (client) => findMedia(client, id))

export const mediaByNameQuery = (name: string) =>
  deskQuery([...MEDIA_KEY, 'name', name], (client) => findMediaByName(client, name))

export const mediaUsesQuery = (name: string) =>
  deskQuery([...MEDIA_KEY, 'uses', name], (client) => listUsingArticles(client, name))
