import { createMiddleware } from 'hono/factory'
import { type Feature, HELD_EVERY_FIVE_MINUTES } from '#server/features/feature.ts'
import {
  type IndexNow,
  indexNowKey,
  keyPath,
  openIndexNow,
  submitAddresses,
  submitAddressesJob,
} from '#server/features/indexnow/submit-addresses.ts'
import type { Services } from '#server/features/services.ts'
import { handles } from '#server/platform/queue/job.ts'

declare module '#server/features/services.ts' {
  interface Services {
    /** The way in which search engines are told what has changed; null while they are not. */
    indexNow: IndexNow | null
  }
}

export const indexnowFeature = {
  opens: ({ siteUrl }, { config }) => ({ indexNow: openIndexNow({ siteUrl, url: config.indexNowUrl }) }),
  routes: (app, deps) => app.get('*', createKeyFile(deps)),
  jobs: [handles(submitAddressesJob, submitAddresses, HELD_EVERY_FIVE_MINUTES)],
} satisfies Feature

const KEY_FILE = /^\/[0-9a-f]{32}\.txt$/

/** GET /KEY.txt: the key, for search engines (https://www.indexnow.org/documentation). It never changes, so it is read once. */
export function createKeyFile({ sql, indexNow }: Pick<Services, 'sql' | 'indexNow'>) {
  let known: string | null = null
  return createMiddleware(async (c, next) => {
    if (!indexNow || !KEY_FILE.test(c.req.path)) return next()
    known ??= await indexNowKey(sql)
    return c.req.path === keyPath(known) ? c.text(known, 200, { 'cache-control': 'no-cache' }) : next()
  })
}
