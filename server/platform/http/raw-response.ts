import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { currentRequestId, REQUEST_ID_HEADER } from '#server/platform/request-id.ts'

/** Responses to malformed requests, by Node's error code. */
const REFUSALS = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, text: 'The request has too many headers, or too large ones.' }],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', { status: 413, text: 'The request is too large.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, text: 'The request took too long to arrive.' }],
])
export const MALFORMED = { status: 400, text: 'The request is not valid HTTP.' }

/** The response to a client whose request cannot be read. */
export function refusalFor({ code = '' }: NodeJS.ErrnoException): { status: number; text: string } {
  return REFUSALS.get(code) ?? MALFORMED
}

/** The bytes of a response that is written to the socket directly, because there is no request to respond to, or none that can be read. */
export function rawResponse(options: {
  status: number
  text: string
  type?: string
  headers: Record<string, string>
}): string {
  const { status, text, type = 'text/plain; charset=utf-8' } = options
  const length = String(Buffer.byteLength(text))
  const headers = {
    ...options.headers,
    [REQUEST_ID_HEADER]: currentRequestId() ?? randomUUID(),
    'content-type': type,
    'content-length': length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}
