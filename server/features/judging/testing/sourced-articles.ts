import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/platform/database/connection.ts'

/** The sentences of an invented outlet. */
export const HARBOUR = [
  'The port of Lindahl will buy 12 electric cranes by 2027, the city said on Monday.',
  'The cranes cost 4.5 million euros, according to the budget.',
  '“We had waited far too long for this,” said Anna Berg, the director of the port.',
  'Greta Holm denied that any jobs would be lost.',
]
/** A sentence that the first one covers, and one that nothing does. */
export const COVERED = 'The port of Lindahl plans to buy 12 electric cranes by 2027, Harbour News reports.'
export const UNCOVERED = 'The port of Lindahl plans to buy 19 electric cranes by 2027, Harbour News reports.'

interface ItemFields {
  outlet?: string
  title?: string
  language?: string
  sentences?: readonly string[]
  reservation?: string | null
  groupId?: string | null
}

/** An item of the newsroom whose text is kept. */
export async function addNewsItem(
  sql: Sql,
  {
    outlet = 'Harbour News',
    title = 'Cranes',
    language = 'en',
    sentences = HARBOUR,
    reservation = null,
    groupId = null,
  }: ItemFields = {},
): Promise<string> {
  const id = randomUUID()
  const url = `https://${outlet.toLowerCase().replaceAll(/\W+/g, '')}.example/${id}`
  await sql`
    insert into public.news_items (id, kind, url, canonical_url, title, outlet, language, published_at, origin_id, reservation, group_id)
    values (${id}, 'address', ${url}, ${url}, ${title}, ${outlet}, ${language}, now() - interval '1 hour', ${id}, ${reservation}, ${groupId})`
  if (reservation === null)
    await sql`
      insert into private.news_texts (item_id, text, language, sentences)
      values (${id}, ${sentences.join(' ')}, ${language}, ${[...sentences]})`
  return id
}

/** An English draft that rests on one item. */
export async function addSourcedDraft(
  sql: Sql,
  {
    content = COVERED,
    title = 'Cranes for the port of Lindahl',
    itemId,
    by,
  }: { content?: string; title?: string; itemId?: string; by?: string } = {},
): Promise<string> {
  const source = itemId ?? (await addNewsItem(sql))
  const [row] = await sql<[{ id: string }]>`
    insert into public.articles (slug, title, excerpt, content, category)
    values (${`draft-${randomUUID().slice(0, 8)}`}, ${title}, 'The port of Lindahl plans to buy cranes.', ${content}, 'news') returning id`
  await sql`insert into public.sourced_articles (article_id, begun_by) values (${row.id}, ${by ?? null})`
  await sql`
    insert into public.article_sources (article_id, number, item_id, outlet, title, url, language, published_at, origin_id)
    select ${row.id}, 1, id, outlet, title, url, language, published_at, origin_id from public.news_items where id = ${source}`
  return row.id
}

/** Binds the first sentence of the text to the sentences on which it rests. */
export const citing = (text: string, ...cites: { source: number; sentence: number }[]) => ({
  text,
  kind: 'fact' as const,
  cites: cites.length > 0 ? cites : [{ source: 1, sentence: 1 }],
})
