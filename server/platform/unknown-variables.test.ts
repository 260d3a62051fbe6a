import { expect, test } from 'vitest'
import { environment } from '#server/platform/environment.ts'
import { SECRET_NAMES } from '#server/platform/secret-files.ts'
import { describeUnknownVariables } from '#server/start/run-site.ts'

const envOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']))

test.each([
  ['BACKUP_BUCKET', 'BACKUP_S3_BUCKET'],
  ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['METRICS_TOKN', 'METRICS_TOKEN'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['SITE_ULR', 'SITE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['AI_MODELS', 'AI_MODEL'],
  ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
])('%s is named, and that it may be meant to be %s', (name, known) => {
  expect(describeUnknownVariables({ ...envOf([name]), DATA_DIR: '/data' })).toBe(
    `The environment has variables that AI Watch does not know and does not use: ${name} (${known}?). docs/self-hosting/variables.md lists all.`,
  )
})

test('what is ours, and what other programs read, is not', () => {
  const ours = [...Object.keys(environment.shape), ...SECRET_NAMES.map((name) => `${name}_FILE`)]
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'TZ',
    'LANG',
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'POSTGRES_PASSWORD',
  ]
  const similar = [
    'AI_GATEWAY_TOKEN',
    'DATABASE_NAME',
    'LOG_FORMAT',
    'DATA_HOME',
    'SUPABASE_ACCESS_TOKEN',
    'HOSTS',
    'PORTS',
    'npm_lifecycle_event',
  ]
  expect(describeUnknownVariables(envOf([...ours, ...others, ...similar]))).toBeNull()
})

test('many are counted', () => {
  const names = Array.from({ length: 30 }, (_, index) => `S3_${index}`)
  const line = describeUnknownVariables({ ...envOf(names), [`S3_${'X'.repeat(90_000)}`]: 'x' })
  expect(line).toMatch(/S3_4 \(\w+\?\) and 25 more\./)
  expect(line?.length).toBeLessThan(400)
})
