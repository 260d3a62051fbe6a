import { Hono } from 'hono'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import type { Settings } from '#core/domain/settings.ts'
import {
  FOR_TOKENS,
  LIST_PARAMETERS,
  refusals,
  restPaths,
  rowSchemas,
} from '#server/features/openapi/describe-rest.ts'
import { type Offered, readOffered } from '#server/features/openapi/read-offered.ts'
import type { SiteServices } from '#server/features/services.ts'

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
