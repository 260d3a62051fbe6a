import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { socketPath } from '#server/platform/database/embedded/socket-folder.ts'

export interface Session {
  /** Waits for a text among everything that the server has sent; throws when it hangs up first. */
  received(pattern: RegExp): Promise<RegExpExecArray>
}

/** Signs in over the bare protocol and sends one statement: a driver would connect again by itself. */
export async function openSession(folder: string, statement: string): Promise<Session> {
  let text = ''
  let isOver = false
  const socket = connect(socketPath(folder))
  onTestFinished(() => void socket.destroy())
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.on('close', () => {
    isOver = true
  })
  await once(socket, 'connect')
  // Once the connection is open, `received` reports its end.
  socket.on('error', () => {})
  socket.write(message('', '\0\x03\0\0user\0postgres\0database\0postgres\0\0'))
  socket.write(message('Q', `${statement}\0`))
  return {
    received: (pattern) =>
      vi.waitUntil(
        () => {
          const match = pattern.exec(text)
          if (!match && isOver) throw new Error(`The server hung up: ${JSON.stringify(text)}`)
          return match
        },
        { interval: 5, timeout: 30_000 },
      ),
  }
}

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
