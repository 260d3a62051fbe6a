import { Hono } from 'hono'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SiteServices } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'

const OPENAPI_PATH = '/openapi.json'

type OpenApiDeps = Pick<SiteServices, 'sql' | 'catalog' | 'settings' | 'siteUrl' | 'secrets'> &
  Pick<OpenApiOptions, 'functions'>

/** Serves the description of what the site offers to programs. It is made when it is first asked for: grants change with the schema only. */
export function createOpenApi({ sql, catalog, settings, siteUrl, secrets, functions }: OpenApiDeps): Hono {
  let offered: Promise<Offered> | undefined
  let written: { settings: Settings; text: string } | undefined

  async function write(): Promise<string> {
    offered ??= readOffered(sql, catalog)
    const known = await offered.catch((error: unknown) => {
      offered = undefined
      throw error
    })
    const current = settings.current()
    if (written?.settings !== current) {
      const { publishableKey } = secrets
      const document = buildOpenApi({
        siteName: current.site_name,
        siteUrl,
        publishableKey,
        offered: known,
        functions,
      })
      written = { settings: current, text: JSON.stringify(document) }
    }
    return written.text
  }

  return new Hono().get(OPENAPI_PATH, async (c) =>
    c.body(await write(), 200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      // Tools that show it run in browsers on other sites. There is nothing in it that a visitor could not read.
      'access-control-allow-origin': '*',
    }),
  )
}

interface OpenApiOptions {
  siteName: string
  siteUrl: string
  /** It is in every page, and no secret. */
  publishableKey: string
  offered: Offered
  functions: Readonly<Record<string, DescribedFunction>>
}

/** Describes what the site offers to programs, as OpenAPI 3.1. */
function buildOpenApi({ siteName, siteUrl, publishableKey, offered, functions }: OpenApiOptions) {
  return {
    openapi: '3.1.1',
    info: {
      title: siteName,
      version: '1',
      description:
        'What this publication offers to programs. Reading what readers see needs only the publishable key; everything else needs an access token, whose scopes decide what it may do. Assistants speak the Model Context Protocol at /mcp.',
    },
    servers: [{ url: siteUrl }],
    tags: [
      { name: 'Tables' },
      { name: 'Functions of the database' },
      { name: 'Functions of the site' },
      { name: 'Files' },
    ],
    paths: { ...restPaths(offered), ...functionPaths(functions), ...filePaths() },
    components: {
      securitySchemes: {
        publishableKey: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: `The publishable key of this site, which is no secret: ${publishableKey}`,
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, which begins with aiw_. Administrators make it on the desk.',
        },
      },
      parameters: LIST_PARAMETERS,
      schemas: { ...rowSchemas(offered), Error: ERROR },
    },
  }
}

const ERROR = {
  type: 'object',
  description: 'At /rest/v1 code, message, details and hint; at /functions/v1 error, one sentence.',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    details: { type: ['string', 'null'] },
    hint: { type: ['string', 'null'] },
    error: { type: 'string' },
  },
}

/** Reading files needs no key. */
function filePaths(): Record<string, object> {
  return {
    [`/storage/v1/object/public/${MEDIA_BUCKET}/{path}`]: {
      get: {
        tags: ['Files'],
        operationId: 'read_picture',
        summary: 'A picture of the library, as it was uploaded',
        security: [],
        parameters: [
          {
            name: 'path',
            in: 'path',
            required: true,
            description: 'The name of the picture, such as articles/harbour.jpg.',
            schema: { type: 'string' },
          },
        ],
        responses: { '200': { description: 'The picture.', content: { 'image/*': {} } }, ...refusals },
      },
    },
  }
}

/** The part of the table of functions that is described. */
interface DescribedFunction {
  method: string
  type: string | readonly string[] | null
  bodyLimit: number
  /** The scope of the access tokens that may call it; nothing when none may. */
  scope?: string | null
}

/** The functions of /functions/v1 that an access token may call, by the table of functions. */
function functionPaths(functions: Readonly<Record<string, DescribedFunction>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, { method, type, bodyLimit, scope }]) =>
      scope
        ? [
            [
              `/functions/v1/${name}`,
              {
                [method.toLowerCase()]: {
                  tags: ['Functions of the site'],
                  operationId: name.replaceAll('-', '_'),
                  summary: `Calls ${name}, with an access token of the scope ${scope}`,
                  security: FOR_TOKENS,
                  ...(type && {
                    requestBody: {
                      required: true,
                      description: `At most ${bodyLimit / 1024} kB.`,
                      content: Object.fromEntries(
                        [type]
                          .flat()
                          .map((one) => [
                            one,
                            { schema: { type: one === 'application/json' ? 'object' : 'string' } },
                          ]),
                      ),
                    },
                  }),
                  responses: { '200': { description: 'What was done, or what was asked for.' }, ...refusals },
                },
              },
            ] as const,
          ]
        : [],
    ),
  )
}

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

const FOR_TOKENS = [{ accessToken: [] }]
/** By the publishable key, or by an access token, which reads more. */
const securityOf = ({ forReaders, forTokens }: { forReaders: boolean; forTokens: boolean }) => [
  ...(forReaders ? [{ publishableKey: [] }] : []),
  ...(forTokens ? FOR_TOKENS : []),
]

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const refusals = {
  '4XX': {
    description: 'It is refused, and the body says why.',
    content: json({ $ref: '#/components/schemas/Error' }),
  },
}
const rowsOf = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })

/** Parameters of every list. Their values are in the grammar of PostgREST. */
const LIST_PARAMETERS = {
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

function restPaths({ relations, functions }: Offered): Record<string, object> {
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
const rowSchemas = ({ relations }: Offered): Record<string, JsonSchema> =>
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

/** The tables and functions that programs may read and call at /rest/v1, by the grants of the database. */
interface Offered {
  /** The tables and views with the columns that the publishable key may read. */
  relations: { name: string; columns: OfferedColumn[]; forReaders: true; forTokens: boolean }[]
  functions: OfferedFunction[]
}

interface OfferedColumn {
  name: string
  type: string
  isNullable: boolean
}

interface OfferedFunction {
  name: string
  parameters: { name: string; type: string; isRequired: boolean }[]
  /** The columns of the rows it returns; null when it returns one JSON value. */
  columns: { name: string; type: string }[] | null
  /** True if the publishable key may call it, and if access tokens may. */
  forReaders: boolean
  forTokens: boolean
}

interface ColumnRow {
  relation: string
  name: string
  isNullable: boolean
  forTokens: boolean
}

/** Asks the database which of what `/rest/v1` offers is offered to programs. */
async function readOffered(sql: Sql, { relations, functions }: Catalog): Promise<Offered> {
  const columns = await sql<ColumnRow[]>`
    select relname as relation, attname as name, not attnotnull as "isNullable",
      has_column_privilege('access_token', attrelid, attnum, 'select') as "forTokens"
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relname = any(${[...relations.keys()]}::text[])
      and has_column_privilege('anon', attrelid, attnum, 'select')
    order by relname, attnum`
  const callable = await sql<{ name: string; forReaders: boolean; forTokens: boolean }[]>`
    select proname as name, has_function_privilege('anon', oid, 'execute') as "forReaders",
      has_function_privilege('access_token', oid, 'execute') as "forTokens"
    from pg_proc where pronamespace = 'public'::regnamespace and proname = any(${[...functions.keys()]}::text[])
    order by proname`
  return {
    relations: [...Map.groupBy(columns, ({ relation }) => relation)].map(([name, own]) => ({
      name,
      forReaders: true,
      forTokens: own.every(({ forTokens }) => forTokens),
      columns: own.map(({ name: column, isNullable }) => ({
        name: column,
        isNullable,
        type: relations.get(name)?.columns.get(column) ?? 'text',
      })),
    })),
    functions: callable.flatMap(({ name, ...who }) => {
      const called = functions.get(name)
      // Functions by which a reader may change something are for the forms of the site: sign-ups, confirmations, reports.
      if (!called || !(who.forTokens || (who.forReaders && called.reads))) return []
      return {
        name,
        ...who,
        parameters: [...called.parameters].map(([parameter, type]) => ({
          name: parameter,
          type,
          isRequired: called.required.includes(parameter),
        })),
        columns: called.columns
          ? [...called.columns].map(([column, type]) => ({ name: column, type }))
          : null,
      }
    }),
  }
}
