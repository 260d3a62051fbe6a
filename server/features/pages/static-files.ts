import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'

const HASHED = 'public, max-age=31536000, immutable'
const UNHASHED = 'public, max-age=3600'

const CACHED_BYTES = 32 * 1024 * 1024
const CACHED_FILE_BYTES = 1024 * 1024
/** The extensions of the compressed copies that server/build/run-build.ts writes. */
const SUFFIXES = { br: '.br', gzip: '.gz' }

interface CachedFile {
  bytes: Buffer<ArrayBuffer>
  headers: [string, string][]
}

/**
 * Built assets, whose names contain a hash, and the files of public/. None changes while the site runs, so each is read only once: a
 * copy for each request would stay in memory as long as its client reads.
 */
export function staticFiles(directory: string) {
  // The names are listed once, so that requests for pages do not look for a file first. The folder does not exist when Vite serves the
  // files.
  const own = readdir(directory, { recursive: true }).then(
    (paths): FilesOfBuild => ({ directory, names: new Set(paths) }),
    (): FilesOfBuild => ({ directory, names: new Set() }),
  )
  const findElsewhere = findInOtherBuilds(directory)
  const cache = new LRUCache<string, CachedFile>({
    maxSize: CACHED_BYTES,
    maxEntrySize: CACHED_FILE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  return createMiddleware(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    if (c.req.path.split('/').some((part) => part.startsWith('.'))) return next()
    const path = c.req.path.slice(1)
    const build = (await own).names.has(path) ? await own : await findElsewhere(path)
    if (!build) return next()
    const accepted = c.req.header('accept-encoding')
    const encoding = chosenEncoding(accepted, (suffix) => build.names.has(path + suffix))
    const key = `${encoding} ${path}`
    const isWhole = c.req.method === 'GET' && c.req.header('range') === undefined
    const file = isWhole ? cache.get(key) : undefined
    if (file) return new Response(file.bytes, { headers: file.headers })
    // The adapter wants a root relative to the working directory.
    const root = relative(process.cwd(), build.directory) || '.'
    const response = await serveStatic({ root, precompressed: true })(c, next)
    if (!response?.ok) return response
    if (Object.values(SUFFIXES).some((suffix) => build.names.has(path + suffix)))
      response.headers.set('vary', 'accept-encoding')
    response.headers.set('cache-control', c.req.path.startsWith('/assets/') ? HASHED : UNHASHED)
    // Read before the response begins, because the adapter would send the error message, with the path, if reading failed halfway.
    const bytes = response.body && Buffer.from(await response.arrayBuffer())
    const isAsked = (response.headers.get('content-encoding') ?? 'identity') === encoding
    if (bytes && isWhole && isAsked) cache.set(key, { bytes, headers: [...response.headers] })
    return new Response(bytes, response)
  })
}

/** Predicts which compressed copy the adapter sends: the first encoding that the client names without a weight. */
function chosenEncoding(
  acceptEncoding: string | undefined,
  has: (suffix: string) => boolean,
): 'identity' | keyof typeof SUFFIXES {
  const accepted = (acceptEncoding ?? '').split(',').map((name) => name.trim())
  if (accepted.includes('br') && has(SUFFIXES.br)) return 'br'
  return accepted.includes('gzip') && has(SUFFIXES.gzip) ? 'gzip' : 'identity'
}

/** The time for which the list of the builds' files is used: a page of a build that is a moment old may ask for many. */
const LISTED_MS = 2_000
const BUILD = /^[0-9a-f]{16}$/
const ASSETS = 'assets/'

interface FilesOfBuild {
  directory: string
  names: ReadonlySet<string>
}

/**
 * Finds an asset that only another build of this machine has: while processes are replaced one after the other, and in tabs that are
 * older than that, a page of one build asks processes of another. Names contain a hash, so the same name means the same file.
 */
function findInOtherBuilds(directory: string): (path: string) => Promise<FilesOfBuild | undefined> {
  const own = dirname(directory)
  if (!BUILD.test(basename(own))) return async () => undefined
  let listed: { at: number; builds: Promise<FilesOfBuild[]> } | undefined

  function builds(): Promise<FilesOfBuild[]> {
    const now = performance.now()
    if (!listed || now - listed.at > LISTED_MS) listed = { at: now, builds: listBuilds(own) }
    return listed.builds
  }

  return async (path) =>
    path.startsWith(ASSETS) ? (await builds()).find(({ names }) => names.has(path)) : undefined
}

async function listBuilds(own: string): Promise<FilesOfBuild[]> {
  const all = await readdir(dirname(own)).catch(() => [])
  const others = all.filter((name) => BUILD.test(name) && name !== basename(own))
  return Promise.all(
    others.map(async (name) => {
      const directory = join(dirname(own), name, 'client')
      const files = await readdir(join(directory, ASSETS)).catch(() => [])
      return { directory, names: new Set(files.map((file) => ASSETS + file)) }
    }),
  )
}
