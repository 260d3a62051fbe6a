import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { bearerOf, type HeaderReader } from '#server/platform/http/request-headers.ts'

const PREFIX = 'aiw_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 random bits. */
const RANDOM_LENGTH = 30
/** CRC-32 of everything before it, in base 62, so that scanners of secrets recognise a token without asking anybody. */
const CHECKSUM_LENGTH = 6
const TOKEN_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH
const TOKENS = /aiw(?:_|%5f)[0-9A-Za-z]{36}/gi

/** A new access token. It is shown once, and only its hash is stored. */
export function newAccessToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return PREFIX + random + checksumOf(PREFIX + random)
}

/** Returns true for a credential in the form of an access token, valid or not. */
export const looksLikeAccessToken = (credential: string): boolean => credential.startsWith(PREFIX)

/** Returns true if it can be one of ours: a mistyped or invented token is rejected without a query. */
export function isAccessToken(credential: string): boolean {
  return (
    credential.length === TOKEN_LENGTH &&
    looksLikeAccessToken(credential) &&
    credential.slice(-CHECKSUM_LENGTH) === checksumOf(credential.slice(0, -CHECKSUM_LENGTH))
  )
}

/** Returns true if an address holds an access token, which would appear in logs and histories. */
export function holdsAccessToken(address: string): boolean {
  return (address.match(TOKENS) ?? []).some((found) => isAccessToken(found.replace(/^aiw%5f/i, PREFIX)))
}

/** Returns true if a request has an access token, in either header. */
export function bringsAccessToken(headers: HeaderReader): boolean {
  return [headers.get('apikey') ?? '', bearerOf(headers) ?? ''].some(looksLikeAccessToken)
}

/** The answer of everything that is for people alone. */
export const NOT_FOR_ACCESS_TOKENS =
  'Access tokens work at /rest/v1, /functions/v1 and /storage/v1 only. To sign in, use the publishable key.'

/** The parts of a token by which a person recognises it. */
export const hintOf = (token: string): string => `${token.slice(0, 8)}…${token.slice(-4)}`

function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < CHECKSUM_LENGTH) {
    checksum = DIGITS[rest % DIGITS.length] + checksum
    rest = Math.floor(rest / DIGITS.length)
  }
  return checksum
}
