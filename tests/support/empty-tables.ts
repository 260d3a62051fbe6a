import { type Sql, withoutDeadlock } from '#server/platform/database/connection.ts'

const scripts = new Map<string, Promise<string>>()

/**
 * Removes all rows of these tables and of those that refer to them, and says so as TRUNCATE does. That would make new files of some forty
 * tables and of all their indexes, which takes several times as long.
 */
export async function emptyTables(sql: Sql, tables: string): Promise<void> {
  const script = scripts.get(tables) ?? writeScript(sql, tables.split(/,\s*/))
  scripts.set(tables, script)
  // A job of the test before may still be at work on these rows.
  const statements = await script
  await withoutDeadlock(() => sql.script(statements))
}

async function writeScript(sql: Sql, tables: string[]): Promise<string> {
  const rows = await sql<{ name: string; label: string; calls: string | null; kinds: string[] }[]>`
    with recursive reached (oid) as (
      select unnest(${tables}::regclass[])::oid
      union select conrelid from pg_constraint join reached on confrelid = reached.oid where contype = 'f')
    select reached.oid::regclass::text as name, relname as label, tgfoid::regproc::text as calls,
      array_remove(string_to_array(encode(tgargs, 'escape'), '\\000'), '') as kinds
    from reached join pg_class using (oid)
    left join pg_trigger on tgrelid = reached.oid and tgtype & 32 = 32 and not tgisinternal`
  const follow: Record<string, (row: (typeof rows)[number]) => string> = {
    'private.announce_any_change': () => `select pg_notify('page_changes', '*')`,
    'private.announce_reload': ({ label }) =>
      `select pg_notify('realtime', '${JSON.stringify({ kind: 'reload', table: label })}')`,
    'private.forget_truncated_uses': ({ kinds }) =>
      `delete from public.media_uses where kind in (${kinds.map((kind) => `'${kind}'`).join()})`,
  }
  const statements = rows.flatMap((row) => {
    const done = row.calls === null ? [] : [follow[row.calls]?.(row)]
    if (done.includes(undefined)) throw new Error(`What ${row.calls} does for ${row.name} is not known`)
    return [`delete from ${row.name}`, ...done]
  })
  const script = [...new Set(statements)].join(';')
  // Statements that are sent together are one transaction, which an error ends.
  return `set local session_replication_role = replica; ${script}`
}
