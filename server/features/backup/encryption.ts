import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from '#server/features/backup/backup-error.ts'

/** What a file encrypted by age begins with. */
export const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n')

/** A guess takes 64 MB and a quarter of a second. */
const SCRYPT_WORK_FACTOR = 16

/** Above this the memory that a passphrase takes would be that of an attack; the program age asks for 18. */
const MAX_SCRYPT_WORK_FACTOR = 18

/** Whether a file begins with the header of a passphrase, complete and not expensive, so that the library reads no more than that. */
export function requireAgeHeader(head: Buffer): void {
  const [, factor] =
    /^age-encryption\.org\/v1\n-> scrypt \S+ (\d\d?)\n\S+\n--- \S+\n/.exec(head.toString('latin1')) ?? []
  if (factor && Number(factor) <= MAX_SCRYPT_WORK_FACTOR) return
  throw new BackupError('The backup is damaged, or was not encrypted with a passphrase.')
}

/** Encrypts in the format of age (age-encryption.org), which its own program reads too. */
export async function* encrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR)
  const encrypted = await encrypter.encrypt(toWeb(source))
  freeScrypt()
  yield* Readable.fromWeb(encrypted as ReadableStream)
}

/** @throws BackupError when the passphrase is not the one with which it was encrypted */
export async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const decrypted = await decrypter.decrypt(toWeb(source)).catch((error: Error) => {
    if (/no identity matched/.test(error.message)) throw new BackupError('The passphrase is wrong.')
    throw error
  })
  freeScrypt()
  for await (const { buffer, byteOffset, length } of Readable.fromWeb(decrypted as ReadableStream)) {
    yield Buffer.from(buffer, byteOffset, length)
  }
}

/** The commands run with --expose-gc, so that what a passphrase took does not stay in memory beside the files. */
const freeScrypt = (): void => void (globalThis as { gc?: () => void }).gc?.()

const toWeb = (source: AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as globalThis.ReadableStream<Uint8Array>
