import { readdir } from 'node:fs/promises'
import { relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { createMiddleware } from 'hono/factory'
import { CLIENT_DIR } from '#server/ssr/production-build.ts'

const HASHED = 'public, max-age=31536000, immutable'
const UNHASHED = 'public, max-age=3600'

/** Built assets, whose names change with their bytes, and the files of public/, whose names do not. */
export function staticFiles(directory = CLIENT_DIR) {
  // The adapter wants a root relative to the working directory.
  const files = serveStatic({ root: relative(process.cwd(), directory) || '.', precompressed: true })
  // So that no page asks the disk first. There is no such folder where Vite serves the files.
  const names = readdir(directory, { recursive: true }).then(
    (paths) => new Set(paths),
    () => new Set<string>(),
  )
  return createMiddleware(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    if (c.req.path.split('/').some((part) => part.startsWith('.'))) return next()
    if (!(await names).has(c.req.path.slice(1))) return next()
    const response = await files(c, next)
    if (!response?.ok) return response
    response.headers.set('cache-control', c.req.path.startsWith('/assets/') ? HASHED : UNHASHED)
    // Read before it is answered: when that fails halfway the adapter would send the reason, path and all.
    return new Response(response.body && (await response.arrayBuffer()), response)
  })
}
