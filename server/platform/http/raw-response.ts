import { STATUS_CODES } from 'node:http'

/** The bytes of a response that is written to the socket directly, because there is no request to respond to. */
export function rawResponse(options: {
  status: number
  text: string
  type?: string
  headers: Record<string, string>
}): string {
  const { status, text, type = 'text/plain; charset=utf-8' } = options
  const length = String(Buffer.byteLength(text))
  const headers = { ...options.headers, 'content-type': type, 'content-length': length, connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
