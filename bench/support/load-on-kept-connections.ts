import { connect } from 'node:net'

/**
 * Requests for one page, one after the other on each of the connections, as a proxy sends them. Of a response only the head is read, so
 * that it costs some 20 µs of processor time; it must name its length. A connection ends at its first failure.
 */
export async function loadOnKeptConnections(
  url: string,
  options: { headers: Record<string, string>; connections: number; seconds: number },
): Promise<{ requests: number; failures: number; p99: number }> {
  const { host, pathname, search } = new URL(url)
  const headers = Object.entries({ host, ...options.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${headers.join('')}\r\n`
  const until = performance.now() + options.seconds * 1000
  const clients = await Promise.all(
    Array.from({ length: options.connections }, () => loadOnOne(url, request, until)),
  )
  const times = clients.flatMap((client) => client.times).toSorted((a, b) => a - b)
  return {
    requests: times.length,
    failures: clients.filter(({ failed }) => failed).length,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  }
}

/** The milliseconds that each response took. */
function loadOnOne(
  url: string,
  request: string,
  until: number,
): Promise<{ times: number[]; failed: boolean }> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve) => {
    const times: number[] = []
    let sent = 0
    /** Bytes of the present response that have not arrived; `null` before its head. */
    let missing: number | null = null
    const socket = connect({ port: Number(port), host: hostname, noDelay: true })
    const send = () => {
      sent = performance.now()
      socket.write(request)
    }
    const end = (failed: boolean) => {
      resolve({ times, failed })
      socket.destroy()
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      missing = (missing ?? lengthOf(chunk)) - chunk.length
      if (missing > 0) return
      if (missing !== 0) return end(true)
      missing = null
      const now = performance.now()
      times.push(now - sent)
      if (now < until) send()
      else end(false)
    })
    socket.on('error', () => end(true)).on('close', () => end(true))
  })
}

/** The length of a response with status 200, from its first bytes; NaN for any other. */
function lengthOf(start: Buffer): number {
  const body = start.indexOf('\r\n\r\n') + 4
  const head = start.toString('latin1', 0, body)
  return head.startsWith('HTTP/1.1 200 ')
    ? body + Number(/^content-length: (\d+)\r$/im.exec(head)?.[1])
    : Number.NaN
}
