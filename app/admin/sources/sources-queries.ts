import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import {
  type ArticleSources,
  isSourced,
  listChangedSources,
  readArticleSources,
} from '#core/data/sourced-articles.ts'

export const SOURCES_KEY = ['article-sources']

const LIVE = { live: ['sourced_articles'] } as const

/** What an article rests on; null for one without sources. */
export const articleSourcesQuery = (articleId: string) =>
  deskQuery(
    [...SOURCES_KEY, articleId],
    async (client): Promise<ArticleSources | null> =>
      (await isSourced(client, articleId)) ? answerOf(await readArticleSources(client, articleId)) : null,
    LIVE,
  )

/** The sources of an article that their publishers have corrected or withdrawn. */
export const changedSourcesQuery = (articleId: string) =>
  deskQuery([...SOURCES_KEY, articleId, 'changed'], (client) => listChangedSources(client, articleId), LIVE)
