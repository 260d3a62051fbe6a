import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ServerContext } from '#server/features/pages/page-build.ts'
import { refuseMethod } from '#server/features/pages/page-requests.ts'
import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import { chooseEncoding } from '#server/platform/http/request-headers.ts'

export type PageBuild = typeof import('#server/features/pages/page-build.ts')
/** Resolves to the same object until the pages change. */
export type LoadPages = () => Promise<PageBuild>
/** Renders the response to GET; for HEAD the body is removed later. */
export type RenderPage = (request: Request, values: ServerContext) => Promise<PageResponse>

/** Renders pages, and the data that a browser requests for client-side navigation. */
export function createRenderer(loadPages: LoadPages): RenderPage {
  const handlers = new WeakMap<PageBuild, RequestHandler>()

  /** Cached, because deriving the routes of a build takes as long as rendering a small page. */
  function handlerOf(pages: PageBuild): RequestHandler {
    const known = handlers.get(pages)
    if (known) return known
    const handler = createRequestHandler(pages.routes as ServerBuild, process.env.NODE_ENV)
    handlers.set(pages, handler)
    return handler
  }

  return async (request, values) => {
    const pages = await loadPages()
    const context = new RouterContextProvider()
    context.set(pages.serverContext, values)
    const handled = await handlerOf(pages)(request, context)
    // The router's own response names the module and what it lacks.
    const response = handled.status === 405 ? refuseMethod(['GET', 'HEAD']) : handled
    // The router answers 500 for data and feeds.
    const status = pages.isWithoutDatabase(request) ? 503 : response.status
    const headers: Record<string, string> = Object.fromEntries(response.headers)
    if (status === 503) headers['retry-after'] ??= '1'
    return { status, headers, body: pages.documentOf(response) ?? (await bodyOf(response)) }
  }
}

async function bodyOf(response: Response): Promise<PageResponse['body']> {
  return response.body && Buffer.from(await response.arrayBuffer())
}

/** The whole response for a page. */
export interface PageResponse {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
}

/** Done for one reader, while that reader waits. */
const BROTLI_QUALITY = 2
const GZIP_LEVEL = 2
/** Anything shorter fits into the first packets as it is. */
const MIN_BYTES = 1024
const TEXT = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|image\/svg)/

/** A response that is not cached, compressed where that makes it smaller. */
export async function compressResponse(
  acceptEncoding: string | undefined,
  response: PageResponse,
): Promise<PageResponse> {
  const { status, headers, body } = response
  if (!TEXT.test(headers['content-type'] ?? '') || headers['content-encoding']) return response
  const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
  const encoding = chooseEncoding(acceptEncoding)
  if (!body || encoding === 'identity' || body.length < MIN_BYTES)
    return { status, headers: { ...headers, vary }, body }
  const { 'content-length': _length, ...rest } = headers
  const compressed = encoding === 'br' ? compressBrotli(body, BROTLI_QUALITY) : compressGzip(body, GZIP_LEVEL)
  return { status, headers: { ...rest, vary, 'content-encoding': encoding }, body: await compressed }
}
