import type { Context } from 'hono'
import * as z from 'zod'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { SiteServices } from '#server/services.ts'

const body = z.strictObject({ id: z.uuid() })

/** POST /functions/v1/erase-subscriber: forgets a subscriber everywhere; only a hash of the address remains. For administrators. */
export function createEraseSubscriber(deps: AdmitDeps & Pick<SiteServices, 'sql'>) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'subscriber-record')
    if (admitted instanceof Response) return admitted
    const parsed = body.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send the id of one subscriber as id.' }, 400)
    const erased = await deps.sql.transaction(async (transaction) => {
      // So that the audit log names who did it.
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(admitted)}, true)`
      const [row] = await transaction<[{ erased: boolean }]>`
        select private.erase_subscriber(${parsed.data.id}) as erased`
      return row.erased
    })
    if (!erased) return c.json({ error: 'There is no such subscriber.' }, 404)
    return c.json({ success: true })
  }
}
