import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** What the listener, or a call from inside this process, tells about where a request comes from. */
export interface RequestBindings {
  incoming?: IncomingMessage
  clientIp?: string
}

/**
 * The address of whoever sent the request. X-Forwarded-For counts only as far as our own proxies wrote it: with
 * `trustProxy` proxies, its entry number `trustProxy` from the right.
 */
export function clientIp(c: Context<{ Bindings: RequestBindings }>, trustProxy: number): string {
  if (c.env?.clientIp) return c.env.clientIp
  const socketAddress = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
  if (trustProxy === 0) return socketAddress
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  return forwarded.at(-trustProxy) || socketAddress
}
