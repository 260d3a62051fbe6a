import { withFewMarks } from '#core/languages/fold-letters.ts'

/** The key of a sentence in signatures, doubts and bindings: the same for the same words, however they are spaced and quoted. */
export function sentenceKey(text: string): string {
  return sha256(sameWords(text)).slice(0, 40)
}

/** The words of a sentence with their numbers, signs and capitals, which change the meaning. */
export const sameWords = (text: string) =>
  withFewMarks(text)
    .normalize('NFC')
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/[\s\u00a0\u202f]+/gu, ' ')
    .trim()

/** The SHA-256 of a text in UTF-8, as hexadecimal digits: synchronous, while that of the browser is asynchronous. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(padded.byteLength - 8, Math.floor(bytes.length / 0x20000000))
  padded.setUint32(padded.byteLength - 4, bytes.length << 3)
  const state = Uint32Array.from(INITIAL)
  for (let offset = 0; offset < padded.byteLength; offset += 64) addBlock(state, padded, offset)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

const schedule = new Uint32Array(64)

function addBlock(state: Uint32Array, data: DataView, offset: number): void {
  const word = (index: number) => schedule[index] ?? 0
  for (let index = 0; index < 16; index++) schedule[index] = data.getUint32(offset + 4 * index)
  for (let index = 16; index < 64; index++) {
    const [a, b] = [word(index - 15), word(index - 2)]
    const first = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const second = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    schedule[index] = word(index - 16) + first + word(index - 7) + second
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const one =
      h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[index] ?? 0) + word(index)
    const other = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value
}

type Eight = [number, number, number, number, number, number, number, number]

const rotate = (value: number, by: number) => (value >>> by) | (value << (32 - by))

const PRIMES = firstPrimes(64)
/** The first 32 bits of the fractions of square and cube roots, as the standard has them. */
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime ** (1 / 2)))
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  return primes
}
