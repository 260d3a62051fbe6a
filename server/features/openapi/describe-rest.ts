import type { Offered, OfferedFunction } from '#server/features/openapi/read-offered.ts'

/** A schema of JSON, as OpenAPI 3.1 has it. */
type JsonSchema = Readonly<Record<string, unknown>>

const SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['bool', { type: 'boolean' }],
  ['date', { type: 'string', format: 'date' }],
  ['float8', { type: 'number' }],
  ['int2', { type: 'integer' }],
  ['int4', { type: 'integer' }],
  ['int8', { type: 'integer' }],
  ['numeric', { type: 'number' }],
  ['text', { type: 'string' }],
  ['timestamptz', { type: 'string', format: 'date-time' }],
  ['uuid', { type: 'string', format: 'uuid' }],
])

export const FOR_TOKENS = [{ accessToken: [] }]
/** By the publishable key, or by an access token, which reads more. */
const securityOf = ({ forReaders, forTokens }: { forReaders: boolean; forTokens: boolean }) => [
  ...(forReaders ? [{ publishableKey: [] }] : []),
  ...(forTokens ? FOR_TOKENS : []),
]

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
export const refusals = {
  '4XX': {
    description: 'It is refused, and the body says why.',
    content: json({ $ref: '#/components/schemas/Error' }),
  },
}
const rowsOf = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })

/** Parameters of every list. Their values are in the grammar of PostgREST. */
export const LIST_PARAMETERS = {
  select: {
    name: 'select',
    in: 'query',
    description: 'The columns, with commas between them; all when it is left out.',
    schema: { type: 'string' },
    example: 'slug,title',
  },
  order: {
    name: 'order',
    in: 'query',
    description: 'A column with .asc or .desc, several with commas between them.',
    schema: { type: 'string' },
  },
  limit: {
    name: 'limit',
    in: 'query',
    description:
      'At most 1000 rows are returned, and 100 with whole texts (`content`) when nobody is signed in.',
    schema: { type: 'integer', minimum: 0, maximum: 1000 },
  },
  offset: { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
}

export function restPaths({ relations, functions }: Offered): Record<string, object> {
  return Object.fromEntries([
    ...relations.map(({ name, columns, ...who }) => [
      `/rest/v1/${name}`,
      {
        get: {
          tags: ['Tables'],
          operationId: `list_${name}`,
          summary: `Rows of ${name} that the caller may read`,
          security: securityOf(who),
          parameters: [
            ...Object.keys(LIST_PARAMETERS).map((parameter) => ({
              $ref: `#/components/parameters/${parameter}`,
            })),
            ...columns.map(({ name: column }) => ({
              name: column,
              in: 'query',
              description: 'A condition, such as eq.value, neq.value, gt.value, in.(a,b), is.null.',
              schema: { type: 'string' },
            })),
          ],
          responses: { '200': { description: 'The rows.', content: json(rowsOf(name)) }, ...refusals },
        },
      },
    ]),
    ...functions.map((called) => [`/rest/v1/rpc/${called.name}`, { post: callOf(called) }]),
  ])
}

function callOf({ name, parameters, columns, ...who }: OfferedFunction): object {
  const required = parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name)
  return {
    tags: ['Functions of the database'],
    operationId: `call_${name}`,
    summary: `Calls ${name}`,
    security: securityOf(who),
    requestBody: {
      required: required.length > 0,
      content: json({
        type: 'object',
        properties: Object.fromEntries(
          parameters.map((parameter) => [
            parameter.name,
            valueSchema(parameter.type, { isNullable: !parameter.isRequired }),
          ]),
        ),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      }),
    },
    responses: {
      '200': {
        description: columns ? 'The rows.' : 'The answer.',
        content: json(columns ? { type: 'array', items: objectOf(columns) } : {}),
      },
      ...refusals,
    },
  }
}

/** The rows of each table and view. */
export const rowSchemas = ({ relations }: Offered): Record<string, JsonSchema> =>
  Object.fromEntries(
    relations.map(({ name, columns }) => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(
          columns.map(({ name: column, type, isNullable }) => [column, valueSchema(type, { isNullable })]),
        ),
      },
    ]),
  )

const objectOf = (columns: { name: string; type: string }[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    columns.map(({ name, type }) => [name, valueSchema(type, { isNullable: true })]),
  ),
})

/** The schema of a value of a PostgreSQL type. JSON may be anything. */
function valueSchema(type: string, { isNullable = false } = {}): JsonSchema {
  if (type.endsWith('[]')) return orNull({ type: 'array', items: valueSchema(type.slice(0, -2)) }, isNullable)
  if (type === 'json' || type === 'jsonb') return {}
  return orNull(SCHEMAS.get(type) ?? { type: 'string' }, isNullable)
}

function orNull(schema: JsonSchema, isNullable: boolean): JsonSchema {
  return isNullable ? { ...schema, type: [schema.type, 'null'] } : schema
}
