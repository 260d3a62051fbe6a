import { readFileSync } from 'node:fs'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

type Variables = Record<string, string | undefined>

/** The variables that are secrets. */
export const SECRET_NAMES = [
  'DATABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'JWT_SECRET',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AI_API_KEY',
  'CDN_PURGE_TOKEN',
  'METRICS_TOKEN',
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

const MAX_CHARACTERS = 10_000

/** The variables with the secrets that are in files, which `NAME_FILE` names, as Docker and systemd hand them out. */
export function withSecretFiles(given: Variables): { given: Variables; problems: string[] } {
  const read: Variables = {}
  const problems: string[] = []
  for (const name of SECRET_NAMES) {
    const file = given[`${name}_FILE`]
    if (!file) continue
    if (given[name]) problems.push(`${name}: must not be set together with ${name}_FILE`)
    try {
      const value = readFileSync(file, 'utf8').trim()
      if (!value) problems.push(`${name}_FILE: ${file} is empty`)
      else if (value.length > MAX_CHARACTERS) problems.push(`${name}_FILE: ${file} is no secret, but larger`)
      else read[name] = value
    } catch (error) {
      problems.push(`${name}_FILE: ${file} cannot be read: ${inPlainWords(error)}`)
    }
  }
  return { given: { ...given, ...read }, problems }
}
