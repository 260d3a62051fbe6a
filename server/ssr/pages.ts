import { createHash } from 'node:crypto'
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ServerContext, serverContext } from '#app/context.ts'
import { refuseMethod } from '#server/ssr/accept-page-requests.ts'
import { startAfterPaint } from '#server/ssr/start-after-paint.ts'

export type LoadBuild = () => Promise<ServerBuild>
export type RenderPage = (request: Request, values: ServerContext) => Promise<Response>

/** What the build's entry hands out; its modules are copies of its own, so keys and names must come from there. */
interface EntryModule {
  serverContext: typeof serverContext
  SCRIPT_MARK_HEADER: string
  STYLES_ID: string
  styles: string
}

/**
 * Renders pages and answers the data requests of client navigation. HTML leaves with a content security policy that
 * names the hash of each of our inline scripts, so the same bytes can be sent to everyone. In development it does not, and
 * scripts start as Vite wants them: its live updates need some of their own, and a socket.
 */
export function createRenderer(loadBuild: LoadBuild, { development = false } = {}): RenderPage {
  const handlers = new WeakMap<ServerBuild, RequestHandler>()

  /** Deriving the routes of a build takes as long as a small page. */
  function handlerOf(build: ServerBuild): RequestHandler {
    const handler = handlers.get(build) ?? createRequestHandler(build, process.env.NODE_ENV)
    handlers.set(build, handler)
    return handler
  }

  return async (request, values) => {
    const build = await loadBuild()
    const entry = build.entry.module as unknown as EntryModule
    const context = new RouterContextProvider()
    context.set(entry.serverContext, values)
    const response = await handlerOf(build)(request, context)
    // The router's own answer says which module lacks what.
    if (response.status === 405) return refuseMethod(['GET', 'HEAD'])
    const mark = response.headers.get(entry.SCRIPT_MARK_HEADER)
    if (!mark) return response
    const rendered = await response.text()
    const { html, policy } = sealPage(development ? rendered : startAfterPaint(rendered), mark)
    const headers = new Headers(response.headers)
    headers.delete(entry.SCRIPT_MARK_HEADER)
    if (!development) headers.set('content-security-policy', policy)
    const place = `<style id="${entry.STYLES_ID}">`
    const whole = html.replace(place, () => place + entry.styles)
    return new Response(whole, { status: response.status, headers })
  }
}

/**
 * Takes the mark off our inline scripts and makes the policy that allows exactly them. A script without the mark, however it
 * came into the page, does not run. Style attributes are allowed: mails shown in the admin inherit the policy.
 */
export function sealPage(html: string, mark: string): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`
  const hashes = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => attributes.includes(attribute) && !/\ssrc=/.test(attributes))
    .map(([, , code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  const policy = [
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
  return { html: html.replaceAll(attribute, ''), policy }
}
