import { join, resolve } from 'node:path'
import * as z from 'zod'
import { AI_PROVIDERS, type AiProvider, aiAddress, aiKey, aiModelName } from '#core/domain/ai-model.ts'
import { findPasswordFlaw, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'
import { isTimeZone } from '#core/domain/settings.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import {
  type DkimConfig,
  MAX_SMTP_CONNECTIONS,
  readDkimKey,
  smtpConnectionsOf,
} from '#server/platform/mail/smtp-config.ts'

/** What is repeated of a setting that is one of some words: a word, which no key or password is. */
const WORD = /^[a-z]{1,10}$/i

/** One of some words. */
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

const origin = z.url({
  protocol: /^https?$/,
  abort: true,
  error: 'must be an address such as https://example.org',
})

/** What S3 needs; either all of them are set, or none. */
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** What a signature needs, beside one of the two variables for its key. */
const DKIM_NAMES = ['DKIM_DOMAIN', 'DKIM_SELECTOR'] as const
const DKIM_KEY_NAMES = ['DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE'] as const

const RESEND_ADDRESS = 'https://api.resend.com'

/** What a language model needs. */
const AI_NAMES = ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'] as const

const environment = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  SITE_URL: origin
    .refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  STORAGE_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' })
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
    .url({ protocol: /^smtps?$/, abort: true, error: 'must look like smtp://user:password@host:587' })
    .refine(
      (value) => smtpConnectionsOf(value) !== null,
      `may ask for 1 to ${MAX_SMTP_CONNECTIONS} connections as maxConnections`,
    )
    .optional(),
  RESEND_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be text without spaces')
    .optional(),
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
    .default('news@example.com'),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{20,200}={0,2}$/, 'must start with whsec_, as Resend shows it')
    .optional(),
  NEWSLETTER_TIMEZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone such as Europe/Zurich')
    .default('Europe/Zurich'),
  S3_ENDPOINT: origin
    .refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be text without spaces')
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be text without spaces')
    .optional(),
  AI_PROVIDER: oneOf(AI_PROVIDERS).optional(),
  AI_MODEL: aiModelName.optional(),
  AI_API_KEY: aiKey.optional(),
  AI_BASE_URL: aiAddress.optional(),
  WORKER: oneOf(['on', 'off', 'only']).default('on'),
  TRUST_PROXY: z.string().regex(/^\d$/, 'must be the number of proxies, 0 to 9').transform(Number).default(0),
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

/** Variables that this version does not support: they are refused, because ignoring one silently would mislead. */
const UNSUPPORTED: Record<string, string> = {
  SUPABASE_URL: 'use DATABASE_URL, or the embedded database',
}

/**
 * Reads the environment once, at boot. Empty values count as absent.
 * @throws ConfigError naming every variable that cannot be used
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(given)
  const unsupported = Object.keys(UNSUPPORTED).filter((name) => given[name])
  const missing = S3_NAMES.some((name) => given[name]) ? S3_NAMES.filter((name) => !given[name]) : []
  const missingForModel = findMissingForModel(given)
  const mailProblems = findMailProblems(given)
  const isComplete = [unsupported, missing, mailProblems].every(({ length }) => length === 0)
  if (!parsed.success || !isComplete || missingForModel) {
    const problems = [
      ...unsupported.map((name) => `${name}: not supported by this version, ${UNSUPPORTED[name]}`),
      ...missing.map((name) => `${name}: must be set as well, because files are to be stored in S3`),
      ...(missingForModel ? [missingForModel] : []),
      ...mailProblems,
      ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ]
    throw new ConfigError(problems.join('; '))
  }
  const value = parsed.data
  return {
    host: value.HOST,
    port: value.PORT,
    /** Public origin without a trailing slash. */
    siteUrl: value.SITE_URL ?? `http://${hostForUrl(value.HOST)}:${value.PORT}`,
    dataDir: resolve(value.DATA_DIR),
    /** Where uploaded files are stored; processes on one database share it. */
    storageDir: resolve(value.STORAGE_DIR ?? join(value.DATA_DIR, 'storage')),
    databaseUrl: value.DATABASE_URL,
    keys: {
      publishable: value.SUPABASE_PUBLISHABLE_KEY,
      secret: value.SUPABASE_SECRET_KEY,
      jwtSecret: value.JWT_SECRET,
    },
    admin: { email: value.ADMIN_EMAIL.toLowerCase(), password: value.ADMIN_PASSWORD },
    demo: value.DEMO,
    mail: {
      smtpUrl: value.SMTP_URL,
      resend: value.RESEND_API_KEY
        ? { key: value.RESEND_API_KEY, baseUrl: value.RESEND_BASE_URL ?? RESEND_ADDRESS }
        : null,
      dkim: readDkim(value),
      from: value.MAIL_FROM,
    },
    /** With which Resend signs the events that it sends; null when it sends none. */
    resendWebhookSecret: value.RESEND_WEBHOOK_SECRET ?? null,
    /** The bare address of the sender, which the site shows as its contact address unless a setting says otherwise. */
    contactEmail: /<(.+)>/.exec(value.MAIL_FROM)?.[1] ?? value.MAIL_FROM,
    /** The time zone of the newsletter unless a setting says otherwise. */
    newsletterZone: value.NEWSLETTER_TIMEZONE,
    /** The S3 bucket that files are stored in; null when they are stored in the data folder. */
    s3: readS3(value),
    /** The language model; null when administrators choose one on the desk. */
    ai: readAi(value),
    trustProxy: value.TRUST_PROXY,
    /** Whether this process works on jobs, and whether it serves as well. */
    worker: value.WORKER,
    logLevel: value.LOG_LEVEL,
  }
}

function readS3(value: z.output<typeof environment>): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = value
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

/** Variables of mail that contradict each other, or lack another one. */
function findMailProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  if (given.RESEND_API_KEY && given.SMTP_URL)
    problems.push('RESEND_API_KEY: must not be set together with SMTP_URL, choose one of them')
  if (given.RESEND_BASE_URL && !given.RESEND_API_KEY)
    problems.push('RESEND_API_KEY: must be set as well, because RESEND_BASE_URL is')
  const [set] = [...DKIM_NAMES, ...DKIM_KEY_NAMES].filter((name) => given[name])
  if (!set) return problems
  if (given.RESEND_API_KEY)
    problems.push(`${set}: must not be set with RESEND_API_KEY, because Resend signs mails with its own key`)
  for (const name of DKIM_NAMES) {
    if (!given[name]) problems.push(`${name}: must be set as well, because ${set} is`)
  }
  const keys = DKIM_KEY_NAMES.filter((name) => given[name])
  if (keys.length === 0) problems.push(`DKIM_PRIVATE_KEY: must be set as well, because ${set} is`)
  if (keys.length === 2)
    problems.push('DKIM_PRIVATE_KEY: must not be set together with DKIM_PRIVATE_KEY_FILE')
  return problems
}

function readDkim(value: z.output<typeof environment>): DkimConfig | null {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector } = value
  const key = value.DKIM_PRIVATE_KEY ?? value.DKIM_PRIVATE_KEY_FILE
  return domain && selector && key ? { domain, selector, ...key } : null
}

/** Names the variable that is missing, because those of the language model only make sense together. */
function findMissingForModel(given: Record<string, string | undefined>): string | null {
  const { AI_PROVIDER: provider, AI_MODEL: model, AI_API_KEY: key, AI_BASE_URL: address } = given
  const set = AI_NAMES.find((name) => given[name])
  if (!set) return null
  if (!provider) return `AI_PROVIDER: must be set as well, because ${set} is`
  if (!model) return 'AI_MODEL: must be set as well, because AI_PROVIDER is'
  if (provider === 'openai-compatible') return address ? null : 'AI_BASE_URL: must be set for this provider'
  // A server that stands in for a provider may need no key.
  return key || address ? null : 'AI_API_KEY: must be set for this provider'
}

function readAi(value: z.output<typeof environment>): AiConfig | null {
  const { AI_PROVIDER: provider, AI_MODEL: model } = value
  if (!provider || !model) return null
  const variables = AI_NAMES.filter((name) => value[name] !== undefined)
  return { provider, model, baseUrl: value.AI_BASE_URL ?? null, key: value.AI_API_KEY ?? null, variables }
}

export interface AiConfig {
  provider: AiProvider
  model: string
  /** Null for the provider's own address. */
  baseUrl: string | null
  key: string | null
  /** The variables that were set. */
  variables: string[]
}

export interface S3Config {
  /** Origin without a trailing slash. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type Config = ReturnType<typeof readConfig>

function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
