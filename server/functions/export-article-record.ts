import type { Context } from 'hono'
import * as z from 'zod'
import type { ArticleRecord } from '#core/domain/article-record.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { SiteServices } from '#server/services.ts'

const uuid = z.uuid()

/** GET /functions/v1/export-article-record?articleId=…: how an article came about in all its languages, for administrators. */
export function createExportArticleRecord(deps: AdmitDeps & Pick<SiteServices, 'sql' | 'siteUrl'>) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps)
    if (admitted instanceof Response) return admitted
    const parameters = [...new URL(c.req.url).searchParams]
    const [name, articleId = ''] = parameters[0] ?? []
    if (parameters.length !== 1 || name !== 'articleId' || !uuid.safeParse(articleId).success)
      return c.json({ error: 'Send the id of one article as articleId.' }, 400)
    const record = await deps.sql.transaction(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(admitted)}, true)`
      const [row] = await transaction<[{ record: ArticleRecord | null }]>`
        select public.export_article_record(${articleId}) as record`
      return row.record
    })
    if (!record) return c.json({ error: 'There is no such article.' }, 404)
    c.header('cache-control', 'no-store')
    c.header('content-disposition', `attachment; filename="article-${articleId}.json"`)
    return c.json({ site: deps.siteUrl, ...record })
  }
}
