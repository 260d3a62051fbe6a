import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

/** The minimum of receivers (RFC 8301); 2048 bits are usual. */
const MIN_BITS = 1024
const MAX_FILE_BYTES = 64 * 1024

/** The DKIM signature of mails over SMTP. */
export interface DkimConfig {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
  /** The key as published in DNS: the SubjectPublicKeyInfo in base64. */
  publicKey: string
}

/**
 * Reads a private key that can sign: the signer would send mails unsigned with one that it cannot use. In a variable the line breaks
 * may be written as `\n`.
 * @throws Error whose message continues the name of the variable
 */
export function readDkimKey(
  given: { pem: string } | { file: string },
): Pick<DkimConfig, 'privateKey' | 'publicKey'> {
  const pem = 'pem' in given ? given.pem.replaceAll('\\n', '\n') : readKeyFile(given.file)
  const key = parse(pem)
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS)
    throw new Error(`must be an RSA key of at least ${MIN_BITS} bits`)
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

function readKeyFile(file: string): string {
  try {
    const about = statSync(file)
    if (!about.isFile() || about.size > MAX_FILE_BYTES) throw new Error('no file of a key')
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error('must be the path of a file that can be read')
  }
}

function parse(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    // The error of the library may quote what it was given.
    throw new Error('must be a private key in PEM format, without a passphrase')
  }
}

/** The servers of hosts often refuse more. */
const DEFAULT_CONNECTIONS = 5
export const MAX_SMTP_CONNECTIONS = 100

/** The number of connections that the query of SMTP_URL asks for, as `maxConnections`; null if that is not a number of them. */
export function smtpConnectionsOf(url: string): number | null {
  const asked = new URL(url).searchParams.get('maxConnections')
  if (asked === null) return DEFAULT_CONNECTIONS
  const count = /^\d{1,3}$/.test(asked) ? Number(asked) : 0
  return count >= 1 && count <= MAX_SMTP_CONNECTIONS ? count : null
}
