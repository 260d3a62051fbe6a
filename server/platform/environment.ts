import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { AI_PROVIDERS, aiAddress, aiKey, aiModelName } from '#core/domain/ai-model.ts'
import { findPasswordFlaw, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'
import { isTimeZone } from '#core/domain/settings.ts'
import { MAX_SMTP_CONNECTIONS, readDkimKey, smtpConnectionsOf } from '#server/platform/smtp-config.ts'

/** A value that may be repeated in an error: a word is neither a key nor a password. */
const WORD = /^[a-z]{1,10}$/i

/** One of the given words. */
function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const allowed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return z.enum(words, {
    error: ({ input }) => `must be ${allowed}${WORD.test(String(input)) ? `, not ${input}` : ''}`,
  })
}

const flag = oneOf(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a number from 0 to 65535')

const origin = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an address such as https://example.org' })
  .refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')
  .transform((value) => new URL(value).origin)

/** A bucket may be below a path. */
const s3Endpoint = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an address such as https://s3.example.org' })
  .refine(isPlainAddress, 'must be an address without user, query and fragment')
  .transform((value) => value.replace(/\/+$/, ''))

function isPlainAddress(value: string): boolean {
  const { username, password, search, hash } = new URL(value)
  return username + password + search + hash === ''
}

/** Requests cannot be sent to another one. */
function hasNoUser(value: string): boolean {
  const { username, password } = new URL(value)
  return username + password === ''
}

const IN_A_PASSWORD = '; in a password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25'

/** A character that ends the host in the middle of a password leaves its @ behind, and every % begins a code. */
function isEncoded(value: string): boolean {
  const { username, password, pathname, search, hash } = new URL(value)
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
  } catch {
    return false
  }
  return hash === '' && !/@/.test(pathname + search)
}

export const RESEND_ADDRESS = 'https://api.resend.com'

const MAX_PROCESSES = 64
const NO_PROCESSES = `must be auto or a number from 1 to ${MAX_PROCESSES}`

/** The number of processes that serve pages; `auto` is one for each processor. */
const processes = z
  .string()
  .regex(/^(?:auto|[1-9]\d?)$/, NO_PROCESSES)
  .transform((value) => (value === 'auto' ? Math.min(availableParallelism(), MAX_PROCESSES) : Number(value)))
  .refine((value) => value <= MAX_PROCESSES, NO_PROCESSES)

const key = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be text without spaces')

const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
const region = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as eu-central-1')

/** Addresses of the own network, to which requests may be sent although they are not public. */
const servers = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.length <= 20 && parts.every((part) => isIP(part) > 0),
    'must be IP addresses, separated by commas',
  )
  .default([])

/** The variables that the site reads, each checked alone. */
export const environment = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  STORAGE_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      abort: true,
      error: `must look like postgres://user:password@host:5432/database${IN_A_PASSWORD}`,
    })
    .refine(isEncoded, { abort: true, error: `has a character that is not encoded${IN_A_PASSWORD}` })
    .refine(
      (value) => /^\/./.test(new URL(value).pathname),
      'must end in the name of a database, such as /ai_watch',
    )
    .optional(),
  SUPABASE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^sb_publishable_[\w-]{20,}$/, 'must start with sb_publishable_ and be at least 35 characters')
    .optional(),
  SUPABASE_SECRET_KEY: z
    .string()
    .regex(/^sb_secret_[\w-]{20,}$/, 'must start with sb_secret_ and be at least 30 characters')
    .optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@example.com'),
  ADMIN_PASSWORD: z
    .string()
    .refine(
      (value) => findPasswordFlaw(value) !== 'too_short',
      `must have at least ${PASSWORD_MIN_CHARACTERS} characters`,
    )
    .refine(
      (value) => findPasswordFlaw(value) !== 'too_long',
      `must have at most ${PASSWORD_MAX_CHARACTERS} characters`,
    )
    .optional(),
  DEMO: flag.default(true),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      abort: true,
      error: `must look like smtp://user:password@host:587${IN_A_PASSWORD}`,
    })
    .refine(isEncoded, { abort: true, error: `has a character that is not encoded${IN_A_PASSWORD}` })
    .refine(
      (value) => smtpConnectionsOf(value) !== null,
      `may ask for 1 to ${MAX_SMTP_CONNECTIONS} connections as maxConnections`,
    )
    .optional(),
  RESEND_API_KEY: key.optional(),
  RESEND_BASE_URL: z
    .url({ protocol: /^https?$/, abort: true, error: `must be an address such as ${RESEND_ADDRESS}` })
    .refine((value) => {
      const { username, password, search, hash } = new URL(value)
      return !username && !password && !search && !hash
    }, 'must be an address without a user or a query')
    .transform((value) => new URL(value).href.replace(/\/+$/, ''))
    .optional(),
  DKIM_DOMAIN: z
    .string()
    .regex(/^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i, 'must be a domain')
    .transform((value) => value.toLowerCase())
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^(?=.{1,100}$)[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i, 'must be a selector, such as mail')
    .optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((pem, context) => readKey({ pem }, context))
    .optional(),
  DKIM_PRIVATE_KEY_FILE: z
    .string()
    .transform((file, context) => readKey({ file }, context))
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\s<>@]+@[^\s<>@]+|(?:[^<>\r\n]+ )?<[^\s<>@]+@[^\s<>@]+>)$/,
      'must look like AI Watch <news@example.org>',
    )
    .optional(),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{20,200}={0,2}$/, 'must start with whsec_, as Resend shows it')
    .optional(),
  NEWSLETTER_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone such as Europe/Zurich')
    .default('Europe/Zurich'),
  S3_ENDPOINT: s3Endpoint.optional(),
  S3_BUCKET: bucket.optional(),
  S3_REGION: region.default('us-east-1'),
  S3_ACCESS_KEY_ID: key.optional(),
  S3_SECRET_ACCESS_KEY: key.optional(),
  AI_PROVIDER: oneOf(AI_PROVIDERS).optional(),
  AI_MODEL: aiModelName.optional(),
  AI_API_KEY: aiKey.optional(),
  AI_BASE_URL: aiAddress.optional(),
  WORKER: oneOf(['on', 'off', 'only']).default('on'),
  PROCESSES: processes.default(1),
  PICTURE_SERVERS: servers,
  WEBHOOK_SERVERS: servers,
  SOCIAL_SERVERS: servers,
  WEBSUB_HUB: z
    .url({ protocol: /^https?$/, abort: true, error: 'must be an address such as https://hub.example.org/' })
    .max(500)
    .refine(hasNoUser, 'must be an address without a user')
    .optional(),
  INDEXNOW_URL: z
    .url({
      protocol: /^https?$/,
      abort: true,
      error: 'must be an address such as https://api.indexnow.org/indexnow',
    })
    .max(500)
    .refine(hasNoUser, 'must be an address without a user')
    .optional(),
  NEWSROOM: oneOf(['on', 'off']).default('on'),
  NEWSROOM_ALLOW_PRIVATE: flag.default(false),
  TRUST_PROXY: z.string().regex(/^\d$/, 'must be the number of proxies, 0 to 9').transform(Number).default(0),
  CDN_PURGE_URL: z
    .url({
      protocol: /^https?$/,
      abort: true,
      error: 'must be an address such as https://cdn.example.org/purge',
    })
    .refine(hasNoUser, 'must be an address without a user, with CDN_PURGE_TOKEN beside it')
    .optional(),
  CDN_PURGE_TOKEN: key.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 characters without spaces')
    .optional(),
  UPDATE_CHECK_URL: z
    .url({
      protocol: /^https?$/,
      abort: true,
      error: 'must be an address such as https://example.org/latest.json',
    })
    .max(500)
    .refine(hasNoUser, 'must be an address without a user')
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').max(1000).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_S3_ENDPOINT: s3Endpoint.optional(),
  BACKUP_S3_BUCKET: bucket.optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .max(200)
    .regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\/?$/, 'must be a path such as backups/example.org')
    .transform((value) => `${value.replace(/\/$/, '')}/`)
    .optional(),
  BACKUP_S3_REGION: region.optional(),
  BACKUP_S3_ACCESS_KEY_ID: key.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: key.optional(),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

function readKey(given: Parameters<typeof readDkimKey>[0], context: z.RefinementCtx) {
  try {
    return readDkimKey(given)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
}
