import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { Client } from '#core/data/client.ts'
import {
  type ArticleSources,
  isSourced,
  listChangedArticles,
  listChangedSources,
  listLateBindings,
  readArticleSources,
} from '#core/data/sourced-articles.ts'
import type { Binding } from '#core/newsroom/judge/judge.ts'

export const SOURCES_KEY = ['article-sources']

const LIVE = { live: ['sourced_articles'] } as const

export interface SourcesOfArticle extends ArticleSources {
  /** The bindings of sentences that are in no stored text, but in one that somebody has not saved yet. */
  unsaved: Binding[]
}

/** Reads what an article rests on; null for one without sources. */
export const articleSourcesQuery = (articleId: string) =>
  deskQuery([...SOURCES_KEY, articleId], (client) => read(client, articleId), LIVE)

async function read(client: Client, articleId: string): Promise<SourcesOfArticle | null> {
  if (!(await isSourced(client, articleId))) return null
  const [sources, bindings] = await Promise.all([
    readArticleSources(client, articleId).then(answerOf),
    listLateBindings(client, articleId),
  ])
  const stored = new Set(sources.sentences.map(({ text }) => text))
  return { ...sources, unsaved: bindings.filter(({ text }) => !stored.has(text)) }
}

/** The sources of an article that their publishers have corrected or withdrawn, and no editor has looked at since. */
export const changedSourcesQuery = (articleId: string) =>
  deskQuery([...SOURCES_KEY, articleId, 'changed'], (client) => listChangedSources(client, articleId), LIVE)

/** The articles with such sources, for marks in lists. */
export const changedArticlesQuery = deskQuery([...SOURCES_KEY, 'changed'], listChangedArticles, LIVE)
