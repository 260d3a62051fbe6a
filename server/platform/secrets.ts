import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { replaceFile } from '#server/platform/disk/files.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

export const secrets = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  jwtSecret: z.string().min(32),
})

export type Secrets = z.infer<typeof secrets>

/**
 * The keys of the site: those of the environment, and for the others those that were generated once and stored in
 * DATA_DIR/secrets.json (0600).
 * @throws ConfigError when that file was damaged
 */
export async function loadSecrets(config: Pick<Config, 'dataDir' | 'keys'>): Promise<Secrets> {
  const stored = (await readStored(config.dataDir)) ?? (await generate(config.dataDir))
  return choose(config.keys, stored)
}

/** The keys of a site that has been started; null when there are none yet. */
export async function readSecrets(config: Pick<Config, 'dataDir' | 'keys'>): Promise<Secrets | null> {
  const stored = await readStored(config.dataDir)
  return stored && choose(config.keys, stored)
}

function choose(given: Config['keys'], stored: Secrets): Secrets {
  return {
    publishableKey: given.publishable ?? stored.publishableKey,
    secretKey: given.secret ?? stored.secretKey,
    jwtSecret: given.jwtSecret ?? stored.jwtSecret,
  }
}

async function readStored(dataDir: string): Promise<Secrets | null> {
  const file = join(dataDir, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ConfigError(`DATA_DIR: ${file} cannot be read: ${inPlainWords(error)}`)
  })
  if (text === null) return null
  try {
    return secrets.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(
      `DATA_DIR: ${file} is damaged; restore it from a backup, or delete it to get new keys (every session then ends)`,
    )
  }
}

async function generate(dataDir: string): Promise<Secrets> {
  const made: Secrets = {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
  }
  await storeSecrets(dataDir, made)
  return made
}

/** Stores keys as those that were generated, and replaces any that are there. */
export async function storeSecrets(dataDir: string, made: Secrets): Promise<void> {
  await replaceFile(join(dataDir, 'secrets.json'), `${JSON.stringify(made, null, 2)}\n`)
}
