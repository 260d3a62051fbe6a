import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireSafeAddress } from '#server/platform/database/open-database.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const POOLER = 'postgres://postgres.project:secret@aws-0-eu-central-1.pooler.supabase.com'
const DIRECT = 'postgres://postgres:secret@db.project.supabase.co'

test.each([
  [`${POOLER}:6543/ai_watch?sslmode=verify-full`, 'a pooler in transaction mode'],
  [`${DIRECT}:6543/ai_watch?sslmode=verify-full`, 'a pooler in transaction mode'],
  [`${POOLER}:5432/ai_watch`, 'would not be encrypted'],
  [`${DIRECT}/ai_watch?sslmode=disable`, 'would not be encrypted'],
  [
    `${DIRECT}/ai_watch?sslmode=verify-full&sslrootcert=/nowhere/ca.crt`,
    '/nowhere/ca.crt cannot be read: it is not there (ENOENT)',
  ],
])('%s is refused, and the refusal has no password', (url, reason) => {
  expect(() => requireSafeAddress(url)).toThrow(/^DATABASE_URL: [^\n]+$/)
  expect(() => requireSafeAddress(url)).toThrow(reason)
  expect(() => requireSafeAddress(url)).not.toThrow('secret')
})

test('an encrypted connection to a session is taken, and so is any other PostgreSQL', async () => {
  const folder = createTemporaryFolder('certificate')
  onTestFinished(() => rm(folder, { recursive: true }))
  const certificate = join(folder, 'prod-ca-2021.crt')
  await writeFile(certificate, 'as downloaded')
  const encrypted = `?sslmode=verify-full&sslrootcert=${certificate}`
  for (const url of [
    `${POOLER}:5432/ai_watch${encrypted}`,
    `${DIRECT}/ai_watch${encrypted}`,
    'postgres://me@127.0.0.1:6543/ai_watch',
    'postgres://me@supabase.co.example.org/ai_watch',
  ]) {
    requireSafeAddress(url)
  }
})
