import type { Session } from '#server/platform/database/connection.ts'

/** The action of the audit log that says that the demo was removed. */
export const REMOVE_DEMO = 'remove_demo'

/** Whether somebody has removed the demo, so that nothing of it may come back. */
export async function wasDemoRemoved(session: Session): Promise<boolean> {
  return (await findRemoval(session)) !== null
}

/** When the demo was first removed; null when it never was. */
export async function findRemoval(session: Session): Promise<Date | null> {
  const [row] = await session<{ at: Date }[]>`
    select happened_at as at from public.audit_log where kind = 'articles' and action = ${REMOVE_DEMO} order by id limit 1`
  return row?.at ?? null
}
