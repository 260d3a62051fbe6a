import type { Session } from '#server/platform/database/connection.ts'

/** The message for people who look at a held site, or ask it for something that waits. */
export const HELD_SITE =
  'This site was restored from a backup and is held: nothing is sent or published by itself. An administrator can let it go on, on the dashboard.'

/** Returns true if this site was restored from a backup, and no administrator has ended its hold yet. */
export async function isHeld(sql: Session): Promise<boolean> {
  const [row] = await sql<[{ held: boolean }]>`select private.is_held() as held`
  return row.held
}
