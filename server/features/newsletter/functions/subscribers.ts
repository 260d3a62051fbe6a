import * as z from 'zod'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const input = z.strictObject({ id: z.uuid() })
const MALFORMED = 'Send the id of one subscriber as id.'
const GONE = 'There is no such subscriber.'

/** Everything that is known of a subscriber, as a file for them. Written into the audit log. */
export const readSubscriber = withBody(
  input,
  MALFORMED,
  async ({ sql, siteUrl }: Pick<FunctionDeps, 'sql' | 'siteUrl'>, { id }, { claims, userId }) => {
    const record = await sql.transaction(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      const [row] = await transaction<[{ record: SubscriberRecord | null }]>`
        select public.find_subscriber(${id}) as record`
      if (row.record)
        await transaction`
          insert into public.audit_log (actor, action, subject_id) values (${userId}, 'read_subscriber', ${id})`
      return row.record
    })
    if (!record) return refuse(404, GONE)
    return answer({ site: siteUrl, exported_at: new Date().toISOString(), ...record })
  },
)

/** Forgets a subscriber everywhere; only a hash of the address remains. */
export const eraseSubscriber = withBody(
  input,
  MALFORMED,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { id }, { claims }) => {
    const isErased = await sql.transaction(async (transaction) => {
      // So that the audit log names who did it.
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      const [row] = await transaction<[{ erased: boolean }]>`select private.erase_subscriber(${id}) as erased`
      return row.erased
    })
    return isErased ? answer({ success: true }) : refuse(404, GONE)
  },
)
