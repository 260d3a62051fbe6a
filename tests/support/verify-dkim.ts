import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * Verifies the DKIM signature of a raw message with a public key, as receivers do (RFC 6376, with rsa-sha256 and relaxed canonicalization),
 * and lists the headers that it covers.
 */
export function verifyDkim(raw: string, publicKey: string): { isValid: boolean; signed: string[] } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const body = raw.slice(end + 4)
  const signature = headers.find((header) => /^dkim-signature:/i.test(header))
  if (!signature) throw new Error('The message is not signed')
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => tag.replace(/\s+/g, ''))
      .filter((tag) => tag !== '')
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  )
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed')
    throw new Error('The message is signed in another way')
  const signed = (tags.get('h') ?? '').split(':').map((name) => name.toLowerCase())

  // The last of several headers with one name is signed first.
  const left = [...headers]
  const lines = signed.flatMap((name) => {
    const at = left.findLastIndex((header) => header.slice(0, header.indexOf(':')).toLowerCase() === name)
    return at < 0 ? [] : left.splice(at, 1).map(relaxHeader)
  })
  const unsigned = signature.replace(/([;\s]b=)[^;]*/, '$1')
  const data = `${[...lines, relaxHeader(unsigned)].join('\r\n')}`
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const isBodyWhole = createHash('sha256').update(relaxBody(body), 'utf8').digest('base64') === tags.get('bh')
  const given = Buffer.from(tags.get('b') ?? '', 'base64')
  return { isValid: isBodyWhole && verify('sha256', Buffer.from(data, 'utf8'), key, given), signed }
}

function relaxHeader(header: string): string {
  const at = header.indexOf(':')
  const value = header
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
  return `${header.slice(0, at).toLowerCase().trim()}:${value.trim()}`
}

function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.at(-1) === '') lines.pop()
  return lines.length > 0 ? `${lines.join('\r\n')}\r\n` : ''
}
