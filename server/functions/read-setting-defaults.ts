import type { Context } from 'hono'
import type { JWTPayload } from 'jose'
import { isUnreachable } from '#server/database/is-unreachable.ts'
import type { SiteServices } from '#server/services.ts'

/** GET /functions/v1/read-setting-defaults: the defaults of settings that come from the environment, for administrators. */
export function createReadSettingDefaults({
  sql,
  identify,
  settings,
}: Pick<SiteServices, 'sql' | 'identify'> & { settings: Pick<SiteServices['settings'], 'environment'> }) {
  /** The database decides, as for every request of theirs. */
  async function isAdministrator(claims: JWTPayload): Promise<boolean> {
    return sql.transaction(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      const [answer] = await transaction<[{ yes: boolean }]>`select private.is_admin() as yes`
      return answer.yes
    })
  }

  return async (c: Context): Promise<Response> => {
    const caller = await identify(c.req.raw.headers)
    if (caller.kind !== 'user') {
      c.header('www-authenticate', 'Bearer')
      return c.json({ error: 'Sign in as an administrator first.' }, 401)
    }
    try {
      if (!(await isAdministrator(caller.claims)))
        return c.json({ error: 'Only administrators can read settings.' }, 403)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      return c.json({ error: 'The database cannot be reached right now. Please try again in a moment.' }, 503)
    }
    c.header('cache-control', 'no-store')
    return c.json(settings.environment)
  }
}
