import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { refusal } from '../../tests/support/refused-config.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

test('Resend takes a key, and an address where another server stands in for it', () => {
  expect(readConfig({ RESEND_API_KEY: 're_123' }).mail.resend).toEqual({
    key: 're_123',
    baseUrl: 'https://api.resend.com',
  })
  const local = { RESEND_API_KEY: 're_123', RESEND_BASE_URL: 'http://127.0.0.1:4010/v1/' }
  expect(readConfig(local).mail.resend?.baseUrl).toBe('http://127.0.0.1:4010/v1')
  // For a key that is entered on the desk.
  expect(readConfig({ ...local, RESEND_API_KEY: '' }).mail).toMatchObject({
    resend: null,
    resendAddress: 'http://127.0.0.1:4010/v1',
  })
  expect(refusal({ ...local, SMTP_URL: 'smtp://mail.example.org' })).toBe(
    'RESEND_API_KEY: must not be set together with SMTP_URL, choose one of them',
  )
  for (const address of ['ftp://127.0.0.1', 'api.resend.com'])
    expect(refusal({ ...local, RESEND_BASE_URL: address })).toBe(
      'RESEND_BASE_URL: must be an address such as https://api.resend.com',
    )
  for (const address of ['https://user:secret@api.resend.com', 'https://api.resend.com/?key=secret'])
    expect(refusal({ ...local, RESEND_BASE_URL: address })).toBe(
      'RESEND_BASE_URL: must be an address without a user or a query',
    )
})

describe('a signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  })
  const dkim = { DKIM_DOMAIN: 'Example.org', DKIM_SELECTOR: 'mail', DKIM_PRIVATE_KEY: privateKey }
  const expected = {
    domain: 'example.org',
    selector: 'mail',
    privateKey,
    publicKey: publicKey.toString('base64'),
  }

  test('takes a domain, a selector and a key, also on one line or from a file', () => {
    expect(readConfig(dkim).mail.dkim).toEqual(expected)
    const oneLine = privateKey.replaceAll('\n', '\\n')
    expect(readConfig({ ...dkim, DKIM_PRIVATE_KEY: oneLine }).mail.dkim).toEqual(expected)
    const file = join(createTemporaryFolder('dkim'), 'key.pem')
    writeFileSync(file, privateKey)
    const inFile = { ...dkim, DKIM_PRIVATE_KEY: '', DKIM_PRIVATE_KEY_FILE: file }
    expect(readConfig(inFile).mail.dkim).toEqual(expected)
  })

  test('takes all of its variables or none', () => {
    const rule = 'must be set as well, because'
    expect(refusal({ ...dkim, DKIM_DOMAIN: '' })).toBe(`DKIM_DOMAIN: ${rule} DKIM_SELECTOR is`)
    expect(refusal({ ...dkim, DKIM_SELECTOR: '' })).toBe(`DKIM_SELECTOR: ${rule} DKIM_DOMAIN is`)
    expect(refusal({ ...dkim, DKIM_PRIVATE_KEY: '' })).toBe(`DKIM_PRIVATE_KEY: ${rule} DKIM_DOMAIN is`)
    expect(refusal({ ...dkim, DKIM_DOMAIN: '', DKIM_SELECTOR: '' })).toBe(
      `DKIM_DOMAIN: ${rule} DKIM_PRIVATE_KEY is; DKIM_SELECTOR: ${rule} DKIM_PRIVATE_KEY is`,
    )
    const file = join(createTemporaryFolder('dkim'), 'key.pem')
    writeFileSync(file, privateKey)
    expect(refusal({ ...dkim, DKIM_PRIVATE_KEY_FILE: file })).toBe(
      'DKIM_PRIVATE_KEY: must not be set together with DKIM_PRIVATE_KEY_FILE',
    )
  })

  test('is not for Resend, which signs by itself', () => {
    expect(refusal({ ...dkim, RESEND_API_KEY: 're_123' })).toBe(
      'DKIM_DOMAIN: must not be set with RESEND_API_KEY, because Resend signs mails with its own key',
    )
  })

  const pem = { type: 'pkcs8', format: 'pem' } as const
  test.each([
    ['no key', 'hunter2', 'must be a private key in PEM format, without a passphrase'],
    [
      'a key with a passphrase',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'hunter2' })
        .toString(),
      'must be a private key in PEM format, without a passphrase',
    ],
    [
      'a key that the signer cannot use',
      generateKeyPairSync('ed25519').privateKey.export(pem).toString(),
      'must be an RSA key of at least 1024 bits',
    ],
    [
      'a key that no receiver accepts',
      generateKeyPairSync('rsa', { modulusLength: 768 }).privateKey.export(pem).toString(),
      'must be an RSA key of at least 1024 bits',
    ],
  ])('is refused with %s', (_what, key, rule) => {
    expect(refusal({ ...dkim, DKIM_PRIVATE_KEY: key })).toBe(`DKIM_PRIVATE_KEY: ${rule}`)
  })

  test.each(['/nowhere/key.pem', '/', '/dev/zero'])('is refused with the file %s', (file) => {
    const { DKIM_PRIVATE_KEY: _pem, ...others } = dkim
    expect(refusal({ ...others, DKIM_PRIVATE_KEY_FILE: file })).toBe(
      'DKIM_PRIVATE_KEY_FILE: must be the path of a file that can be read',
    )
  })

  test.each([
    ['DKIM_DOMAIN', 'example', 'must be a domain'],
    ['DKIM_DOMAIN', 'example.org; d=eve.example', 'must be a domain'],
    ['DKIM_SELECTOR', 'mail; x', 'must be a selector, such as mail'],
    ['DKIM_SELECTOR', '-mail', 'must be a selector, such as mail'],
  ])('is refused with %s %j', (name, value, rule) => {
    expect(refusal({ ...dkim, [name]: value })).toBe(`${name}: ${rule}`)
  })
})
