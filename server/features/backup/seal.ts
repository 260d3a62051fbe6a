import { createHash } from 'node:crypto'
import { BackupError } from '#server/features/backup/backup-error.ts'

/** A frame that decompressors of zstd skip (RFC 8878, 3.1.2), with the SHA-256 of everything before it. */
const FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
const SEAL_BYTES = FRAME_HEADER.length + 32

/** Adds the SHA-256 of everything to the end. */
export async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([FRAME_HEADER, hash.digest()])
}

/** Takes the SHA-256 from the end. @throws BackupError, at the end, when it is not that of what came before */
export async function* unseal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk])
    const part = held.subarray(0, Math.max(0, held.length - SEAL_BYTES))
    held = held.subarray(part.length)
    hash.update(part)
    if (part.length > 0) yield part
  }
  const expected = Buffer.concat([FRAME_HEADER, hash.digest()])
  if (!held.equals(expected)) throw new BackupError('The backup is damaged or was cut short.')
}
