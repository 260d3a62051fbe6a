import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** The arrivals since the last report. */
export interface Arrivals {
  messages: number
  bytes: number
  /** The time from the first message to the last. */
  seconds: number
}

const END = Buffer.from('\r\n.\r\n')

/**
 * An SMTP server that takes every message and keeps nothing, in a process of its own: it says to which port it listens, and answers each
 * message of its parent with what has arrived. It does as little as possible, so that the measurement is not of the sink.
 */
let arrivals = { messages: 0, bytes: 0, first: 0, last: 0 }

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  serve(socket)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', () => {
  const { messages, bytes, first, last } = arrivals
  arrivals = { messages: 0, bytes: 0, first: 0, last: 0 }
  process.send?.({ messages, bytes, seconds: (last - first) / 1000 } satisfies Arrivals)
})
process.on('disconnect', () => process.exit())

function serve(socket: Socket): void {
  let isData = false
  let line = ''
  /** The last bytes of the message so far, in which its end may begin. */
  let tail: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    if (isData) {
      arrivals.bytes += chunk.length
      tail = Buffer.concat([tail, chunk.subarray(-END.length)]).subarray(-END.length)
      // A client waits for the answer before it goes on, so that the end of a message is the end of a chunk.
      if (!tail.equals(END)) return
      isData = false
      const now = performance.now()
      arrivals.messages += 1
      arrivals.first ||= now
      arrivals.last = now
      socket.write('250 taken\r\n')
      return
    }
    line += chunk.toString('latin1')
    const lines = line.split('\r\n')
    line = lines.pop() ?? ''
    for (const command of lines) answer(command.slice(0, 4).toUpperCase())
  })

  function answer(command: string): void {
    if (command === 'DATA') {
      isData = true
      tail = Buffer.alloc(0)
      socket.write('354 go on\r\n')
    } else if (command === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }
}
