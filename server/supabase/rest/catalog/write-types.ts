import type { Exposed, ExposedColumn, ExposedFunction } from '#server/supabase/rest/catalog/catalog.ts'

/** The TypeScript type in which the official client receives and sends each PostgreSQL type. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['date', 'string'],
  ['float8', 'number'],
  ['int4', 'number'],
  ['int8', 'number'],
  ['jsonb', 'unknown'],
  ['text', 'string'],
  ['text[]', 'string[]'],
  ['uuid[]', 'string[]'],
  ['timestamptz', 'string'],
  ['uuid', 'string'],
])

const HEAD = `// Written by \`npm run db:types\`; changes by hand are lost.

/** What the official client can reach, as PostgreSQL describes it. \`core/data/database.ts\` says it more narrowly. */
export type DatabaseTypes = `

/**
 * Writes \`core/data/database.types.ts\`.
 * @throws when a column or an argument has a type that is not known here
 */
export function writeTypes({ columns, functions }: Exposed): string {
  const relations = [...Map.groupBy(columns, ({ relation }) => relation)]
  const describe = (isView: boolean) =>
    relations
      .filter(([, own]) => own.some((column) => column.isView === isView))
      .map(([name, own]) => [name, describeRelation(own)])
  const lines = objectOf([
    ['Tables', objectOf(describe(false))],
    ['Views', objectOf(describe(true))],
    ['Functions', objectOf(functions.map((called) => [called.name, describeFunction(called)]))],
  ])
  return `${HEAD}${lines}\n`
}

function describeRelation(columns: ExposedColumn[]): string {
  const isRequired = ({ isNullable, default: fallback, isGenerated, isIdentity }: ExposedColumn) =>
    !(isNullable || fallback !== null || isGenerated || isIdentity)
  const required = columns.filter(isRequired)
  return objectOf([
    [
      'Row',
      objectOf(columns.map(({ name, isNullable, ...one }) => [name, typeOf({ name, ...one }, isNullable)])),
    ],
    ...(columns.some(({ isView }) => isView) ? [] : [['Required', namesOf(required)]]),
  ])
}

function describeFunction({ name, returnsRows, type, arguments: all }: ExposedFunction): string {
  const parameters = all.filter(({ isResult }) => !isResult)
  const results = all.filter(({ isResult }) => isResult)
  return objectOf([
    [
      'Args',
      objectOf(
        parameters.map((one) => [
          one.default === null ? one.name : `${one.name}?`,
          typeOf({ relation: name, ...one }, /^null\b/i.test(one.default ?? '')),
        ]),
      ),
    ],
    [
      'Returns',
      returnsRows
        ? `${objectOf(results.map((one) => [one.name, typeOf({ relation: name, ...one }, true)]))}[]`
        : typeOf({ relation: name, name: 'its result', type }, false),
    ],
  ])
}

function typeOf(
  { relation, name, type }: { relation: string; name: string; type: string },
  isNullable: boolean,
): string {
  const written = TYPES.get(type)
  if (!written) throw new Error(`${relation}.${name} has the type ${type}, which has no TypeScript type yet`)
  return isNullable && written !== 'unknown' ? `${written} | null` : written
}

function namesOf(columns: ExposedColumn[]): string {
  return columns.length === 0 ? 'never' : columns.map(({ name }) => `'${name}'`).join(' | ')
}

function objectOf(members: (readonly string[])[]): string {
  if (members.length === 0) return 'Record<never, never>'
  const lines = members.flatMap(([name, text]) => `${name}: ${text}`.split('\n'))
  return `{\n${lines.map((line) => `  ${line}`).join('\n')}\n}`
}
