import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '#server/platform/config.ts'
import { refusal } from '../../tests/support/refused-config.ts'

const DEFAULTS: Config = {
  host: '127.0.0.1',
  port: 3000,
  siteUrl: 'http://127.0.0.1:3000',
  dataDir: resolve('data'),
  storageDir: resolve('data/storage'),
  databaseUrl: undefined,
  keys: { publishable: undefined, secret: undefined, jwtSecret: undefined },
  admin: { email: 'admin@example.com', password: undefined },
  demo: true,
  mail: {
    smtpUrl: undefined,
    resend: null,
    resendAddress: 'https://api.resend.com',
    dkim: null,
    from: 'news@example.com',
    isFromSet: false,
    resendWebhookSecret: null,
  },
  contactEmail: 'news@example.com',
  newsletterZone: 'Europe/Zurich',
  s3: null,
  ai: null,
  pictureServers: [],
  webhookServers: [],
  socialServers: [],
  websubHub: null,
  indexNowUrl: null,
  newsroom: { isOn: true, allowsPrivate: false },
  trustProxy: 0,
  worker: 'on',
  processes: 1,
  cdn: null,
  metricsToken: undefined,
  backupPassphrase: undefined,
  updateCheckUrl: undefined,
  backups: { folder: resolve('data/backups'), s3: null },
  logLevel: 'info',
}

const NAMES = [
  'PORT',
  'HOST',
  'SITE_URL',
  'DATA_DIR',
  'STORAGE_DIR',
  'DATABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'JWT_SECRET',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'DEMO',
  'SMTP_URL',
  'MAIL_FROM',
  'NEWSLETTER_TIMEZONE',
  'PICTURE_SERVERS',
  'SOCIAL_SERVERS',
  'TRUST_PROXY',
  'WORKER',
  'PROCESSES',
  'LOG_LEVEL',
  'SUPABASE_URL',
  'BACKUP_DIR',
  'BACKUP_S3_BUCKET',
  'RESEND_API_KEY',
  'RESEND_BASE_URL',
  'DKIM_DOMAIN',
  'DKIM_SELECTOR',
  'DKIM_PRIVATE_KEY',
  'DKIM_PRIVATE_KEY_FILE',
  'RESEND_WEBHOOK_SECRET',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AI_PROVIDER',
  'AI_MODEL',
  'AI_API_KEY',
  'AI_BASE_URL',
]

test('S3 takes an address, a bucket and a key, and is refused without any of them', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.org/',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret/+=',
  }
  expect(readConfig(s3).s3).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret/+=',
  })
  expect(readConfig({ ...s3, S3_REGION: 'eu-central-1' }).s3?.region).toBe('eu-central-1')
  const below = 'https://project.storage.supabase.co/storage/v1/s3'
  expect(readConfig({ ...s3, S3_ENDPOINT: `${below}/` }).s3?.endpoint).toBe(below)
  for (const address of ['https://key@s3.example.org', `${below}?region=eu`, `${below}#bucket`]) {
    expect(refusal({ ...s3, S3_ENDPOINT: address })).toBe(
      'S3_ENDPOINT: must be an address without user, query and fragment',
    )
  }
  for (const name of Object.keys(s3)) {
    expect(refusal({ ...s3, [name]: '' })).toBe(
      `${name}: must be set as well, because files are to be stored in S3`,
    )
  }
})

test('a language model takes what its provider needs, and is refused without it', () => {
  const model = { AI_PROVIDER: 'anthropic', AI_MODEL: 'claude-x', AI_API_KEY: 'sk-1' }
  expect(readConfig(model).ai).toEqual({
    provider: 'anthropic',
    model: 'claude-x',
    baseUrl: null,
    key: 'sk-1',
    variables: ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY'],
  })
  const local = {
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'qwen/qwen3:8b',
    AI_BASE_URL: 'http://127.0.0.1:11434/v1/',
  }
  expect(readConfig(local).ai).toMatchObject({ baseUrl: 'http://127.0.0.1:11434/v1', key: null })
  expect(readConfig({ ...local, AI_PROVIDER: 'openai' }).ai?.key).toBeNull()

  const provider = 'AI_PROVIDER: must be set as well, because AI_MODEL is'
  expect(refusal({ ...model, AI_PROVIDER: '' })).toBe(provider)
  expect(refusal({ ...model, AI_MODEL: '' })).toBe('AI_MODEL: must be set as well, because AI_PROVIDER is')
  expect(refusal({ ...model, AI_API_KEY: '' })).toBe('AI_API_KEY: must be set for this provider')
  expect(refusal({ ...local, AI_BASE_URL: '' })).toBe('AI_BASE_URL: must be set for this provider')
})

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual(DEFAULTS)
})

test.each(['', ' ', '\t\n'])('a variable set to %j counts as absent', (value) => {
  expect(readConfig(Object.fromEntries(NAMES.map((name) => [name, value])))).toEqual(DEFAULTS)
})

test('variables of other programs do not matter', () => {
  expect(readConfig({ PATH: '/bin', port: 'x', HOSTNAME: 'x y' })).toEqual(DEFAULTS)
})

test.each<[string, string, (config: Config) => unknown, unknown]>([
  ['PORT', '0', (config) => config.port, 0],
  ['PORT', '65535', (config) => config.port, 65_535],
  ['HOST', '0.0.0.0', (config) => config.host, '0.0.0.0'],
  ['WORKER', 'only', (config) => config.worker, 'only'],
  ['WORKER', 'off', (config) => config.worker, 'off'],
  ['SITE_URL', 'https://example.org', (config) => config.siteUrl, 'https://example.org'],
  ['SITE_URL', 'https://Example.ORG:443/', (config) => config.siteUrl, 'https://example.org'],
  ['SITE_URL', 'http://localhost:8080', (config) => config.siteUrl, 'http://localhost:8080'],
  ['DATA_DIR', 'elsewhere', (config) => config.dataDir, resolve('elsewhere')],
  ['DATA_DIR', '/var/lib/ai-watch', (config) => config.dataDir, '/var/lib/ai-watch'],
  ['STORAGE_DIR', '/srv/pictures', (config) => config.storageDir, '/srv/pictures'],
  [
    'DATABASE_URL',
    'postgres://u:p%40@db.example.org:6432/news?sslmode=require',
    (config) => config.databaseUrl,
    'postgres://u:p%40@db.example.org:6432/news?sslmode=require',
  ],
  [
    'RESEND_WEBHOOK_SECRET',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    (config) => config.mail.resendWebhookSecret,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
  ['DATABASE_URL', 'postgresql://db/news', (config) => config.databaseUrl, 'postgresql://db/news'],
  [
    'SUPABASE_PUBLISHABLE_KEY',
    'sb_publishable_0123456789-abcdefgh_',
    (config) => config.keys.publishable,
    'sb_publishable_0123456789-abcdefgh_',
  ],
  [
    'SUPABASE_SECRET_KEY',
    'sb_secret_0123456789-abcdefgh_',
    (config) => config.keys.secret,
    'sb_secret_0123456789-abcdefgh_',
  ],
  ['JWT_SECRET', 'x'.repeat(32), (config) => config.keys.jwtSecret, 'x'.repeat(32)],
  ['ADMIN_EMAIL', 'Nora@Example.org', (config) => config.admin.email, 'nora@example.org'],
  ['ADMIN_PASSWORD', ' 8 chars ', (config) => config.admin.password, ' 8 chars '],
  ['ADMIN_PASSWORD', 'x'.repeat(128), (config) => config.admin.password, 'x'.repeat(128)],
  ['ADMIN_PASSWORD', '😀'.repeat(8), (config) => config.admin.password, '😀'.repeat(8)],
  ['DEMO', '1', (config) => config.demo, true],
  ['DEMO', 'true', (config) => config.demo, true],
  ['DEMO', '0', (config) => config.demo, false],
  ['DEMO', 'false', (config) => config.demo, false],
  ['SMTP_URL', 'smtp://u:p@mail:587', (config) => config.mail.smtpUrl, 'smtp://u:p@mail:587'],
  ['SMTP_URL', 'smtps://mail.example.org', (config) => config.mail.smtpUrl, 'smtps://mail.example.org'],
  ['NEWSLETTER_TIMEZONE', 'America/New_York', (config) => config.newsletterZone, 'America/New_York'],
  ['MAIL_FROM', 'news@example.org', (config) => config.mail.from, 'news@example.org'],
  ['MAIL_FROM', '<news@example.org>', (config) => config.mail.from, '<news@example.org>'],
  ['MAIL_FROM', 'Zürich, KI <n@x.ch>', (config) => config.mail.from, 'Zürich, KI <n@x.ch>'],
  ['PICTURE_SERVERS', '10.0.0.7, ::1', (config) => config.pictureServers, ['10.0.0.7', '::1']],
  ['WEBHOOK_SERVERS', '10.0.0.7', (config) => config.webhookServers, ['10.0.0.7']],
  ['SOCIAL_SERVERS', '10.0.0.8', (config) => config.socialServers, ['10.0.0.8']],
  ['INDEXNOW_URL', 'https://hub.example/push', (config) => config.indexNowUrl, 'https://hub.example/push'],
  ['WEBSUB_HUB', 'https://hub.example/push', (config) => config.websubHub, 'https://hub.example/push'],
  ['NEWSROOM', 'off', (config) => config.newsroom.isOn, false],
  ['NEWSROOM_ALLOW_PRIVATE', '1', (config) => config.newsroom.allowsPrivate, true],
  ['TRUST_PROXY', '2', (config) => config.trustProxy, 2],
  [
    'METRICS_TOKEN',
    'sixteen-or-more-characters',
    (config) => config.metricsToken,
    'sixteen-or-more-characters',
  ],
  ['LOG_LEVEL', 'silent', (config) => config.logLevel, 'silent'],
])('%s may be %s', (name, value, pick, expected) => {
  expect(pick(readConfig({ [name]: value }))).toEqual(expected)
})

const PORT_RULE = 'must be a number from 0 to 65535'

const ORIGIN_RULE = 'must be an address such as https://example.org'

const IN_A_PASSWORD = '; in a password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25'

const ENCODING_RULE = `has a character that is not encoded${IN_A_PASSWORD}`

const DATABASE_RULE = `must look like postgres://user:password@host:5432/database${IN_A_PASSWORD}`

const SMTP_RULE = `must look like smtp://user:password@host:587${IN_A_PASSWORD}`

const CONNECTIONS_RULE = 'may ask for 1 to 100 connections as maxConnections'

const SENDER_RULE = 'must look like AI Watch <news@example.org>'

test.each([
  'ftp://127.0.0.1/v1',
  'http://user:secret@127.0.0.1/v1',
  'http://127.0.0.1/v1?key=secret',
  'http://127.0.0.1/v1#x',
  '127.0.0.1:11434',
  'http://',
])('the address of a language model may not be %s', (address) => {
  expect(refusal({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_BASE_URL: address })).toBe(
    'AI_BASE_URL: Must be an address such as http://127.0.0.1:11434/v1, without a user or a query',
  )
})

test.each([
  ['PORT', '65536', PORT_RULE],
  ['PORT', '-1', PORT_RULE],
  ['PORT', '3e3', PORT_RULE],
  ['PORT', '80.5', PORT_RULE],
  ['PORT', 'http', PORT_RULE],
  ['HOST', 'two words', 'must be a host name or an IP address'],
  ['HOST', 'http://localhost', 'must be a host name or an IP address'],
  ['SITE_URL', 'example.org', ORIGIN_RULE],
  ['SITE_URL', 'ftp://example.org', ORIGIN_RULE],
  ['SITE_URL', 'https://', ORIGIN_RULE],
  ['SITE_URL', 'https://example.org/news', 'must be an origin without a path'],
  ['RESEND_WEBHOOK_SECRET', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'must start with whsec_, as Resend shows it'],
  ['RESEND_WEBHOOK_SECRET', 'whsec_short', 'must start with whsec_, as Resend shows it'],
  ['DATABASE_URL', 'db.example.org', DATABASE_RULE],
  ['DATABASE_URL', 'mysql://db/news', DATABASE_RULE],
  ['DATABASE_URL', 'postgres://news@db', 'must end in the name of a database, such as /ai_watch'],
  ['DATABASE_URL', 'postgres://news@db/', 'must end in the name of a database, such as /ai_watch'],
  ['DATABASE_URL', 'postgres://news:a#b@db/news', DATABASE_RULE],
  ['DATABASE_URL', 'postgres://news:12#b@db/news', ENCODING_RULE],
  ['DATABASE_URL', 'postgres://news:12/b@db/news', ENCODING_RULE],
  ['DATABASE_URL', 'postgres://news:12?b@db/news', ENCODING_RULE],
  ['DATABASE_URL', 'postgres://news:%zz@db/news', ENCODING_RULE],
  ['DATABASE_URL', 'postgres://news:%ff@db/news', ENCODING_RULE],
  ['SMTP_URL', 'smtp://news:12#b@mail.example.org', ENCODING_RULE],
  ['SMTP_URL', 'smtp://news:100%@mail.example.org', ENCODING_RULE],
  [
    'SUPABASE_PUBLISHABLE_KEY',
    'sb_publishable_short',
    'must start with sb_publishable_ and be at least 35 characters',
  ],
  ['SUPABASE_SECRET_KEY', 'eyJhbGciOi', 'must start with sb_secret_ and be at least 30 characters'],
  ['JWT_SECRET', 'x'.repeat(31), 'must have at least 32 characters'],
  ['ADMIN_EMAIL', 'nora', 'must be an email address'],
  ['ADMIN_PASSWORD', '1234567', 'must have at least 8 characters'],
  ['ADMIN_PASSWORD', '😀'.repeat(7), 'must have at least 8 characters'],
  ['ADMIN_PASSWORD', 'x'.repeat(129), 'must have at most 128 characters'],
  ['DEMO', 'yes', 'must be 0, 1, true or false, not yes'],
  ['DEMO', 'True', 'must be 0, 1, true or false, not True'],
  ['DEMO', '2', 'must be 0, 1, true or false'],
  ['DEMO', 'y'.repeat(10_000), 'must be 0, 1, true or false'],
  ['WORKER', 'alone', 'must be on, off or only, not alone'],
  ['SMTP_URL', 'mail.example.org:587', SMTP_RULE],
  ['SMTP_URL', 'http://mail.example.org', SMTP_RULE],
  ['NEWSLETTER_TIMEZONE', '+02:00', 'must be the name of a time zone such as Europe/Zurich'],
  ['MAIL_FROM', 'AI Watch', SENDER_RULE],
  ['MAIL_FROM', 'AI Watch <news@example.org', SENDER_RULE],
  ['MAIL_FROM', 'AI Watch news@example.org', SENDER_RULE],
  ['MAIL_FROM', 'AI Watch\r\nBcc: x <news@example.org>', SENDER_RULE],
  ['MAIL_FROM', 'AI Watch <a@example.org, b@example.org>', SENDER_RULE],
  ['PICTURE_SERVERS', 'archive.local', 'must be IP addresses, separated by commas'],
  ['TRUST_PROXY', 'true', 'must be the number of proxies, 0 to 9'],
  ['TRUST_PROXY', '10', 'must be the number of proxies, 0 to 9'],
  ['LOG_LEVEL', 'verbose', 'must be debug, info, warn, error or silent, not verbose'],
  [
    'SUPABASE_URL',
    'https://x.supabase.co',
    'not supported by this version, use DATABASE_URL, or the embedded database',
  ],
  ['SMTP_URL', 'smtp://mail.example.org?maxConnections=0', CONNECTIONS_RULE],
  ['SMTP_URL', 'smtp://mail.example.org?maxConnections=101', CONNECTIONS_RULE],
  ['SMTP_URL', 'smtp://mail.example.org?maxConnections=many', CONNECTIONS_RULE],
  ['RESEND_API_KEY', 're_123 456', 'must be text without spaces'],
  ['S3_REGION', 'eu central', 'must be the name of a region, such as eu-central-1'],
])('%s may not be %j, and the message names it', (name, value, rule) => {
  expect(refusal({ [name]: value })).toBe(`${name}: ${rule}`)
})

test('several mistakes are reported at once, in one line', () => {
  expect(
    refusal({ PORT: 'x', DEMO: 'maybe', JWT_SECRET: 'short', SUPABASE_URL: 'https://x.supabase.co' }).split(
      '; ',
    ),
  ).toEqual([
    'SUPABASE_URL: not supported by this version, use DATABASE_URL, or the embedded database',
    `PORT: ${PORT_RULE}`,
    'JWT_SECRET: must have at least 32 characters',
    'DEMO: must be 0, 1, true or false, not maybe',
  ])
})

test.each(['hunter2-\n-hunter2', 'hunter2'])('a message never repeats %j, which may be secret', (secret) => {
  const message = refusal(Object.fromEntries(NAMES.map((name) => [name, secret])))
  expect(message).not.toContain('hunter2')
  expect(message).not.toContain('\n')
})

describe('the public address', () => {
  test.each([
    ['0.0.0.0', 'http://localhost:8080'],
    ['::', 'http://localhost:8080'],
    ['::1', 'http://[::1]:8080'],
    ['news.local', 'http://news.local:8080'],
  ])('of a site that listens on %s is %s', (host, address) => {
    expect(readConfig({ HOST: host, PORT: '8080' }).siteUrl).toBe(address)
  })

  test('is SITE_URL, wherever it listens', () => {
    const env = { HOST: '0.0.0.0', PORT: '8080', SITE_URL: 'https://example.org/' }
    expect(readConfig(env).siteUrl).toBe('https://example.org')
  })
})

test('a CDN is told of changes at CDN_PURGE_URL, with a token or without', () => {
  const CDN_PURGE_URL = 'http://127.0.0.1:9000/purge?zone=1'
  expect(readConfig({ CDN_PURGE_URL }).cdn).toEqual({ url: CDN_PURGE_URL, token: undefined })
  expect(readConfig({ CDN_PURGE_URL, CDN_PURGE_TOKEN: 't' }).cdn?.token).toBe('t')
  expect(refusal({ CDN_PURGE_TOKEN: 't' })).toBe(
    'CDN_PURGE_URL: must be set as well, because CDN_PURGE_TOKEN is',
  )
  expect(refusal({ CDN_PURGE_URL: 'ftp://cdn.example.org' })).toMatch(
    /^CDN_PURGE_URL: must be an address such as/,
  )
  expect(refusal({ CDN_PURGE_URL: 'https://nora:secret@cdn.example.org' })).toBe(
    'CDN_PURGE_URL: must be an address without a user, with CDN_PURGE_TOKEN beside it',
  )
  expect(refusal({ CDN_PURGE_URL, CDN_PURGE_TOKEN: 'two words' })).toMatch(/^CDN_PURGE_TOKEN: /)
})

test('PROCESSES is a number, or one for each processor, of processes that serve', () => {
  expect(readConfig({ PROCESSES: '8' }).processes).toBe(8)
  expect(readConfig({ PROCESSES: ' ' }).processes).toBe(1)
  expect(readConfig({ PROCESSES: 'auto' }).processes).toBe(availableParallelism())
  for (const PROCESSES of ['0', '-1', '65', '1000', '2.5', 'many', '1e1', '0x2', '02'])
    expect(refusal({ PROCESSES })).toBe('PROCESSES: must be auto or a number from 1 to 64')
  expect(refusal({ PROCESSES: '2', WORKER: 'only' })).toMatch(/^PROCESSES: must be 1 with WORKER=only/)
})
