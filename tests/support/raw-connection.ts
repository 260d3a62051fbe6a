import { connect, type Socket } from 'node:net'

export interface RawConnection {
  socket: Socket
  /** Everything received so far. */
  received(): string
  /** Waits until a text is received; fails with everything received when the connection ends first. */
  receives(pattern: RegExp): Promise<void>
  /** Everything received, once the other side has closed the connection. */
  ended: Promise<string>
}

/** A connection that sends exactly the given bytes, and is never closed from this side. */
export async function connectTo(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let received = ''
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  let isOver = false
  const ended = new Promise<string>((resolve) => {
    const end = () => {
      isOver = true
      wake()
      resolve(received)
    }
    socket.on('end', end).on('close', end).on('error', end)
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()))
  return {
    socket,
    ended,
    received: () => received,
    receives: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const isThere = pattern.test(received)
          if (!isThere && !isOver) return
          waiting.delete(check)
          if (isThere) resolve()
          else reject(new Error(`The connection ended without ${pattern}:\n${received}`))
        }
        waiting.add(check)
        check()
      }),
  }
}
