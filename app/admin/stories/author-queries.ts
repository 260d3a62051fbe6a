import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { findDeskAuthor, listDeskAuthors } from '#core/data/authors.ts'

export const AUTHORS_KEY = ['authors']

export const authorsQuery = deskQuery([...AUTHORS_KEY, 'list'], listDeskAuthors, { live: ['articles'] })

export const authorQuery = (slug: string) =>
  deskQuery([...AUTHORS_KEY, 'one', slug], (client) => findDeskAuthor(client, slug), { live: ['articles'] })
