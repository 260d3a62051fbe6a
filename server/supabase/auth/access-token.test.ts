import { describe, expect, test } from 'vitest'
import {
  hintOf,
  holdsAccessToken,
  isAccessToken,
  newAccessToken,
} from '#server/supabase/auth/access-token.ts'

/** Computes the checksum as a scanner of secrets would, bit by bit. */
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let checksum = ''
  for (; checksum.length < 6; rest /= 62n) checksum = digits[Number(rest % 62n)] + checksum
  return checksum
}

test('each token is new, has the form that scanners know, and ends with the checksum of the guide', () => {
  const tokens = Array.from({ length: 3000 }, newAccessToken)
  expect(new Set(tokens).size).toBe(3000)
  for (const token of tokens) {
    expect(token).toMatch(/^aiw_[0-9A-Za-z]{36}$/)
    expect(token.slice(-6)).toBe(checksumOf(token.slice(0, -6)))
    expect(isAccessToken(token)).toBe(true)
  }
  // All digits, in every place.
  for (let place = 4; place < 34; place++) expect(new Set(tokens.map((token) => token[place])).size).toBe(62)
})

test('no token with one other character is one', () => {
  const token = newAccessToken()
  for (let place = 0; place < token.length; place++) {
    for (const digit of ['0', 'a', 'Z', '_', 'é', '\0']) {
      const other = token.slice(0, place) + digit + token.slice(place + 1)
      expect(isAccessToken(other), other).toBe(other === token)
    }
  }
})

test('a person recognises it by eight characters of it', () => {
  expect(hintOf('aiw_0123456789abcdef')).toBe('aiw_0123…cdef')
})

describe('in an address', () => {
  const token = newAccessToken()
  test.each([
    [`/rest/v1/articles?apikey=${token}`, true],
    [`/rest/v1/articles?apikey=${token.replace('_', '%5F')}&select=id`, true],
    [`/rest/v1/articles?apikey=${token.replace('_', '%5f')}`, true],
    [`/${token}`, true],
    [`/search?q=aiw_${'0'.repeat(36)}`, false],
    [`/search?q=${token.slice(0, -1)}`, false],
    ['/search?q=aiw_', false],
    [`/search?q=${'aiw_'.repeat(3000)}`, false],
  ])('%s: %s', (address, isThere) => {
    expect(holdsAccessToken(address)).toBe(isThere)
  })
})
