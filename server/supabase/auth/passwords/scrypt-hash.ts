import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Derives a key from a password, on a thread of the pool. */
export type DeriveKey = (password: string, salt: Buffer, cost: ScryptCost) => Promise<Buffer>

interface ScryptCost {
  /** log2 of N; memory is 1 KiB × N with r = 8. */
  ln: number
  r: number
  p: number
}

/** 32 MiB, and some 100 ms of one core of a small server. */
const COST: ScryptCost = { ln: 15, r: 8, p: 1 }
/** The highest cost that a stored hash may have. */
const HIGHEST_COST: ScryptCost = { ln: 17, r: 8, p: 4 }
const KEY_BYTES = 32
const SALT_BYTES = 16
const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

/** For unknown users: takes the same work, and no password matches. */
const DUMMY_HASH = { cost: COST, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) }

export async function hashPassword(password: string, derive: DeriveKey = deriveKey): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(normalize(password), salt, COST)
  const { ln, r, p } = COST
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`
}

/** Always derives one key, even when there is no hash, or one of another kind. */
export async function matchesScrypt(
  password: string,
  stored: string | null,
  derive: DeriveKey = deriveKey,
): Promise<boolean> {
  const hash = parseHash(stored)
  const { cost, salt, key } = hash ?? DUMMY_HASH
  return timingSafeEqual(await derive(normalize(password), salt, cost), key) && hash !== null
}

/** Returns true if a hash was made with other parameters than the current ones, or with another algorithm. */
export function isOutdated(stored: string): boolean {
  const { ln, r, p } = parseHash(stored)?.cost ?? { ln: 0, r: 0, p: 0 }
  return ln !== COST.ln || r !== COST.r || p !== COST.p
}

/** Returns true if two texts are the same password after Unicode normalisation. */
export function isSamePassword(one: string, other: string): boolean {
  return normalize(one) === normalize(other)
}

function parseHash(stored: string | null): typeof DUMMY_HASH | null {
  const [, ln, r, p, salt = '', key = ''] = HASH.exec(stored ?? '') ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const isBounded =
    cost.ln >= 1 &&
    cost.ln <= HIGHEST_COST.ln &&
    cost.r >= 1 &&
    cost.r <= HIGHEST_COST.r &&
    cost.p >= 1 &&
    cost.p <= HIGHEST_COST.p
  return isBounded ? { cost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') } : null
}

/**
 * Makes the same letters the same password on every system: one writes é as one code point, another as two. NIST SP 800-63B
 * recommends NFKC.
 */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

const deriveKey: DeriveKey = (password, salt, { ln, r, p }) =>
  new Promise((resolve, reject) => {
    const N = 2 ** ln
    scrypt(password, salt, KEY_BYTES, { N, r, p, maxmem: 2 * 128 * N * r * p }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
