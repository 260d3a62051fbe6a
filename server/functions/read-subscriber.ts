import type { Context } from 'hono'
import * as z from 'zod'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { SiteServices } from '#server/services.ts'

const body = z.strictObject({ id: z.uuid() })

/** POST /functions/v1/read-subscriber: everything that is known of a subscriber, as a file for them. Written into the audit log. */
export function createReadSubscriber(deps: AdmitDeps & Pick<SiteServices, 'sql' | 'siteUrl'>) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'subscriber-record')
    if (admitted instanceof Response) return admitted
    const parsed = body.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send the id of one subscriber as id.' }, 400)
    const record = await deps.sql.transaction(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(admitted)}, true)`
      const [row] = await transaction<[{ record: SubscriberRecord | null }]>`
        select public.find_subscriber(${parsed.data.id}) as record`
      if (row.record)
        await transaction`
          insert into public.audit_log (actor, action, subject_id)
          values (${String(admitted.sub)}, 'read_subscriber', ${parsed.data.id})`
      return row.record
    })
    if (!record) return c.json({ error: 'There is no such subscriber.' }, 404)
    c.header('cache-control', 'no-store')
    return c.json({ site: deps.siteUrl, exported_at: new Date().toISOString(), ...record })
  }
}
