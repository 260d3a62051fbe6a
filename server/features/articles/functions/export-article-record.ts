import * as z from 'zod'
import type { ArticleRecord } from '#core/domain/article-record.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withQuery } from '#server/supabase/functions/call.ts'

/** `?articleId=…`: how an article was made in all its languages. */
export const exportArticleRecord = withQuery(
  z.strictObject({ articleId: z.uuid() }),
  'Send the id of one article as articleId.',
  async ({ sql, siteUrl }: Pick<FunctionDeps, 'sql' | 'siteUrl'>, { articleId }, { claims }) => {
    const record = await sql.transaction(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      const [row] = await transaction<[{ record: ArticleRecord | null }]>`
        select public.export_article_record(${articleId}) as record`
      return row.record
    })
    if (!record) return refuse(404, 'There is no such article.')
    const headers = { 'content-disposition': `attachment; filename="article-${articleId}.json"` }
    return answer({ site: siteUrl, ...record }, { headers })
  },
)
