import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

const TYPE_A = 1
const HEADER_BYTES = 12

/**
 * A DNS server on this machine until the test ends, which knows IPv4 addresses. `find` returns those of a name, null when it is not to
 * answer at all. Returns where it listens.
 */
export async function startNameServer(find: (name: string) => string[] | null): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const addresses = find(name)
    if (!addresses) return
    const found = type === TYPE_A ? addresses : []
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    // A response, without an error, with one question and the answers.
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt16BE(0, 10)
    const answers = found.map((ip) =>
      // The name of the question, type A, class IN, no time to live, four bytes.
      Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}
