import type { Sql } from '#server/platform/database/connection.ts'

const SCHEMAS = `('public', 'private', 'auth', 'storage', 'extensions')`
const IN_SCHEMAS = `in (select oid from pg_namespace where nspname in ${SCHEMAS})`

/** The privileges of an access list, the default of the owner included, in an order of its own. */
const grants = (acl: string, kind: string, owner: string) => `
  (select string_agg(concat_ws(' ', case when grantee = 0 then 'public' else grantee::regrole::text end, privilege_type,
      case when is_grantable then 'grantable' end), ', ' order by grantee::regrole::text, privilege_type)
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))))`

const OF_AN_EXTENSION = `(select from pg_depend where objid = %.oid and deptype = 'e')`
const notOfAnExtension = (alias: string) => `not exists ${OF_AN_EXTENSION.replace('%', alias)}`

/** Each query names objects and describes them. */
const QUERIES: Record<string, string> = {
  schema: `
    select nspname as name, concat_ws(' | ', nspowner::regrole, ${grants('nspacl', 'n', 'nspowner')}) as description
    from pg_namespace where nspname in ${SCHEMAS}`,
  extension: `
    select extname as name, concat_ws(' ', extnamespace::regnamespace, extversion) as description from pg_extension`,
  // Tables, views and sequences.
  relation: `
    select oid::regclass::text as name, concat_ws(' | ', relkind, relpersistence, relowner::regrole,
      'rls ' || relrowsecurity || ' ' || relforcerowsecurity, reloptions, relreplident,
      ${grants('relacl', 'r', 'relowner')}, obj_description(oid, 'pg_class')) as description
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relnamespace ${IN_SCHEMAS}`,
  column: `
    select attrelid::regclass || '.' || attname as name, concat_ws(' | ',
      row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, nullif(attgenerated, ''), nullif(attidentity, ''), attcollation::regcollation,
      attstorage, pg_get_expr(adbin, adrelid), attacl, col_description(attrelid, attnum)) as description
    from pg_attribute join pg_class on pg_class.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'f', 'c') and relnamespace ${IN_SCHEMAS}`,
  // A check that older rows were never tested against is the same check.
  constraint: `
    select concat_ws(' ', nullif(conrelid, 0)::regclass, conname) as name,
      regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as description
    from pg_constraint where connamespace ${IN_SCHEMAS}`,
  index: `
    select indexrelid::regclass::text as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) as description
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace ${IN_SCHEMAS}`,
  policy: `
    select concat_ws(' ', schemaname, tablename, policyname) as name,
      concat_ws(' | ', permissive, roles, cmd, 'using ' || qual, 'check ' || with_check) as description
    from pg_policies where schemaname in ${SCHEMAS}`,
  // Lines of comments in a body are left out.
  function: `
    select oid::regprocedure::text as name, concat_ws(' | ',
      case when prokind in ('f', 'p') then regexp_replace(pg_get_functiondef(oid), '^ *--[^\\n]*\\n', '', 'ng') else prokind::text end,
      proowner::regrole,
      ${grants('proacl', 'f', 'proowner')}, obj_description(oid, 'pg_proc')) as description
    from pg_proc where pronamespace ${IN_SCHEMAS} and ${notOfAnExtension('pg_proc')}`,
  collation: `
    select oid::regcollation::text as name, concat_ws(' ', to_jsonb(pg_collation) - '{oid,collname,collnamespace}'::text[]) as description
    from pg_collation where collnamespace ${IN_SCHEMAS}`,
  'leakproof function': `
    select oid::regprocedure::text as name, 'yes' as description from pg_proc where proleakproof and proname like 'text%'`,
  trigger: `
    select tgrelid::regclass || ' ' || tgname as name, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as description
    from pg_trigger where not tgisinternal`,
  view: `select oid::regclass::text as name, pg_get_viewdef(oid) as description
    from pg_class where relkind in ('v', 'm') and relnamespace ${IN_SCHEMAS}`,
  type: `
    select oid::regtype::text as name, concat_ws(' | ', typtype, format_type(typbasetype, typtypmod), typdefault,
      (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid)) as description
    from pg_type where typtype <> 'b' and typnamespace ${IN_SCHEMAS} and ${notOfAnExtension('pg_type')}`,
  sequence: `
    select concat_ws('.', schemaname, sequencename) as name,
      concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, cache_size) as description
    from pg_sequences where schemaname in ${SCHEMAS}`,
  'text search configuration': `
    select cfgnamespace::regnamespace || '.' || cfgname as name, (
      select string_agg(maptokentype || ' ' || mapdict::regdictionary, ', ' order by maptokentype, mapseqno)
      from pg_ts_config_map where mapcfg = pg_ts_config.oid) as description
    from pg_ts_config where cfgnamespace ${IN_SCHEMAS}`,
  'default privilege': `
    select concat_ws(' ', defaclrole::regrole, nullif(defaclnamespace, 0)::regnamespace, defaclobjtype) as name,
      ${grants('defaclacl', 'r', 'defaclrole')} as description
    from pg_default_acl`,
  publication: `select pubname as name, pg_publication::text as description from pg_publication`,
  'event trigger': `select evtname as name, evtfoid::regprocedure || ' ' || evtevent as description from pg_event_trigger`,
  rule: `select tablename || ' ' || rulename as name, definition as description from pg_rules where schemaname in ${SCHEMAS}`,
  statistics: `select stxname as name, pg_get_statisticsobjdef(oid) as description from pg_statistic_ext`,
}

/** Everything of a database that its schema decides, by kind and name, so that two databases can be compared. */
export async function readCatalog(sql: Sql): Promise<Record<string, string>> {
  const objects: [string, string][] = []
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await sql.run(query)
    for (const { name, description } of rows) objects.push([`${kind} ${name}`, description ?? ''])
  }
  return Object.fromEntries(objects.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The rows of every table that has any, without the columns that say when a row was written. The record of the release is left out. */
export async function readRows(sql: Sql): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string; dated: string[] }[]>`
    select pg_class.oid::regclass::text as name,
      array(select attname::text from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
        where adrelid = pg_class.oid and pg_get_expr(adbin, adrelid) = 'now()') as dated
    from pg_class
    where relkind = 'r' and relname <> 'schema_release' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')
    order by 1`
  const found: Record<string, unknown[]> = {}
  for (const { name, dated } of tables) {
    const { rows } = await sql.run(`select to_jsonb(t) - $1::text[] as row from ${name} t order by 1`, [
      dated,
    ])
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
