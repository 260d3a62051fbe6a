import * as z from 'zod'
import { addSources, MAX_SOURCES } from '#server/features/judging/add-sources.ts'
import { readItemTexts } from '#server/features/newsroom/drafts/read-item-texts.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

export const itemIds = z
  .array(z.uuid())
  .min(1)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length)

interface Addressed {
  isOriginal: boolean
  published: boolean
  isSourced: boolean
  /** The sources that it has beside these. */
  others: number
}

/** Makes items sources of an article, which rests on sources from then on. */
export const addArticleSources = inNewsroom(
  withBody(
    z.strictObject({ articleId: z.uuid(), itemIds }),
    'Send an object with articleId and itemIds: 1 to 50 different ones.',
    async (
      deps: PageDeps & Pick<FunctionDeps, 'sql' | 'log'>,
      { articleId, itemIds },
      { userId, demandAgain },
    ) => {
      const read = await readItemTexts(deps, itemIds)
      if (read.status === 'refused') return refuse(422, read.reason, { more: { code: read.code } })
      return deps.sql.transaction(async (transaction) => {
        await demandAgain(transaction)
        const [article] = await transaction<Addressed[]>`
        select language = 'en' and original_article_id is null as "isOriginal", published,
          exists (select from public.sourced_articles where article_id = articles.id) as "isSourced",
          (select count(*)::int from public.article_sources
            where article_id = articles.id and (item_id is null or item_id <> all (${itemIds}::uuid[]))) as others
        from public.articles where id = ${articleId} for update`
        if (!article) return refuse(404, 'There is no such article.')
        if (!article.isOriginal)
          return refuse(409, 'Only English originals rest on sources; translations follow theirs.')
        if (article.published && !article.isSourced)
          return refuse(409, 'This article is published without sources. Unpublish it first.')
        if (article.others + itemIds.length > MAX_SOURCES)
          return refuse(409, `An article has at most ${MAX_SOURCES} sources.`)
        await transaction`
        insert into public.sourced_articles (article_id, group_id, begun_by)
        select ${articleId}, (select group_id from public.news_items where id = ${itemIds[0]}), ${userId}
        on conflict (article_id) do nothing`
        const numbers = await addSources(transaction, { articleId, itemIds, by: userId })
        if (!numbers) throw new Error('An item was removed while it became a source')
        return answer({ numbers })
      })
    },
  ),
)
