/** A schema of JSON, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>

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

/** The schema of a value of a PostgreSQL type. JSON may be anything. */
export function valueSchema(type: string, { isNullable = false } = {}): JsonSchema {
  if (type.endsWith('[]')) return orNull({ type: 'array', items: valueSchema(type.slice(0, -2)) }, isNullable)
  if (type === 'json' || type === 'jsonb') return {}
  return orNull(SCHEMAS.get(type) ?? { type: 'string' }, isNullable)
}

function orNull(schema: JsonSchema, isNullable: boolean): JsonSchema {
  return isNullable ? { ...schema, type: [schema.type, 'null'] } : schema
}
