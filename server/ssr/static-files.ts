import { relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { createMiddleware } from 'hono/factory'
import { CLIENT_DIR } from '#server/ssr/production-build.ts'

const HASHED = 'public, max-age=31536000, immutable'
const UNHASHED = 'public, max-age=3600'

/** Built assets, whose names change with their bytes, and the files of public/, whose names do not. */
export function staticFiles() {
  // The adapter wants a root relative to the working directory.
  const files = serveStatic({ root: relative(process.cwd(), CLIENT_DIR) || '.', precompressed: true })
  return createMiddleware(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    if (c.req.path.split('/').some((part) => part.startsWith('.')) || c.req.path.endsWith('/')) return next()
    const response = await files(c, next)
    if (response?.ok)
      response.headers.set('cache-control', c.req.path.startsWith('/assets/') ? HASHED : UNHASHED)
    return response
  })
}
