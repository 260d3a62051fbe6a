import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Hono } from 'hono'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import {
  type PublicationCatalogs,
  pageCatalogOf,
  playerCatalogOf,
  publicationCatalogs,
} from '#core/i18n/publication-catalogs.ts'
import { chooseEncoding, type Encoding } from '#server/platform/http/request-headers.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'

const FOREVER = 'public, max-age=31536000, immutable'

const ENCODERS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => promisify(gzip)(text),
  identity: async (text) => Buffer.from(text),
}

/** By the catalogs in force: one body for each part, language and encoding. */
const bodies = new WeakMap<PublicationCatalogs, Map<string, Promise<Buffer>>>()

/**
 * The messages that browsers need. An address with another version, from a page that was made before the latest change, is answered with
 * the present ones, which then must not be stored.
 */
export function messagesForBrowsers({ current }: Pick<LiveSettings, 'current'>): Hono {
  return new Hono().get('/assets/:file{(?:player-)?[a-z]{2,3}-[a-z0-9]{8}\\.json}', async (c, next) => {
    const file = c.req.param('file')
    const isForPlayer = file.startsWith('player-')
    const [language, version] = file.replace('player-', '').split(/[-.]/)
    if (!isLanguage(language)) return next()
    const catalogs = publicationCatalogs(current())
    const encoding = chooseEncoding(c.req.header('accept-encoding'))
    const body = await bodyOf(catalogs, { language, isForPlayer, encoding })
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

interface Wanted {
  language: Language
  isForPlayer: boolean
  encoding: Encoding
}

function bodyOf(catalogs: PublicationCatalogs, { language, isForPlayer, encoding }: Wanted): Promise<Buffer> {
  const own = bodies.get(catalogs) ?? new Map<string, Promise<Buffer>>()
  const key = `${language} ${encoding} ${isForPlayer}`
  const catalogOf = isForPlayer ? playerCatalogOf : pageCatalogOf
  const body = own.get(key) ?? ENCODERS[encoding](JSON.stringify(catalogOf(catalogs, language)))
  bodies.set(catalogs, own.set(key, body))
  return body
}
