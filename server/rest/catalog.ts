import type { Relation, RestFunction } from '#server/rest/catalog/catalog-entry.ts'
import { FUNCTIONS } from '#server/rest/catalog/functions.ts'
import { RELATIONS } from '#server/rest/catalog/relations.ts'

/**
 * The tables, views, columns and functions that `/rest/v1` can reach, with their types; nothing else can be named in a request.
 * Who may do what with them is decided by the database (grants and policies).
 */
export const catalog = { relations: RELATIONS, functions: FUNCTIONS }

const relations = byName(RELATIONS)
const functions = byName(FUNCTIONS)

export const findRelation = (name: string): Relation | undefined => relations.get(name)
export const findFunction = (name: string): RestFunction | undefined => functions.get(name)

function byName<Named extends { name: string }>(entries: Named[]): ReadonlyMap<string, Named> {
  return new Map(entries.map((entry) => [entry.name, entry]))
}
