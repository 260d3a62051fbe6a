import type { Exposed, ExposedColumn, ExposedFunction } from '#server/supabase/rest/catalog/catalog.ts'
import type { TableProperties } from '#server/supabase/rest/catalog/table-properties.ts'

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
import type { TranslatedField } from '#core/domain/article.ts'
import type { Role } from '#core/domain/role.ts'
import type { JudgedField } from '#core/domain/sourced-article.ts'
import type { Language } from '#core/i18n/languages.ts'

/** All that the official client can reach, as PostgreSQL describes it. \`core/data/database.ts\` says it more narrowly. */
export type DatabaseTypes = `

/**
 * Writes \`core/data/database.types.ts\`.
 * @throws when a column or an argument has a type that is not known here
 */
export function writeTypes({ columns, functions }: Exposed, properties: readonly TableProperties[]): string {
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
  const lists = [
    listOf(
      'The tables and views of the schema `public` that a request can name.',
      'EXPOSED_RELATIONS',
      relations.map(([name]) => name),
    ),
    listOf(
      'The functions that a request can name.',
      'EXPOSED_FUNCTIONS',
      functions.map(({ name }) => name),
    ),
    listOf(
      'The tables that no backup contains.',
      'TABLES_LEFT_OUT',
      properties.filter(({ backup }) => backup === false).map(({ name }) => name),
    ),
    recordOf(
      'The tables whose changes are announced, with their primary keys.',
      'LIVE_TABLES',
      properties.flatMap(({ name, key, live }) =>
        live ? [[name.replace('public.', ''), JSON.stringify(key)]] : [],
      ),
    ),
    recordOf(
      'The SQL conditions of rows that are deleted, by table.',
      'PURGES',
      properties.flatMap(({ name, purge }) => (purge ? [[name, JSON.stringify(purge)]] : [])),
    ),
  ]
  return `${HEAD}${lines}\n\n/** A row of a table. */\nexport type Row<Name extends keyof DatabaseTypes['Tables']> = DatabaseTypes['Tables'][Name]['Row']\n${lists.join('')}export type LiveTable = keyof typeof LIVE_TABLES\nexport const LIVE_TABLE_NAMES = Object.keys(LIVE_TABLES) as LiveTable[]\n`
}

const listOf = (comment: string, name: string, entries: string[]) =>
  `\n/** ${comment} */\nexport const ${name} = [\n${entries.map((entry) => `  '${entry}',\n`).join('')}] as const\n`

const recordOf = (comment: string, name: string, entries: string[][]) =>
  `\n/** ${comment} */\nexport const ${name} = {\n${entries.map(([key, value]) => `  '${key}': ${value},\n`).join('')}} as const\n`

function describeRelation(columns: ExposedColumn[]): string {
  const isRequired = ({ isNullable, default: fallback, isGenerated, isIdentity }: ExposedColumn) =>
    !(isNullable || fallback !== null || isGenerated || isIdentity)
  const required = columns.filter(isRequired)
  return objectOf([
    ['Row', objectOf(columns.map((column) => [column.name, typeOfColumn(column)]))],
    ...(columns.some(({ isView }) => isView) ? [] : [['Required', namesOf(required)]]),
  ])
}

/** The type of a column: its values where a check lists them, a role, or a language where it refers to the languages. */
function typeOfColumn({ isNullable, ...column }: ExposedColumn): string {
  const listed = valuesOf(column)
  if (!listed) return typeOf(column, isNullable)
  return isNullable ? `${listed} | null` : listed
}

/** The types of values that functions list. */
const LISTED: ReadonlyMap<string, string> = new Map([
  ['CHECK ((role = ANY (private.roles())))', 'Role'],
  ['CHECK ((field = ANY (private.translated_fields())))', 'TranslatedField'],
  ['CHECK ((field = ANY (private.judged_fields())))', 'JudgedField'],
])
const LANGUAGES = ') REFERENCES private.languages(code)'
/** `CHECK ((kind = ANY (ARRAY['note'::text, …])))`; of arrays, and of JSON arrays, `… AND (events <@ ARRAY['read'::text, …]) …`. */
const ONE_OF = /^CHECK \(\(\S+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/
const SOME_OF = /^CHECK \(\((?:(?! OR ).)*\(\S+ <@ (?:ARRAY\[([^\]]+)\]|'\[([^\]]+)\]'::jsonb)\)/

function valuesOf({ constraints }: Pick<ExposedColumn, 'constraints'>): string | null {
  for (const constraint of constraints) {
    const listed = LISTED.get(constraint)
    if (listed) return listed
    const [, one] = ONE_OF.exec(constraint) ?? []
    if (one) return unionOf(one.matchAll(/'([^']+)'::text/g))
    const [, some, json] = SOME_OF.exec(constraint) ?? []
    if (some) return `(${unionOf(some.matchAll(/'([^']+)'::text/g))})[]`
    if (json) return `(${unionOf(json.matchAll(/"([^"]+)"/g))})[]`
  }
  if (!constraints.some((constraint) => constraint.includes(LANGUAGES))) return null
  return constraints.includes("CHECK ((language <> 'en'::text))") ? "Exclude<Language, 'en'>" : 'Language'
}

const unionOf = (matches: Iterable<RegExpExecArray>) =>
  Array.from(matches, ([, value]) => `'${value}'`).join(' | ')

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
