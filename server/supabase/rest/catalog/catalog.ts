import { EXPOSED_FUNCTIONS, EXPOSED_RELATIONS } from '#core/data/database.types.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The tables, views, columns and functions that a request can name. */
export interface Catalog {
  relations: ReadonlyMap<string, Relation>
  functions: ReadonlyMap<string, RestFunction>
}

/** Names, each with the PostgreSQL type to which a value of a request is cast. */
export type Columns = ReadonlyMap<string, string>

export interface Relation {
  name: string
  columns: Columns
  /** The primary key; a view has none. */
  key: readonly string[]
  /** Column defaults, as SQL expressions: what a request that creates a row may leave out. */
  defaults: ReadonlyMap<string, string>
}

export interface RestFunction {
  name: string
  parameters: Columns
  /** The parameters without a default, which must be given. */
  required: readonly string[]
  /** The columns of the rows it returns; absent when it returns one JSON value. */
  columns?: Columns
  /** True if it only reads, so that it may be called by GET. */
  reads: boolean
}

/** Reads what `/rest/v1` offers. A process does so once, when the schema is as it should be, so that a column that is added later is offered from the next start on. */
export async function readCatalog(sql: Sql): Promise<Catalog> {
  return catalogOf(await readExposed(sql))
}

export function catalogOf({ columns, functions }: Exposed): Catalog {
  const relations = [...Map.groupBy(columns, ({ relation }) => relation)]
  return {
    relations: new Map(relations.map(([name, own]) => [name, relationOf(name, own)])),
    functions: new Map(
      functions.map(({ name, reads, returnsRows, arguments: all }) => {
        const parameters = all.filter(({ isResult }) => !isResult)
        const called: RestFunction = {
          name,
          parameters: typesOf(parameters),
          required: parameters.filter((parameter) => parameter.default === null).map((one) => one.name),
          ...(returnsRows && { columns: typesOf(all.filter(({ isResult }) => isResult)) }),
          reads,
        }
        return [name, called]
      }),
    ),
  }
}

function relationOf(name: string, columns: ExposedColumn[]): Relation {
  const inKey = columns.filter(({ keyPlace }) => keyPlace !== null)
  return {
    name,
    columns: typesOf(columns),
    key: inKey.sort((a, b) => (a.keyPlace ?? 0) - (b.keyPlace ?? 0)).map((column) => column.name),
    defaults: new Map(
      columns.flatMap((column) => (column.default === null ? [] : [[column.name, column.default]])),
    ),
  }
}

function typesOf(list: { name: string; type: string }[]): Columns {
  return new Map(list.map(({ name, type }) => [name, type]))
}

/** The tables, views and functions that are exposed, as PostgreSQL describes them. */
export interface Exposed {
  columns: ExposedColumn[]
  functions: ExposedFunction[]
}

export interface ExposedColumn {
  relation: string
  isView: boolean
  name: string
  type: string
  isNullable: boolean
  /** The column's place in the primary key; null if it does not belong to that. */
  keyPlace: number | null
  /** Its default, as an SQL expression. */
  default: string | null
  /** True if PostgreSQL computes all of its values. */
  isGenerated: boolean
  /** True if PostgreSQL numbers the rows in it. */
  isIdentity: boolean
  /** The checks and references of this column alone, as PostgreSQL writes them. */
  constraints: string[]
}

export interface ExposedFunction {
  name: string
  reads: boolean
  returnsRows: boolean
  type: string
  arguments: { name: string; type: string; isResult: boolean; default: string | null }[]
}

/**
 * Reads the columns and functions that are offered, once a process has a prepared database.
 * @throws when one of them is missing, or closed to every role of a request
 */
export async function readExposed(
  sql: Sql,
  names: { relations: readonly string[]; functions: readonly string[] } = {
    relations: EXPOSED_RELATIONS,
    functions: EXPOSED_FUNCTIONS,
  },
): Promise<Exposed> {
  return sql.transaction(async (session) => {
    // With an empty path, PostgreSQL writes the names in defaults with their schemas.
    await session.script(`set transaction read only; set local search_path = ''`)
    const columns = (await session.run(COLUMNS, [names.relations])).rows as ExposedColumn[]
    const functions = (await session.run(FUNCTIONS, [names.functions])).rows as ExposedFunction[]
    requireAll(names.relations, new Set(columns.map(({ relation }) => relation)), 'table or view')
    requireAll(names.functions, new Set(functions.map(({ name }) => name)), 'function')
    requireOnce(functions)
    return { columns, functions }
  })
}

const REQUEST_ROLES = `unnest(array['anon', 'authenticated', 'service_role', 'access_token']) as role`

/** A type by its short name, such as `int8`, `timestamptz` or `text[]`. */
const typeName = (oid: string) => `(
  select case when type.typcategory = 'A' then quote_ident(element.typname) || '[]' else quote_ident(type.typname) end
  from pg_type as type left join pg_type as element on element.oid = type.typelem where type.oid = ${oid})`

const COLUMNS = `
  select relname as relation, relkind in ('v', 'm') as "isView", attname as name, ${typeName('atttypid')} as type,
    not attnotnull as "isNullable", array_position(indkey::int2[], attnum) as "keyPlace",
    case when attgenerated = '' then pg_get_expr(adbin, adrelid) end as default,
    attgenerated <> '' as "isGenerated", attidentity <> '' as "isIdentity", array(
      select pg_get_constraintdef(oid) from pg_constraint where conrelid = attrelid and conkey = array[attnum] and contype in ('c', 'f')
      order by conname) as constraints
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  left join pg_index on indrelid = attrelid and indisprimary
  where relnamespace = 'public'::regnamespace and relname = any ($1) and relkind in ('r', 'p', 'v', 'm')
    and exists (select from ${REQUEST_ROLES} where has_column_privilege(role, attrelid, attnum, 'select, insert, update'))
  order by relname, attnum`

const FUNCTIONS = `
  select proname as name, provolatile <> 'v' as reads, proretset as "returnsRows", ${typeName('prorettype')} as type, (
    select coalesce(json_agg(json_build_object('name', argument, 'type', ${typeName('argument_type')},
      'isResult', coalesce(mode = 't', false), 'default', pg_get_function_arg_default(pg_proc.oid, place::int)) order by place), '[]')
    from unnest(proargnames, coalesce(proallargtypes, proargtypes::oid[]), proargmodes)
      with ordinality as listed (argument, argument_type, mode, place)) as arguments
  from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' and proname = any ($1)
    and exists (select from ${REQUEST_ROLES} where has_function_privilege(role, pg_proc.oid, 'execute'))
  order by proname`

function requireAll(names: readonly string[], found: ReadonlySet<string>, kind: string): void {
  const missing = names.filter((name) => !found.has(name))
  if (missing.length === 0) return
  throw new Error(
    `/rest/v1 offers the ${kind} ${missing.join(', ')} of the schema public, but the database has none that a request may use`,
  )
}

/** A request names a function without the types of its arguments. */
function requireOnce(functions: ExposedFunction[]): void {
  const twice = functions.find(({ name }, index) => functions[index + 1]?.name === name)
  if (twice) throw new Error(`/rest/v1 offers the function public.${twice.name}, which exists more than once`)
}
