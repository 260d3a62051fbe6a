import type { Context } from 'hono'
import * as z from 'zod'
import type { MailDomainReport } from '#core/domain/mail-domain.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { checkMailDomain } from '#server/mail/domain/check-mail-domain.ts'
import type { SiteServices } from '#server/services.ts'

const input = z.strictObject({})

type CheckMailDomainDeps = AdmitDeps & Pick<SiteServices, 'mail'>

/** POST /functions/v1/check-mail-domain: what name servers say of the domain from which mail comes, and what is to be published. */
export function createCheckMailDomain(deps: CheckMailDomainDeps, nameServers?: readonly string[]) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'mail-domain-check')
    if (admitted instanceof Response) return admitted
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send an empty object.' }, 400)
    c.header('cache-control', 'no-store')
    return c.json<MailDomainReport>(await checkMailDomain(deps.mail, nameServers))
  }
}
