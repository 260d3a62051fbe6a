import type { Context } from 'hono'
import { glossaryTermInput } from '#core/domain/glossary-term-input.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { findAffected } from '#server/glossary/find-affected.ts'
import type { SiteServices } from '#server/services.ts'

/** POST /functions/v1/find-affected-translations: the translations that do not keep to a term, whether it is in the glossary or not. */
export function createFindAffectedTranslations(deps: AdmitDeps & Pick<SiteServices, 'sql'>) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'affected-translations')
    if (claims instanceof Response) return claims
    const parsed = glossaryTermInput.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) {
      const reason = parsed.error.issues[0]?.message ?? ''
      return c.json({ error: `Send an object with language, term, rule and translation. ${reason}` }, 400)
    }
    c.header('cache-control', 'no-store')
    return c.json(await findAffected(deps.sql, parsed.data))
  }
}
