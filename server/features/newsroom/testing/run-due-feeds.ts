import { requestDueFeeds } from '#server/features/newsroom/feeds/request-feed.ts'
import { createHostRules } from '#server/features/newsroom/reservations/host-rules.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createDocumentClient } from '#server/platform/links/request-document.ts'
import { createWatchedLog } from '../../../../tests/support/watched-log.ts'

/** Asks the feeds that are due, as a process that knows nothing yet of other servers. */
export async function runDueFeeds(
  sql: Sql,
  { hasNewsroom = true, allowsPrivate = true } = {},
): Promise<void> {
  const documents = createDocumentClient({ siteUrl: 'https://watch.example', allowsPrivate })
  const deps = {
    sql,
    log: createWatchedLog(),
    documents,
    hostRules: createHostRules({ documents }),
    hasNewsroom,
  }
  await requestDueFeeds(deps, {}, { signal: new AbortController().signal })
}
