import type { Sql } from '#server/database/connection.ts'

export interface PageChanges {
  stop(): Promise<void>
}

/**
 * Listens for the changes that the database announces. After a lost connection nobody knows what was missed, so
 * `onUnknown` is called each time listening (re)starts, and when the database says that anything may have changed.
 */
export async function listenForPageChanges(
  sql: Sql,
  listener: { onChange: (tags: string[]) => void; onUnknown: () => void },
): Promise<PageChanges> {
  const { unlisten } = await sql.listen(
    'page_changes',
    (payload) => (payload === '*' ? listener.onUnknown() : listener.onChange(payload.split('\n'))),
    () => listener.onUnknown(),
  )
  return { stop: () => unlisten() }
}
