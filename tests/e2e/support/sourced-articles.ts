import { randomUUID } from 'node:crypto'
import type { Article } from '#core/domain/article.ts'
import { connect } from '#server/platform/database/connection.ts'
import { storeArticle } from './article-form.ts'
import { signInElsewhere } from './desk.ts'
import type { Publication } from './new-publication.ts'
import { expect } from './test.ts'

interface StoredSource {
  outlet: string
  title: string
  sentences: readonly string[]
}

/** Stores items of the newsroom with their texts, and returns their ids. */
async function storeItems({ databaseUrl }: Publication, sources: readonly StoredSource[]): Promise<string[]> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    const ids: string[] = []
    for (const { outlet, title, sentences } of sources) {
      const id = randomUUID()
      const url = `https://${outlet.toLowerCase().replaceAll(' ', '-')}.example/story`
      await sql`
        insert into public.news_items (id, kind, url, canonical_url, title, outlet, language, published_at, origin_id)
        values (${id}, 'address', ${url}, ${url}, ${title}, ${outlet}, 'en', now(), ${id})`
      await sql`
        insert into private.news_texts (item_id, text, language, sentences)
        values (${id}, ${sentences.join(' ')}, 'en', ${[...sentences]})`
      ids.push(id)
    }
    return ids
  } finally {
    await sql.end()
  }
}

/** Stores a draft with these sources, and the citations of its sentences. */
export async function storeSourcedArticle(
  publication: Publication,
  {
    sources,
    sentences,
    ...values
  }: Partial<Article> & {
    sources: readonly StoredSource[]
    sentences: readonly { text: string; cites: string[] }[]
  },
): Promise<Article> {
  const itemIds = await storeItems(publication, sources)
  const content = `${sentences.map(({ text }) => text).join(' ')}\n`
  const article = await storeArticle(publication.service, { published: false, content, ...values })
  const sql = connect(publication.databaseUrl, { max: 1 })
  try {
    await sql`insert into public.sourced_articles (article_id) values (${article.id})`
    await sql`
      insert into public.article_sources (article_id, number, item_id, outlet, title, url, language, published_at, origin_id)
      select ${article.id}, place, id, outlet, title, url, language, published_at, origin_id
      from unnest(${itemIds}::uuid[]) with ordinality as asked (item, place) join public.news_items on id = item`
  } finally {
    await sql.end()
  }
  const desk = await signInElsewhere(publication)
  const cites = sentences.filter(({ cites }) => cites.length > 0)
  const { error } = await desk.functions.invoke('judge-article', { body: { articleId: article.id, cites } })
  expect(error).toBeNull()
  return article
}
