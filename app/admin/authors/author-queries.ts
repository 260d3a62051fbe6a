import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listDeskAuthors } from '#core/data/authors.ts'

export const AUTHORS_KEY = ['authors']

export const authorsQuery = deskQuery([...AUTHORS_KEY, 'list'], listDeskAuthors, { live: ['articles'] })
