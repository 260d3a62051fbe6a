import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type { Settings } from '#core/domain/settings.ts'
import { markOf, versionOf } from '#core/look/mark.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import { ICON_NAMES, ICONS } from '#server/platform/images/look/icons.ts'
import type { LookFiles } from '#server/platform/images/look/look-files.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { Log } from '#server/platform/log.ts'

/** Part of the file names; a new number makes cached pictures obsolete. */
const DRAWING_VERSION = 1
const FOREVER = 'public, max-age=31536000, immutable'
/** The Cache-Control of an address without its version, which somebody may have stored. */
const SHORT = 'public, max-age=300'
const TYPES = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' } as const
const LOOK_FILE = /^([0-9a-f]{32}\.(svg|png|webp))(\.png)?$/

/**
 * /look/{file}: a logo or an icon as it was stored; with .png behind it, as a picture for mails. And the icons of public/, where the
 * publication has others.
 */
export function createLookRoutes(deps: {
  dataDir: string
  files: LookFiles
  worker: Pick<ImageWorker, 'drawIcon' | 'drawMailLogo'>
  settings: () => Settings
  log: Log
}): Hono {
  const { dataDir, files, worker, settings, log } = deps
  const drawn = createCachedFiles({ folder: join(dataDir, 'images/look'), log })
  const app = new Hono()

  app.get('/look/:file', async (c) => {
    const [, file, extension, asPicture] = LOOK_FILE.exec(c.req.param('file')) ?? []
    const content = file ? await files.read(`look/${file}`) : null
    if (!content || !file) return notFound(c)
    const etag = `"${file}${asPicture ?? ''}"`
    if (!asPicture)
      return send(c, { content, type: TYPES[extension as keyof typeof TYPES], etag, cache: FOREVER })
    const picture = await drawn.get(`${file}-${DRAWING_VERSION}.png`, () => worker.drawMailLogo(content))
    return send(c, { content: picture, type: TYPES.png, etag, cache: FOREVER })
  })
  // The path /look itself can be the address of a section or a page.
  app.all('/look/:file{.+}', notFound)

  for (const name of ICON_NAMES)
    app.get(`/${name}`, async (c, next) => {
      const mark = markOf(settings())
      if (!mark) return next()
      const version = versionOf(mark)
      const content = mark.kind === 'file' ? await files.read(mark.file) : null
      if (mark.kind === 'file' && (!content || (name === 'favicon.svg' && !mark.file.endsWith('.svg'))))
        return notFound(c)
      const picture =
        name === 'favicon.svg' && content
          ? content
          : await drawn.get(`${version}-${DRAWING_VERSION}-${name}`, () =>
              worker.drawIcon(mark, content, name),
            )
      const cache = c.req.query('v') === version ? FOREVER : SHORT
      return send(c, {
        content: picture,
        type: ICONS[name].type,
        etag: `"${version}-${name}"`,
        cache,
      })
    })
  return app
}

/** Whatever is in the file, a browser that opens it runs nothing. */
function send(
  c: Context,
  { content, type, etag, cache }: { content: Buffer<ArrayBuffer>; type: string; etag: string; cache: string },
): Response {
  const headers = {
    etag,
    'cache-control': cache,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  return c.body(content, 200, { ...headers, 'content-type': type, 'content-length': String(content.length) })
}

function notFound(c: Context): Response {
  return c.text('Not found', 404, { 'x-content-type-options': 'nosniff' })
}
