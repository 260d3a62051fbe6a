import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes over connections from HTTP, for WebSockets. */
export interface UpgradeHandler {
  /** Whether a request with an Upgrade header is for this handler; any other is answered as if it had none. */
  accepts(request: IncomingMessage): boolean
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void | Promise<void>
  /** Says goodbye on all connections, and ends them soon. */
  close(): Promise<void>
}
