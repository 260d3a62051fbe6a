import { createHash } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ServerContext, serverContext } from '#app/context.ts'

export type LoadBuild = () => Promise<ServerBuild>
export type RenderPage = (request: Request, values: ServerContext) => Promise<Response>

/**
 * Renders pages and answers the data requests of client navigation. HTML leaves with a content security policy that
 * names the hash of each inline script it carries, so the same bytes can be sent to everyone.
 */
export function createRenderer(loadBuild: LoadBuild): RenderPage {
  return async (request, values) => {
    const build = await loadBuild()
    const context = new RouterContextProvider()
    // The build has its own copy of app/context.ts; the key must be that one.
    const { serverContext: key } = build.entry.module as unknown as { serverContext: typeof serverContext }
    context.set(key, values)
    const response = await createRequestHandler(build, process.env.NODE_ENV)(request, context)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    const html = await response.text()
    const headers = new Headers(response.headers)
    headers.set('content-security-policy', contentSecurityPolicy(html))
    return new Response(html, { status: response.status, headers })
  }
}

/** The policy of one page. Style attributes are allowed because Markdown tables carry text-align. */
export function contentSecurityPolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ''))
    .map(
      ([, , code]) =>
        `'sha256-${createHash('sha256')
          .update(code ?? '')
          .digest('base64')}'`,
    )
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
