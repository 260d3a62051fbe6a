import { shortLine } from '#server/platform/log-line.ts'

/** The meanings of the codes of the system and of PostgreSQL, for an operator. */
const MEANINGS: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections at its address',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'there was no answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'there was no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'there was no answer in time',
  UND_ERR_BODY_TIMEOUT: 'there was no answer in time',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name could not be looked up',
  EHOSTUNREACH: 'no route leads to its address',
  ENETUNREACH: 'no route leads to its address',
  ENOENT: 'it is not there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'a file may not become as large',
  EROFS: 'the disk is read-only',
  EACCES: 'the permission is missing',
  EPERM: 'the permission is missing',
  ENOTDIR: 'a part of the path is not a folder',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'no public authority has signed its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'no public authority has signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'no authority known here has signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'no authority known here has signed its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'no authority known here has signed its certificate, or the certificates in between are missing',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there is not encrypted',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers there is not encrypted',
  '53100': 'a disk of the server has no room left for it',
  '53200': 'the database has no memory left',
  '53300': 'all connections of the database are taken',
  '57P01': 'it is shutting down',
  '57P02': 'it has crashed and is recovering',
  '57P03': 'it is starting or shutting down',
}

/** Messages of libraries for errors whose code is not passed on, and those of pg that have none. */
const SAID: [RegExp, string][] = [
  [
    /^(Query read timeout|timeout e|Connection terminated due to connection timeout)/,
    'there was no answer in time',
  ],
  [/^Connection terminated/, 'the connection was cut'],
  [/wrong version number|packet length too long/i, 'what answers there is not encrypted'],
  [/certificate has expired/i, 'its certificate has expired'],
  [/self[- ]signed certificate/i, 'no public authority has signed its certificate'],
  [
    /unable to (?:verify the first|get (?:local )?issuer) certificate/i,
    'no authority known here has signed its certificate',
  ],
  [/altnames/i, 'its certificate is for another name'],
  [/SSL routines|ssl3_|tls_/, 'the encryption could not be agreed on'],
]
/** The code in a message of the system that a library has passed on, such as `getaddrinfo ENOTFOUND smtp.example`. */
const QUOTED_CODE = /\b(?:getaddrinfo|query\w*|connect|read|write|open) (E[A-Z_]{3,})\b/

/** An error as one short line without secrets: the meaning of its code, or its own first line. */
export function inPlainWords(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    const { code } = cause as NodeJS.ErrnoException
    const meaning = MEANINGS[code ?? '']
    if (meaning) return `${meaning} (${code})`
  }
  const text = error instanceof Error ? error.message || error.name : String(error)
  const [, quoted = ''] = QUOTED_CODE.exec(text) ?? []
  if (MEANINGS[quoted]) return `${MEANINGS[quoted]} (${quoted})`
  const said = SAID.find(([pattern]) => pattern.test(text))
  return said ? said[1] : shortLine(text)
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', '53100'])

/** Returns true if a file could not be written because of the disk, here or in PostgreSQL. */
export function isDiskFailure(error: unknown): boolean {
  return error instanceof Error && NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')
}
