import { Hono } from 'hono'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import {
  type PublicationCatalogs,
  pageCatalogOf,
  publicationCatalogs,
} from '#core/i18n/publication-catalogs.ts'
import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import { chooseEncoding, type Encoding } from '#server/platform/http/request-headers.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'

const FOREVER = 'public, max-age=31536000, immutable'

const ENCODERS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => compressBrotli(text, 11),
  gzip: (text) => compressGzip(text),
  identity: async (text) => Buffer.from(text),
}

/** By the catalogs in force: one body for each language and encoding. */
const bodies = new WeakMap<PublicationCatalogs, Map<string, Promise<Buffer>>>()

/**
 * The messages that browsers need. An address with another version, from a page that was made before the latest change, is answered with
 * the present ones, which then must not be stored. Pages of versions before ask for those of the player by an address of their own.
 */
export function messagesForBrowsers({ current }: Pick<LiveSettings, 'current'>): Hono {
  return new Hono().get('/assets/:file{(?:player-)?[a-z]{2,3}-[a-z0-9]{8}\\.json}', async (c, next) => {
    const [language, version] = c.req.param('file').replace('player-', '').split(/[-.]/)
    if (!isLanguage(language)) return next()
    const catalogs = publicationCatalogs(current())
    const encoding = chooseEncoding(c.req.header('accept-encoding'))
    const body = await bodyOf(catalogs, language, encoding)
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': version === catalogs.version ? FOREVER : 'no-store',
        vary: 'accept-encoding',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    })
  })
}

function bodyOf(catalogs: PublicationCatalogs, language: Language, encoding: Encoding): Promise<Buffer> {
  const own = bodies.get(catalogs) ?? new Map<string, Promise<Buffer>>()
  const key = `${language} ${encoding}`
  const body = own.get(key) ?? ENCODERS[encoding](JSON.stringify(pageCatalogOf(catalogs, language)))
  bodies.set(catalogs, own.set(key, body))
  return body
}
