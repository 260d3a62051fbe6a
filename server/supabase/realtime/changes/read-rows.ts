import {
  compile,
  fragment,
  joined,
  literal,
  name,
  raw,
  type Statement,
} from '#server/platform/database/fragment.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { type ChannelCaller, readPermissions } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Relation } from '#server/supabase/rest/catalog/catalog.ts'
import type { Condition } from '#server/supabase/rest/query.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { runAs } from '#server/supabase/rest/run-query.ts'
import { where } from '#server/supabase/rest/sql/fragments.ts'

/** The largest values that are sent of a row that is too large. */
const SHORT_BYTES = 64

/** A row as its reader may see it. */
export interface ReadRow {
  key: string[]
  /** The values of all columns, each as JSON text; null for one that is left out because the row is too large. */
  cells: (string | null)[]
  isTooLarge: boolean
  /** The result of each filter. */
  meets: boolean[]
}

interface WantedRows {
  relation: Relation
  keys: readonly string[][]
  /** The conditions by the text of the filter. */
  filters: ReadonlyMap<string, Condition[]>
}

/** Reads for one batch of changes, each with the rights of a caller. */
export interface Reads {
  /** Rows by their primary keys, in one query; rows that the caller may not see are missing. */
  rows(caller: ChannelCaller, wanted: WantedRows): Promise<ReadRow[]>
  seesDeletions(caller: ChannelCaller, relation: Relation): Promise<boolean>
}

export function createReads(pools: RequestPools): Reads {
  /** Cached, because most callers read the same rows. */
  const statements = new Map<string, Statement>()
  return {
    async rows(caller, wanted) {
      const asked = JSON.stringify([wanted.keys, [...wanted.filters.keys()]])
      const statement = statements.get(asked) ?? statementOf(wanted)
      statements.set(asked, statement)
      const { body } = await runAs(pools, caller.identity, statement, { reads: true })
      return body === null ? [] : JSON.parse(body)
    },
    async seesDeletions(caller, { key, columns }) {
      const { isAdministrator, isMember } = await readPermissions(pools, caller)
      // An id says nothing of the row that is gone, as an address or a word would.
      return isAdministrator || (isMember && key.every((part) => columns.get(part) === 'uuid'))
    },
  }
}

function statementOf({ relation, keys, filters }: WantedRows): Statement {
  const column = (written: string) => name(relation.name, written)
  const key = joined(relation.key.map(column))
  const keyText = joined(relation.key.map((part) => fragment`${column(part)}::text`))
  const cells = [...relation.columns.keys()].map(
    (part) => fragment`coalesce(to_json(${column(part)})::text, 'null')`,
  )
  const meets = [...filters.values()].map(
    (conditions) => fragment`exists (select${where(conditions, relation.name)})`,
  )
  const wanted = keys.map((values) => {
    const typed = values.map(
      (value, place) => fragment`${value}::${raw(relation.columns.get(relation.key[place] ?? '') ?? '')}`,
    )
    return fragment`(${joined(typed)})`
  })
  return compile(fragment`select count(*)::int as count, json_agg(json_build_object('key', key, 'cells',
  case when bytes <= ${literal(BOUNDS.recordBytes)} then cells else short end,
  'isTooLarge', bytes > ${literal(BOUNDS.recordBytes)}, 'meets', meets))::text as body, null::int as total, null::int as inserted
from (select array[${keyText}] as key, array[${joined(cells)}] as cells, array[${joined(meets)}]::boolean[] as meets
  from ${name('public', relation.name)} where (${key}) in (${joined(wanted)})) as found
cross join lateral (select sum(octet_length(cell)) as bytes,
  array_agg(case when octet_length(cell) <= ${literal(SHORT_BYTES)} then cell end order by place) as short
  from unnest(cells) with ordinality as t (cell, place)) as measured`)
}
