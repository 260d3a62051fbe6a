import { execFile } from 'node:child_process'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

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
