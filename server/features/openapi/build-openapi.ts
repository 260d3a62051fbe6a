import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { type DescribedFunction, functionPaths } from '#server/features/openapi/describe-functions.ts'
import { LIST_PARAMETERS, refusals, restPaths, rowSchemas } from '#server/features/openapi/describe-rest.ts'
import type { Offered } from '#server/features/openapi/read-offered.ts'

export interface OpenApiOptions {
  siteName: string
  siteUrl: string
  /** It is in every page, and no secret. */
  publishableKey: string
  offered: Offered
  functions: Readonly<Record<string, DescribedFunction>>
}

/** What the site offers to programs, as OpenAPI 3.1. */
export function buildOpenApi({ siteName, siteUrl, publishableKey, offered, functions }: OpenApiOptions) {
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
