import * as z from 'zod'
import { isStorable } from '#core/domain/article-input.ts'
import { findCategory } from '#core/domain/category.ts'
import { DRAFT_LENGTHS } from '#core/domain/sourced-article.ts'
import { citeId } from '#core/newsroom/judge/judge.ts'
import { mayWrite, NOT_SOURCED } from '#server/features/judging/functions/sourced-articles.ts'
import { type DraftDeps, draftArticle as draft } from '#server/features/newsroom/drafts/draft-article.ts'
import { questionDraft as question } from '#server/features/newsroom/drafts/question-draft.ts'
import { addSources, MAX_SOURCES, readItemTexts } from '#server/features/newsroom/drafts/sources.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { refuseModelError } from '#server/supabase/functions/refuse-model.ts'

const itemIds = z
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

const input = z.strictObject({
  itemIds,
  length: z.enum(DRAFT_LENGTHS),
  category: z.string().min(1).max(100),
  question: z.string().trim().max(1000).refine(isStorable).default(''),
})

const MALFORMED =
  'Send an object with itemIds (1 to 50 different ones), length (short, medium or long), category (the slug of a section), and if you like a question of at most 1000 characters.'
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['too_many', 429],
  ['interrupted', 409],
  ['under_way', 409],
  ['not_answered', 409],
  ['gone', 409],
  ['wrong_language', 502],
  ['nothing_usable', 502],
])

/** Has the model write an article that is not published from items, each of its sentences with what it cites and how it was judged. */
export const draftArticle = inNewsroom(
  withBody(
    input,
    MALFORMED,
    async (deps: DraftDeps & Pick<FunctionDeps, 'sql'>, options, { userId, demandAgain }) => {
      const section = findCategory(options.category, deps.settings.current())?.category
      if (!section)
        return refuse(422, `There is no section “${options.category}”.`, { more: { code: 'category' } })
      const outcome = await draft(deps, {
        options: { ...options, category: section.slug },
        by: userId,
        demand: (sql) => demandAgain(sql),
      })
      if (outcome.status === 'failed') return refuseModelError(outcome.error, outcome.timedOut && TOO_SLOW)
      if (outcome.status === 'refused') {
        const { code, reason, dropped } = outcome
        return refuse(STATUSES.get(code) ?? 422, reason, { more: { code, ...(dropped && { dropped }) } })
      }
      const { articleId, sentences, dropped } = outcome
      const others = await listOtherDrafts(deps.sql, articleId)
      return answer({
        articleId,
        sentences: sentences.map(({ text, cites, verdict, findings }) => ({
          text,
          cites: cites.map(citeId),
          verdict,
          findings: findings.map(({ code }) => code),
        })),
        dropped,
        // The drafts that others are writing from the same story.
        ...(others.length > 0 && { others }),
      })
    },
  ),
)

interface OtherDraft {
  articleId: string
  title: string
  begunBy: string | null
  begunAt: string
}

/** Lists what else was drafted from the story of an article in the last days. */
function listOtherDrafts(sql: Session, articleId: string): Promise<OtherDraft[]> {
  return sql<OtherDraft[]>`
    select article.id as "articleId", article.title, profile.display_name as "begunBy", to_json(other.begun_at) #>> '{}' as "begunAt"
    from public.sourced_articles as own
      join public.sourced_articles as other on other.group_id = own.group_id and other.article_id <> own.article_id
      join public.articles as article on article.id = other.article_id
      left join public.profiles as profile on profile.user_id = other.begun_by
    where own.article_id = ${articleId} and other.begun_at > now() - interval '14 days'
    order by other.begun_at desc limit 10`
}

/** Asks the model which covered sentences of an article it doubts. */
export const questionDraft = inNewsroom(
  withBody(
    z.strictObject({ articleId: z.uuid() }),
    'Send an object with articleId.',
    async (deps: Pick<FunctionDeps, 'sql' | 'ai'>, { articleId }, { userId, demandAgain }) => {
      await deps.sql.transaction((transaction) => demandAgain(transaction, mayWrite(articleId)))
      try {
        const doubts = await question(deps, articleId, userId)
        return doubts ? answer({ doubts }) : refuse(404, NOT_SOURCED)
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        return refuseModelError(error, TOO_SLOW)
      }
    },
  ),
)

const TOO_SLOW = 'The language model has not answered in time. Try again, or choose fewer sources.'
