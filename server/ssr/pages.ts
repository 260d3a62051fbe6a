import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ServerContext } from '#app/context.ts'
import { refuseMethod } from '#server/ssr/accept-page-requests.ts'
import type { Answer } from '#server/ssr/answer.ts'
import { sealPage } from '#server/ssr/seal-page.ts'

type PageBuild = typeof import('#server/ssr/page-build.ts')
/** The same object until the pages change. */
export type LoadPages = () => Promise<PageBuild>
/** Renders what GET is answered with; whoever asked with HEAD leaves the body out. */
export type RenderPage = (request: Request, values: ServerContext) => Promise<Answer>

interface Renderer {
  handle: RequestHandler
  styles: Buffer<ArrayBuffer>
}

/**
 * Renders pages and answers the data requests of client navigation. HTML leaves with a content security policy that
 * names the hash of each of our inline scripts, so the same bytes can be sent to everyone. In development it does not, and
 * scripts start as Vite wants them: its live updates need some of their own, and a socket.
 */
export function createRenderer(loadPages: LoadPages, { development = false } = {}): RenderPage {
  const renderers = new WeakMap<PageBuild, Renderer>()

  /** Deriving the routes of a build takes as long as a small page. */
  function rendererOf(pages: PageBuild): Renderer {
    const known = renderers.get(pages)
    if (known) return known
    const handle = createRequestHandler(pages.routes as ServerBuild, process.env.NODE_ENV)
    const renderer = { handle, styles: Buffer.from(pages.styles) }
    renderers.set(pages, renderer)
    return renderer
  }

  return async (request, values) => {
    const pages = await loadPages()
    const { handle, styles } = rendererOf(pages)
    const context = new RouterContextProvider()
    context.set(pages.serverContext, values)
    const handled = await handle(request, context)
    // The router's own answer says which module lacks what.
    const response = handled.status === 405 ? refuseMethod(['GET', 'HEAD']) : handled
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    const document = pages.documentOf(response)
    if (!document) return { status, headers, body: await bodyOf(response) }
    const { body, policy } = sealPage(document, { styles, startsAfterPaint: !development })
    if (!development) headers['content-security-policy'] = policy
    return { status, headers, body }
  }
}

async function bodyOf(response: Response): Promise<Answer['body']> {
  return response.body && Buffer.from(await response.arrayBuffer())
}
