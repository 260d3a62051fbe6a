import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listPreviews } from '#core/data/article-previews.ts'

export const PREVIEWS_KEY = ['previews']

export const previewsQuery = (articleId: string) =>
  deskQuery([...PREVIEWS_KEY, articleId], (client) => listPreviews(client, articleId))
