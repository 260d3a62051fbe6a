import { execFile } from 'node:child_process'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Identity, Recipient } from 'age-encryption'
import { BackupError } from '#server/features/backup/backup-error.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

/** The beginning of a file encrypted by age. */
export const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n')

/** A guess takes 64 MB and a quarter of a second. */
const SCRYPT_WORK_FACTOR = 16

/** Above this the memory that a passphrase takes would be that of an attack; the program age asks for 18. */
const MAX_SCRYPT_WORK_FACTOR = 18

const SALT_BYTES = 16
const NONCE_BYTES = 16
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16

/** The library writes and reads the header. It is loaded when it is needed, because it takes a tenth of the memory of a backup. */
const loadAge = () => import('age-encryption')

/** Encrypts in the format of age (age-encryption.org), which its own program reads too. */
export async function* encrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const { Encrypter, Stanza } = await loadAge()
  let fileKey: Uint8Array = new Uint8Array()
  const recipient: Recipient = {
    async wrapFileKey(key) {
      fileKey = key
      const salt = randomBytes(SALT_BYTES)
      const body = sealChunk(await deriveKey(passphrase, salt, SCRYPT_WORK_FACTOR), nonceOf(0, false), key)
      const encoded = salt.toString('base64').replace(/=+$/, '')
      return [new Stanza(['scrypt', encoded, String(SCRYPT_WORK_FACTOR)], body)]
    },
  }
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const empty = await encrypter.encrypt(new Uint8Array())
  const nonce = randomBytes(NONCE_BYTES)
  yield Buffer.concat([empty.subarray(0, -NONCE_BYTES - TAG_BYTES), nonce])
  const key = payloadKey(fileKey, nonce)
  for await (const { chunk, index, isLast } of chunksOf(source, CHUNK_BYTES)) {
    yield sealChunk(key, nonceOf(index, isLast), chunk)
  }
}

/** The part before the encrypted bytes. */
interface AgeHead {
  header: Buffer
  nonce: Buffer
}

/**
 * Decrypts what comes after the head.
 * @throws BackupError when the passphrase is not the one with which it was encrypted
 */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  { header, nonce }: AgeHead,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const { Decrypter } = await loadAge()
  const identity: Identity = {
    async unwrapFileKey([stanza]) {
      const [, salt = '', factor] = stanza?.args ?? []
      const key = await deriveKey(passphrase, Buffer.from(salt, 'base64'), Number(factor))
      try {
        return openChunk(key, nonceOf(0, false), Buffer.from(stanza?.body ?? []))
      } catch {
        throw new BackupError('The passphrase is wrong.')
      }
    },
  }
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const key = payloadKey(await decrypter.decryptHeader(header), nonce)
  for await (const { chunk, index, isLast } of chunksOf(source, CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(key, nonceOf(index, isLast), chunk)
  }
}

/**
 * Finds the head of age in the first bytes of a file, if it is of one passphrase, complete, and not expensive.
 * @throws BackupError when it is not
 */
export function readAgeHead(head: Buffer): AgeHead {
  const [header = '', factor] =
    /^age-encryption\.org\/v1\n-> scrypt \S+ (\d\d?)\n\S+\n--- \S+\n/.exec(head.toString('latin1')) ?? []
  const nonce = head.subarray(header.length, header.length + NONCE_BYTES)
  if (factor && Number(factor) <= MAX_SCRYPT_WORK_FACTOR && nonce.length === NONCE_BYTES) {
    return { header: head.subarray(0, header.length), nonce }
  }
  throw new BackupError('The backup is damaged, or was not encrypted with a passphrase.')
}

const payloadKey = (fileKey: Uint8Array, nonce: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))

function sealChunk(key: Buffer, nonce: Buffer, chunk: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
  const content = decipher.update(chunk.subarray(0, -TAG_BYTES))
  decipher.final()
  return content
}

/** The number of a chunk in eleven bytes, and whether it is the last. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Groups what comes into chunks of one size, of which only the last is smaller. A chunk is valid until the next is asked for. */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number) {
  const chunk = Buffer.alloc(size)
  let filled = 0
  let index = 0
  for await (const part of source) {
    for (let at = 0; at < part.length; ) {
      if (filled === size) {
        yield { chunk, index: index++, isLast: false }
        filled = 0
      }
      const taken = part.copy(chunk, filled, at)
      filled += taken
      at += taken
    }
  }
  yield { chunk: chunk.subarray(0, filled), index, isLast: true }
}

const KEY_BYTES = 32
const TIMEOUT_MS = 60_000
const LABEL = Buffer.from('age-encryption.org/v1/scrypt')

/** Reads what to derive from its input, because others see the arguments of a process. */
const PROGRAM = `
  const { passphrase, salt, cost } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
  const options = { cost, blockSize: 8, parallelization: 1, maxmem: 2 * 128 * 8 * cost }
  process.stdout.write(require('node:crypto').scryptSync(passphrase, Buffer.from(salt, 'hex'), ${KEY_BYTES}, options))`

/**
 * The key that scrypt makes of a passphrase for age. It is made in a process of its own, because the memory that this takes, which is
 * meant to be much, would come on top of that of a backup.
 */
export function deriveKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = execFile(
    process.execPath,
    [...NODE_FLAGS, '--eval', PROGRAM],
    { encoding: 'buffer', env: childEnvironment('scrypt'), timeout: TIMEOUT_MS },
    (error, key) => {
      if (error) reject(new Error('The key of the passphrase could not be derived.', { cause: error }))
      else resolve(key)
    },
  )
  child.stdin?.on('error', () => {})
  child.stdin?.end(
    JSON.stringify({ passphrase, salt: Buffer.concat([LABEL, salt]).toString('hex'), cost: 2 ** workFactor }),
  )
  return promise
}
