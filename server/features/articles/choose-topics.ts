import type { Sql } from '#server/platform/database/connection.ts'

/** Small, because a batch holds the locks of its articles, so an editor who saves one of them has to wait. */
const BATCH = 25

/**
 * Finds the words that distinguish each published article, unless that was done since the last change of the publication.
 * It can stop at any point, and continues there when it is called again.
 */
export async function chooseTopics(sql: Sql, signal?: AbortSignal): Promise<void> {
  await sql`select private.sample_due_languages()`
  let chosen = BATCH
  while (chosen > 0 && !signal?.aborted) {
    const [row] = await sql<[{ chosen: number }]>`
      select private.choose_outdated_topics(${BATCH}) as chosen`
    chosen = row.chosen
  }
}
