import type { IncomingMessage, ServerResponse } from 'node:http'

/** The time during which the rest of a body is received and discarded. */
const LINGER_MS = 2_000

/**
 * Marks a response that begins before the whole body has arrived as the last one of its connection. The rest of the body is thrown away for
 * a moment, because a client whose connection is reset while it sends may never see the response.
 */
export function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((...head: unknown[]) => {
    if (!request.complete) {
      response.setHeader('connection', 'close')
      linger(request)
    }
    return Reflect.apply(writeHead, response, head)
  }) as typeof writeHead
}

/** Node destroys the socket with the end of the response; here only its own side ends at once. */
function linger(request: IncomingMessage): void {
  const { socket } = request
  const { destroySoon } = socket
  socket.destroySoon = () => {
    if (request.complete) return destroySoon.call(socket)
    if (!socket.writable) return
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer)).end()
    request.once('end', () => destroySoon.call(socket)).resume()
  }
}
