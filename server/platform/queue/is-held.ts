import type { Session } from '#server/platform/database/connection.ts'

/** Whether this site was restored from a backup, and no administrator has confirmed yet that what was scheduled may go on. */
export async function isHeld(sql: Session): Promise<boolean> {
  const [row] = await sql<[{ held: boolean }]>`select private.is_held() as held`
  return row.held
}
