import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ServerContext, serverContext } from '#app/context.ts'
import type { documentOf } from '#app/entry.server.tsx'
import { refuseMethod } from '#server/ssr/accept-page-requests.ts'
import type { Answer } from '#server/ssr/answer.ts'
import { sealPage } from '#server/ssr/seal-page.ts'

export type LoadBuild = () => Promise<ServerBuild>
/** Renders what GET is answered with; whoever asked with HEAD leaves the body out. */
export type RenderPage = (request: Request, values: ServerContext) => Promise<Answer>

/** What the build's entry hands out; its modules are copies of its own, so keys must come from there. */
interface EntryModule {
  serverContext: typeof serverContext
  documentOf: typeof documentOf
  styles: string
}

interface Renderer {
  handle: RequestHandler
  entry: EntryModule
  styles: Buffer<ArrayBuffer>
}

/**
 * Renders pages and answers the data requests of client navigation. HTML leaves with a content security policy that
 * names the hash of each of our inline scripts, so the same bytes can be sent to everyone. In development it does not, and
 * scripts start as Vite wants them: its live updates need some of their own, and a socket.
 */
export function createRenderer(loadBuild: LoadBuild, { development = false } = {}): RenderPage {
  const renderers = new WeakMap<ServerBuild, Renderer>()

  /** Deriving the routes of a build takes as long as a small page. */
  function rendererOf(build: ServerBuild): Renderer {
    const known = renderers.get(build)
    if (known) return known
    const entry = build.entry.module as unknown as EntryModule
    const handle = createRequestHandler(build, process.env.NODE_ENV)
    const renderer = { handle, entry, styles: Buffer.from(entry.styles) }
    renderers.set(build, renderer)
    return renderer
  }

  return async (request, values) => {
    const { handle, entry, styles } = rendererOf(await loadBuild())
    const context = new RouterContextProvider()
    context.set(entry.serverContext, values)
    const handled = await handle(request, context)
    // The router's own answer says which module lacks what.
    const response = handled.status === 405 ? refuseMethod(['GET', 'HEAD']) : handled
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    const document = entry.documentOf(response)
    if (!document) return { status, headers, body: await bodyOf(response) }
    const { body, policy } = sealPage(document, { styles, startsAfterPaint: !development })
    if (!development) headers['content-security-policy'] = policy
    return { status, headers, body }
  }
}

async function bodyOf(response: Response): Promise<Answer['body']> {
  return response.body && Buffer.from(await response.arrayBuffer())
}
