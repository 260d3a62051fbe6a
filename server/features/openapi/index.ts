import { Hono } from 'hono'
import type { Settings } from '#core/domain/settings.ts'
import { buildOpenApi, type OpenApiOptions } from '#server/features/openapi/build-openapi.ts'
import { type Offered, readOffered } from '#server/features/openapi/read-offered.ts'
import type { SiteServices } from '#server/features/services.ts'

const OPENAPI_PATH = '/openapi.json'

type OpenApiDeps = Pick<SiteServices, 'sql' | 'catalog' | 'settings' | 'siteUrl' | 'secrets'> &
  Pick<OpenApiOptions, 'functions'>

/** Serves the description of what the site offers to programs. It is made when it is first asked for: grants change with the schema only. */
export function createOpenApi({ sql, catalog, settings, siteUrl, secrets, functions }: OpenApiDeps): Hono {
  let offered: Promise<Offered> | undefined
  let written: { settings: Settings; text: string } | undefined

  async function write(): Promise<string> {
    offered ??= readOffered(sql, catalog)
    const known = await offered.catch((error: unknown) => {
      offered = undefined
      throw error
    })
    const current = settings.current()
    if (written?.settings !== current) {
      const { publishableKey } = secrets
      const document = buildOpenApi({
        siteName: current.site_name,
        siteUrl,
        publishableKey,
        offered: known,
        functions,
      })
      written = { settings: current, text: JSON.stringify(document) }
    }
    return written.text
  }

  return new Hono().get(OPENAPI_PATH, async (c) =>
    c.body(await write(), 200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      // Tools that show it run in browsers on other sites. There is nothing in it that a visitor could not read.
      'access-control-allow-origin': '*',
    }),
  )
}
