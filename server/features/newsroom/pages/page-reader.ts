import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageToRead, ReadPage } from '#server/features/newsroom/pages/read-page.ts'
import { createProcessPool } from '#server/platform/images/worker/process-pool.ts'
import type { Log } from '#server/platform/log.ts'
import { ROOT } from '#server/platform/root.ts'

/** Run from its source, because it is not part of the server's build. */
const PAGE_PROCESS = pathToFileURL(join(ROOT, 'server/features/newsroom/pages/page-process.ts'))
/** A page of two megabytes takes a third of it. */
const FLAGS = ['--max-old-space-size=192', '--max-semi-space-size=8']
const TIMEOUT_MS = 10_000

/** Reads what pages of other publications say, in a process of its own. */
export interface PageReader {
  /** Null for a page that takes too much time or memory. */
  read(page: PageToRead): Promise<ReadPage | null>
}

export function createPageReader({ log }: { log: Log }): PageReader {
  const pool = createProcessPool<PageToRead, ReadPage | null>({
    module: PAGE_PROCESS,
    processes: 1,
    flags: FLAGS,
    taskTimeoutMs: TIMEOUT_MS,
  })
  return {
    read: (page) =>
      pool
        .run(async () => page)
        .catch((error: unknown) => {
          log.info(`A page could not be read: ${error instanceof Error ? error.message : String(error)}`)
          return null
        }),
  }
}
