import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { readArchive, writeArchive } from '#server/features/backup/archive.ts'
import { decrypt, deriveKey, encrypt, readAgeHead } from '#server/features/backup/encryption.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const PASSPHRASE = 'correct horse battery'
const CHUNK = 64 * 1024
const folder = createTemporaryFolder('encryption')
const file = join(folder, 'site.backup')
afterAll(() => rm(folder, { recursive: true }))

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}

test.each([0, 1, CHUNK, CHUNK + 1, 2 * CHUNK, 300_000])(
  'the library reads %i bytes that were encrypted, and what it encrypts is read',
  async (length) => {
    const plain = randomBytes(length)
    const decrypter = new Decrypter()
    decrypter.addPassphrase(PASSPHRASE)
    const ours = await buffer(encrypt(inParts(plain), PASSPHRASE))
    expect(plain.equals(await decrypter.decrypt(ours))).toBe(true)
    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(10)
    const theirs = Buffer.from(await encrypter.encrypt(plain))
    const head = readAgeHead(theirs)
    const payload = theirs.subarray(head.header.length + head.nonce.length)
    expect(plain.equals(await buffer(decrypt(inParts(payload), head, PASSPHRASE)))).toBe(true)
  },
)

async function* entriesOf(content: Buffer) {
  yield { name: 'a', content }
}

const refusal = async (passphrase = PASSPHRASE) => {
  try {
    for await (const _ of readArchive(file, passphrase));
    return 'no refusal'
  } catch (error) {
    return String(error)
  }
}

test('an encrypted archive that was cut short or differs in a bit is refused, wherever it is', async () => {
  const signal = new AbortController().signal
  await writeArchive(file, entriesOf(randomBytes(3 * CHUNK)), { passphrase: PASSPHRASE, signal })
  const whole = await readFile(file)
  expect(await refusal()).toBe('no refusal')
  const { header } = readAgeHead(whole)
  const payload = header.length + 16
  const chunk = CHUNK + 16
  const ends = [payload, payload + chunk, payload + 2 * chunk, whole.length - 16]
  for (const length of [30, header.length - 1, header.length, ...ends, payload + 5, whole.length - 1]) {
    await writeFile(file, whole.subarray(0, length))
    expect(await refusal(), `cut to ${length}`).toMatch(
      /^BackupError: (The backup is damaged|.* is no backup)/,
    )
  }
  const parts = { salt: 45, body: 70, mac: header.length - 5, nonce: header.length + 3 }
  for (const place of [0, ...Object.values(parts), ...ends.map((end) => end - 1), payload + chunk + 7]) {
    const changed = Buffer.from(whole)
    changed[place] = (whole[place] ?? 0) ^ 1
    await writeFile(file, changed)
    expect(await refusal(), `changed at ${place}`).toMatch(
      /^BackupError: (The backup is damaged|The passphrase is wrong|.* is no backup)/,
    )
  }
  // A chunk that was taken out, twice, or at the end although it is not the last.
  const at = (index: number) => whole.subarray(payload + index * chunk, payload + (index + 1) * chunk)
  const head = whole.subarray(0, payload)
  for (const chunks of [[at(0), at(2)], [at(1), at(0), at(2)], [at(0), at(0), at(1), at(2)], [at(0)]]) {
    await writeFile(file, Buffer.concat([head, ...chunks, whole.subarray(payload + 3 * chunk)]))
    expect(await refusal()).toBe('BackupError: The backup is damaged or was cut short.')
  }
})

test('a header that asks for much work, of another kind, or longer than any is refused before it is worked on', async () => {
  for (const stanza of [
    'scrypt AAAAAAAAAAAAAAAAAAAAAA 19',
    'scrypt AAAAAAAAAAAAAAAAAAAAAA 99',
    'X25519 AAAA',
    `scrypt ${'A'.repeat(2000)} 16`,
  ]) {
    await writeFile(
      file,
      `age-encryption.org/v1\n-> ${stanza}\n${'A'.repeat(43)}\n--- ${'A'.repeat(43)}\n${'n'.repeat(40)}`,
    )
    expect(await refusal()).toBe(
      'BackupError: The backup is damaged, or was not encrypted with a passphrase.',
    )
  }
})

test.runIf(process.platform === 'linux')(
  'no process shows a passphrase in its arguments or its environment',
  async () => {
    const under = `/proc/${process.pid}/task/${process.pid}/children`
    const known = new Set((await readFile(under, 'utf8')).split(' '))
    const deriving = deriveKey(PASSPHRASE, Buffer.alloc(16), 16)
    const started = (await readFile(under, 'utf8')).split(' ').filter((pid) => pid && !known.has(pid))
    expect(started).toHaveLength(1)
    const seen = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${started[0]}/${name}`, 'utf8')),
    )
    expect(seen.join()).toContain('scrypt')
    expect(seen.join()).not.toContain('horse')
    expect(await deriving).toHaveLength(32)
  },
)
