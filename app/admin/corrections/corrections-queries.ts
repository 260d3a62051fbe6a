import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listCorrections } from '#core/data/article-corrections.ts'

export const CORRECTIONS_KEY = ['corrections']

export const correctionsQuery = (articleId: string) =>
  deskQuery([...CORRECTIONS_KEY, articleId], (client) => listCorrections(client, articleId))
