import { listCorrectionsSince } from '#core/data/article-corrections.ts'
import type { Client } from '#core/data/client.ts'
import type { ArticleState, SavedList } from '#core/domain/saved-list.ts'

/** The number of ids that fit into the address of a request. */
const IDS_PER_QUERY = 100

/** The present state of the articles of a list, which the server does not know: they are asked for by their ids, and nothing is stored. */
export async function askAboutSaved(client: Client, { articles }: SavedList) {
  const askedIds = new Set(articles.map(({ id }) => id))
  const ids = [...askedIds]
  const batches: string[][] = []
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY)
    batches.push(ids.slice(start, start + IDS_PER_QUERY))
  const since = articles.flatMap(({ saved, read }) => saved ?? read ?? []).toSorted()[0]
  const [states, corrections] = await Promise.all([
    Promise.all(batches.map((batch) => listStates(client, batch))),
    since ? listCorrectionsSince(client, { articleIds: ids, since }) : [],
  ])
  return { askedIds, states: states.flat(), corrections }
}

async function listStates(client: Client, ids: readonly string[]): Promise<ArticleState[]> {
  const { data } = await client
    .from('articles')
    .select('id, slug, language, title, excerpt, category, updated_at')
    .in('id', ids)
    .eq('published', true)
    .throwOnError()
  return data
}
