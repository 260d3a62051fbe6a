import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import type { RestRequest } from '#server/supabase/rest/rest-request.ts'

/** A pseudo-random number generator: the same seed gives the same numbers. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const OPERATORS = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'isdistinct', 'is', 'in'],
  ...['like(any)', 'eq(all)', 'fts', 'match', 'cs', 'noop', ''],
]
const VALUES = [
  ...[
    'a',
    '',
    'null',
    'true',
    'not_null',
    '1',
    '(a,b)',
    '("a,b",c)',
    '()',
    '(',
    '{a,b}',
    '{',
    '"',
    '\\',
    '*',
    '%',
  ],
  ...[
    '2026-11-20',
    '2026-11-20T10:00:00+00:00',
    '00000000-0000-4000-8000-000000000000',
    '🚀',
    '\u0000',
    "'; --",
  ],
  ...[
    'x'.repeat(300),
    '(((',
    ')))',
    'not.eq.a',
    'infinity',
    '-1',
    '1e400',
    '\u2028',
    '{{{}}}',
    '$1',
    '\ufffe',
  ],
]
const NAMES = [
  'nothing',
  '__proto__',
  '*',
  '',
  'a.b',
  'headers->>a',
  '"title"',
  'select',
  'and',
  'or',
  'limit',
]
const PREFERENCES = [
  'count=exact',
  'return=representation',
  'return=minimal',
  'missing=default',
  'handling=strict',
]
const OTHER_PREFERENCES = ['resolution=merge-duplicates', 'max-affected=1', 'count=planned', 'x', '']
const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'HEAD',
  'POST',
  'POST',
  'PATCH',
  'PATCH',
  'DELETE',
  'DELETE',
  'PUT',
]
const NOISE = [
  '&',
  '=',
  '%',
  '%zz',
  '+',
  '(',
  ')',
  ',',
  '.',
  '"',
  '\\',
  '*',
  ' ',
  '%00',
  '%F0%9F',
  'not.',
  'or',
  'e',
]

/** An endless series of requests, most of them slightly wrong and some valid. The same seed gives the same requests. */
export function* generateRequests(seed: number, catalog: Catalog): Generator<RestRequest> {
  const relations = [...catalog.relations.values()]
  const functions = [...catalog.functions.values()]
  const random = seeded(seed)
  const chance = (probability: number) => random() < probability
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const some = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make)

  const columnOf = (columns: string[]) => (chance(0.95) ? pick(columns) : pick(NAMES))
  const operation = () =>
    `${chance(0.15) ? 'not.' : ''}${pick(OPERATORS)}${chance(0.97) ? '.' : ''}${pick(VALUES)}`

  function group(columns: string[], depth: number): string {
    const members = some(3, () =>
      depth < 4 && chance(0.3)
        ? `${chance(0.3) ? 'not.' : ''}${pick(['and', 'or'])}${group(columns, depth + 1)}`
        : `${columnOf(columns)}.${operation()}`,
    )
    return `(${members.join(chance(0.9) ? ',' : ' , ')}${chance(0.95) ? ')' : ''}`
  }

  function parameter(columns: string[]): [string, string] {
    switch (pick(['filter', 'filter', 'filter', 'group', 'select', 'order', 'page', 'write'])) {
      case 'group':
        return [pick(['or', 'and', 'not.or', 'not.and', 'x.or']), group(columns, 1)]
      case 'select':
        return ['select', chance(0.3) ? '*' : some(4, () => columnOf(columns)).join(',')]
      case 'order': {
        const term = () =>
          columnOf(columns) + pick(['', '.asc', '.desc', '.desc.nullslast', '.nullsfirst', '.up'])
        return ['order', [term(), ...some(2, term)].join(',')]
      }
      case 'page':
        return [pick(['limit', 'offset']), pick(['0', '1', '5', '1000', '-1', 'x', '99999999999999999999'])]
      case 'write':
        return [pick(['columns', 'on_conflict']), some(2, () => columnOf(columns)).join(',')]
      default:
        return [columnOf(columns), operation()]
    }
  }

  function corrupt(query: string): string {
    const at = Math.floor(random() * (query.length + 1))
    return query.slice(0, at) + pick(NOISE) + query.slice(at + Math.floor(random() * 3))
  }

  function bodyOf(columns: string[]): string {
    const row = () =>
      Object.fromEntries(some(4, () => [columnOf(columns), pick([...VALUES, 1, true, null, {}, [1]])]))
    if (chance(0.1)) return pick(['', '[]', '{}', 'null', '{', '"x"', '[1]', '[[]]', '\u0000'])
    return JSON.stringify(chance(0.5) ? row() : some(3, row))
  }

  while (true) {
    const relation = chance(0.8) ? pick(relations) : null
    const called = pick(functions)
    const columns = relation
      ? [...relation.columns.keys()]
      : [...called.parameters.keys(), ...(called.columns?.keys() ?? [])]
    const method = pick(METHODS)
    const pairs = [
      ...(relation || method === 'POST'
        ? []
        : called.required.map((name): [string, string] => [name, pick(VALUES)])),
      ...some(4, () => parameter(columns)),
    ]
    const query = pairs.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&')
    const headers = new Map([
      [
        'prefer',
        some(chance(0.5) ? 0 : 3, () => pick(chance(0.9) ? PREFERENCES : OTHER_PREFERENCES)).join(','),
      ],
      ['accept', chance(0.9) ? '*/*' : pick(['application/vnd.pgrst.object+json', 'text/csv', ',;=', ''])],
      ['range', chance(0.95) ? '' : pick(['0-9', '9-0', 'x', '-'])],
    ])
    yield {
      method,
      path: chance(0.97)
        ? `/${relation?.name ?? `rpc/${called.name}`}`
        : pick(['/', '/nothing', '/rpc/nothing', '/a/b', '']),
      query: chance(0.2) ? corrupt(query) : query,
      header: (name) => headers.get(name) || null,
      body: method === 'GET' || method === 'HEAD' ? '' : bodyOf(columns),
    }
  }
}
