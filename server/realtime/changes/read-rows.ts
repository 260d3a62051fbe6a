import { sql } from 'kysely'
import { compiler } from '#server/database/connection.ts'
import { BOUNDS } from '#server/realtime/bounds.ts'
import { askStanding } from '#server/realtime/channels/ask-standing.ts'
import type { ChannelCaller } from '#server/realtime/channels/channel-caller.ts'
import type { Relation } from '#server/rest/catalog/catalog.ts'
import type { Condition } from '#server/rest/query.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import { runAs } from '#server/rest/run-query.ts'
import type { Statement } from '#server/rest/sql/compile.ts'
import { name, where } from '#server/rest/sql/fragments.ts'

/** Of a row that is too large, only values up to this size are sent. */
const SHORT_BYTES = 64

/** A row as its reader may see it. */
export interface ReadRow {
  key: string[]
  /** The values of all columns, each as JSON text; null for one that is left out because the row is too large. */
  cells: (string | null)[]
  isTooLarge: boolean
  /** Which of the filters it meets. */
  meets: boolean[]
}

export interface WantedRows {
  relation: Relation
  keys: readonly string[][]
  /** By what was written. */
  filters: ReadonlyMap<string, Condition[]>
}

/** Reads for one batch of changes, each with the rights of a caller. */
export interface Reads {
  /** Rows by their primary keys, in one query; rows that the caller may not see are missing. */
  rows(caller: ChannelCaller, wanted: WantedRows): Promise<ReadRow[]>
  isAdministrator(caller: ChannelCaller): Promise<boolean>
}

export function createReads(pools: RequestPools): Reads {
  /** Most callers want the same. */
  const statements = new Map<string, Statement>()
  return {
    async rows(caller, wanted) {
      const asked = JSON.stringify([wanted.keys, [...wanted.filters.keys()]])
      const statement = statements.get(asked) ?? compile(wanted)
      statements.set(asked, statement)
      const { body } = await runAs(pools, caller.identity, statement, { reads: true })
      return body === null ? [] : JSON.parse(body)
    },
    isAdministrator: async (caller) => (await askStanding(pools, caller)).isAdministrator,
  }
}

function compile({ relation, keys, filters }: WantedRows): Statement {
  const column = (written: string) => name(relation.name, written)
  const key = sql.join(relation.key.map(column))
  const keyText = sql.join(relation.key.map((part) => sql`${column(part)}::text`))
  const cells = [...relation.columns.keys()].map(
    (part) => sql`coalesce(to_json(${column(part)})::text, 'null')`,
  )
  const meets = [...filters.values()].map(
    (conditions) => sql`exists (select${where(conditions, relation.name)})`,
  )
  const wanted = keys.map((values) => {
    const typed = values.map(
      (value, place) => sql`${value}::${sql.raw(relation.columns.get(relation.key[place] ?? '') ?? '')}`,
    )
    return sql`(${sql.join(typed)})`
  })
  const { sql: text, parameters } =
    sql`select count(*)::int as count, json_agg(json_build_object('key', key, 'cells',
  case when bytes <= ${sql.lit(BOUNDS.recordBytes)} then cells else short end,
  'isTooLarge', bytes > ${sql.lit(BOUNDS.recordBytes)}, 'meets', meets))::text as body, null::int as total, null::int as inserted
from (select array[${keyText}] as key, array[${sql.join(cells)}] as cells, array[${sql.join(meets)}]::boolean[] as meets
  from ${name('public', relation.name)} where (${key}) in (${sql.join(wanted)})) as found
cross join lateral (select sum(octet_length(cell)) as bytes,
  array_agg(case when octet_length(cell) <= ${sql.lit(SHORT_BYTES)} then cell end order by place) as short
  from unnest(cells) with ordinality as t (cell, place)) as measured`.compile(compiler)
  return { text, values: [...parameters] }
}
