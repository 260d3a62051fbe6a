import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

const TYPE_A = 1
const TYPE_TXT = 16
const HEADER_BYTES = 12
/** The limit of one of the strings that make up a text. */
const MAX_STRING_BYTES = 255

type Find = (name: string) => string[] | null

/**
 * A DNS server on this machine until the test ends, which knows IPv4 addresses and texts. `find` returns those of a name, null when it
 * is not to answer at all. Names that are missing do not exist. Returns where it listens.
 */
export async function startNameServer(
  find: Find,
  findTexts: Find = () => [],
  isMissing: (name: string) => boolean = () => false,
): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const found = findData(name, type)
    if (!found) return
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    // A response, without an error or with NXDOMAIN, with one question and the answers.
    header.writeUInt16BE(isMissing(name) ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt16BE(0, 10)
    const answers = found.flatMap((data) => {
      // The name of the question, the type, class IN, no time to live, and the length.
      const fields = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, 0])
      fields.writeUInt16BE(data.length, 10)
      return [fields, data]
    })
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]), port, address)
  })

  function findData(name: string, type: number): Buffer[] | null {
    if (type === TYPE_TXT) return findTexts(name)?.map(toText) ?? null
    const found = find(name)
    if (!found) return null
    return type === TYPE_A ? found.map((ip) => Buffer.from(ip.split('.').map(Number))) : []
  }

  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

function toText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const strings: Buffer[] = []
  for (let at = 0; at < bytes.length || at === 0; at += MAX_STRING_BYTES) {
    const string = bytes.subarray(at, at + MAX_STRING_BYTES)
    strings.push(Buffer.from([string.length]), string)
  }
  return Buffer.concat(strings)
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
