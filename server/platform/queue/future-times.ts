import type { Session } from '#server/platform/database/connection.ts'

/** A clock that is kept in step goes back by less. */
const MIN_SECONDS = 60
const LOOK_MS = 30_000

/**
 * Times that the queue has written before the clock of the database was set back lie in the future. It waits until they come: no
 * schedule would be run, no job of a dead process released, and no job that was waiting would be done, for as long as the clock was
 * set back. This makes them the present. A time for which a job was planned stays.
 */
export async function forgetFutureTimes(session: Session): Promise<boolean> {
  const [version] = await session<{ is_ahead: boolean }[]>`
    select greatest(cron_on, bam_on, flow_on) > now() + make_interval(secs => ${MIN_SECONDS}) as is_ahead from pgboss.version`
  if (!version?.is_ahead) return false
  await session`
    update pgboss.version set cron_on = least(cron_on, now() - interval '1 minute'), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
      reindex_on = least(reindex_on, now()), monitor_backoff_on = least(monitor_backoff_on, now())`
  await session`
    update pgboss.queue set monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
      maintain_on = least(maintain_on, now())`
  // A job of a minute that comes again must not prevent the next one of that minute.
  await session`
    update pgboss.job set singleton_on = null where state > 'active' and singleton_on > now() at time zone 'utc'`
  await session`
    update pgboss.job set start_after = now()
    where state = 'created' and created_on > now() and start_after <= created_on
      or state = 'retry' and started_on > now()`
  return true
}

/** Looks for such times now and then, in the process that works. */
export function watchForFutureTimes(session: Session): { stop(): void } {
  const timer = setInterval(() => void forgetFutureTimes(session).catch(() => {}), LOOK_MS).unref()
  return { stop: () => clearInterval(timer) }
}
