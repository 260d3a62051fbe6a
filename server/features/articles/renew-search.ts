import type { Sql } from '#server/platform/database/connection.ts'

interface Outdated {
  language: string
  /** The hash of the facts by which the roots of its words are to be made now; null when they are. */
  roots: string | null
  /** The hash of the facts by which its articles are to be indexed now; null when they are. */
  articles: string | null
}

/**
 * Makes the search index anew where it was made by another server, such as the one of a backup, or with other facts of a language or another
 * glossary. The search works meanwhile. It can stop at any point, and begins again when it is called again.
 */
export async function renewSearch(sql: Sql, signal?: AbortSignal): Promise<void> {
  const outdated = await sql<Outdated[]>`select * from private.outdated_search()`
  for (const { language, roots, articles } of outdated) {
    let word: string | null = roots && ''
    while (word !== null && !signal?.aborted) {
      const [row] = await sql<[{ last: string | null }]>`
        select private.renew_roots(${language}, ${word}, ${roots}) as last`
      word = row.last
    }
    let id: string | null = articles && '00000000-0000-0000-0000-000000000000'
    while (id !== null && !signal?.aborted) {
      const [row] = await sql<[{ last: string | null }]>`
        select private.renew_articles(${language}, ${id}, ${articles}) as last`
      id = row.last
    }
  }
}
