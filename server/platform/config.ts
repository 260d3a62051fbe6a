import { join, resolve } from 'node:path'
import type * as z from 'zod'
import type { AiProvider } from '#core/domain/ai-model.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { environment, RESEND_ADDRESS } from '#server/platform/environment.ts'
import { parseSender } from '#server/platform/mail/compose-message.ts'
import { withSecretFiles } from '#server/platform/secret-files.ts'
import type { DkimConfig } from '#server/platform/smtp-config.ts'

/** The variables of S3; either all of them are set, or none. */
const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The variables that a DKIM signature needs in addition to one of the two for its key. */
const DKIM_NAMES = ['DKIM_DOMAIN', 'DKIM_SELECTOR'] as const
const DKIM_KEY_NAMES = ['DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE'] as const

/** The variables of a language model. */
const AI_NAMES = ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'] as const

/** The sender of mail when neither the environment nor the desk sets one; no mail server takes it. */
const DEFAULT_SENDER = 'news@example.com'

/** Variables that this version refuses, because ignoring them silently would mislead the operator. */
const UNSUPPORTED: Record<string, string> = {
  SUPABASE_URL: 'use DATABASE_URL, or the embedded database',
}

/**
 * Reads the environment once, at boot. Empty values count as absent.
 * @throws ConfigError naming every variable that cannot be used
 */
export function readConfig(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const { given, problems: fileProblems } = withSecretFiles(set)
  const parsed = environment.safeParse(given)
  const unsupported = Object.keys(UNSUPPORTED).filter((name) => given[name])
  const missing = S3_NAMES.some((name) => given[name]) ? S3_NAMES.filter((name) => !given[name]) : []
  const missingForModel = findMissingForModel(given)
  const problems = [
    ...fileProblems,
    ...unsupported.map((name) => `${name}: not supported by this version, ${UNSUPPORTED[name]}`),
    ...missing.map((name) => `${name}: must be set as well, because files are to be stored in S3`),
    ...(missingForModel ? [missingForModel] : []),
    ...findMailProblems(given),
    ...findProcessProblems(parsed.data),
    ...findBackupProblems(given),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('; '))
  const value = parsed.data
  return {
    host: value.HOST,
    port: value.PORT,
    /** Public origin without a trailing slash. */
    siteUrl: value.SITE_URL ?? `http://${hostForUrl(value.HOST)}:${value.PORT}`,
    dataDir: resolve(value.DATA_DIR),
    /** The folder of uploaded files; processes on one database share it. */
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
      /** The address of Resend, also with a key of the desk. */
      resendAddress: value.RESEND_BASE_URL ?? RESEND_ADDRESS,
      dkim: readDkim(value),
      from: value.MAIL_FROM ?? DEFAULT_SENDER,
      /** True if the environment sets the sender; otherwise the desk may. */
      isFromSet: value.MAIL_FROM !== undefined,
      /** A secret with which Resend signs its events; the desk may have another. */
      resendWebhookSecret: value.RESEND_WEBHOOK_SECRET ?? null,
    },
    /** The bare address of the sender, which the site shows as its contact address unless a setting says otherwise. */
    contactEmail: parseSender(value.MAIL_FROM ?? DEFAULT_SENDER).address,
    /** The time zone of the newsletter unless a setting says otherwise. */
    newsletterZone: value.NEWSLETTER_TIMEZONE,
    /** The S3 bucket that files are stored in; null when they are stored in the data folder. */
    s3: readS3(value),
    /** The language model; null when administrators choose one on the desk. */
    ai: readAi(value),
    /** Addresses of the own network from which pictures may be copied. */
    pictureServers: value.PICTURE_SERVERS,
    /** Addresses of the own network to which webhooks may be sent. */
    webhookServers: value.WEBHOOK_SERVERS,
    /** Addresses of the own network with servers of the social web. Apart from webhooks, because strangers choose who is asked there. */
    socialServers: value.SOCIAL_SERVERS,
    /** The public hub that feeds name; null when this site is its own. */
    websubHub: value.WEBSUB_HUB ?? null,
    /** The address to which changed pages are submitted by IndexNow; null while they are not. */
    indexNowUrl: value.INDEXNOW_URL ?? null,
    /** The newsroom, and whether it may ask servers of the own network. */
    newsroom: { isOn: value.NEWSROOM === 'on', allowsPrivate: value.NEWSROOM_ALLOW_PRIVATE },
    trustProxy: value.TRUST_PROXY,
    /** The part of this process in running jobs, and whether it serves as well. */
    worker: value.WORKER,
    /** The number of processes that serve pages; with more than one, another one runs the jobs. */
    processes: value.PROCESSES,
    /** The CDN that is told to purge changed pages; null without one. */
    cdn: value.CDN_PURGE_URL ? { url: value.CDN_PURGE_URL, token: value.CDN_PURGE_TOKEN } : null,
    /** Opens /metrics; undefined while there is none. */
    metricsToken: value.METRICS_TOKEN,
    /** Encrypts backups; undefined when they are stored as they are. */
    backupPassphrase: value.BACKUP_PASSPHRASE,
    /** The address that lists newer versions; undefined while the site may not ask. */
    updateCheckUrl: value.UPDATE_CHECK_URL,
    backups: readBackupConfig(value),
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

function findProcessProblems(value: z.output<typeof environment> | undefined): string[] {
  const problems: string[] = []
  if (value?.WORKER === 'only' && value.PROCESSES !== 1)
    problems.push('PROCESSES: must be 1 with WORKER=only, because it counts processes that serve pages')
  if (value?.CDN_PURGE_TOKEN && !value.CDN_PURGE_URL)
    problems.push('CDN_PURGE_URL: must be set as well, because CDN_PURGE_TOKEN is')
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

type Environment = z.output<typeof environment>

/** The place of the backups that the desk and the schedule make. */
export interface BackupConfig {
  /** The folder in which they are written, and kept if there is no bucket. */
  folder: string
  s3: (S3Config & { prefix: string }) | null
}

/** Variables that only make sense with a bucket for backups. */
const WITH_BUCKET = [
  'BACKUP_S3_PREFIX',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

/** Variables that the bucket needs, either its own or those of the bucket for uploaded files. */
const NEEDED = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Variables of backups that lack another one. */
function findBackupProblems(given: Record<string, string | undefined>): string[] {
  if (!given.BACKUP_S3_BUCKET) {
    const set = WITH_BUCKET.find((name) => given[name])
    return set ? [`BACKUP_S3_BUCKET: must be set as well, because ${set} is`] : []
  }
  return NEEDED.filter((name) => !given[`BACKUP_${name}`] && !given[name]).map(
    (name) => `BACKUP_${name}: must be set as well, because BACKUP_S3_BUCKET is`,
  )
}

function readBackupConfig(value: Environment): BackupConfig {
  const folder = resolve(value.BACKUP_DIR ?? join(value.DATA_DIR, 'backups'))
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_PREFIX: prefix = '' } = value
  const endpoint = value.BACKUP_S3_ENDPOINT ?? value.S3_ENDPOINT
  const accessKeyId = value.BACKUP_S3_ACCESS_KEY_ID ?? value.S3_ACCESS_KEY_ID
  const secretAccessKey = value.BACKUP_S3_SECRET_ACCESS_KEY ?? value.S3_SECRET_ACCESS_KEY
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) return { folder, s3: null }
  const region = value.BACKUP_S3_REGION ?? value.S3_REGION
  return { folder, s3: { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } }
}
