import { createMiddleware } from 'hono/factory'
import { indexNowKey, keyPath } from '#server/features/indexnow/open-indexnow.ts'
import type { Services } from '#server/features/services.ts'

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
