import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#core/data/database.ts'
import { copyCheckout } from '../support/copy-checkout.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { runMain, temporaryDataDir } from './run-main.ts'

test('a change in the server, in a mail and on a page takes effect without a restart', async () => {
  const checkout = await copyCheckout()
  const dataDir = temporaryDataDir()
  const env = {
    DATA_DIR: dataDir.path,
    PORT: '0',
    DEMO: '0',
    ADMIN_PASSWORD: 'a long password',
    SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
    SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
    JWT_SECRET: TEST_SECRETS.jwtSecret,
  }
  const main = runMain(env, { root: checkout.path, mainArguments: ['--dev'] })
  onTestFinished(async () => {
    expect(await main.stop()).toBe(0)
    await checkout.remove()
    await dataDir.remove()
  })
  const url = await main.address()
  const read = async (path: string) => (await fetch(url + path)).text()
  const service = createClient<Database>(url, TEST_SECRETS.secretKey, { auth: { persistSession: false } })

  expect(await read('/healthz')).toBe('{"status":"ok"}')
  await checkout.edit('server/platform/http/health.ts', "{ status: 'ok' }", "{ status: 'edited' }")
  await expect.poll(() => read('/healthz')).toBe('{"status":"edited"}')

  await checkout.edit(
    'server/features/newsletter/mails/confirmation-mail.tsx',
    'subject: t(',
    "subject: 'Edited: ' + t(",
  )
  let reader = 0
  await expect
    .poll(async () => {
      reader += 1
      await fetch(`${url}/subscribe`, {
        method: 'POST',
        body: new URLSearchParams({ email: `reader${reader}@example.org` }),
      })
      const { data } = await service
        .from('outbox_mails')
        .select('subject')
        .order('created_at', { ascending: false })
        .throwOnError()
      return data[0]?.subject
    })
    .toMatch(/^Edited: /)

  expect(await read('/about')).not.toContain('data-edition')
  await checkout.edit('app/pages/page-text.tsx', '<article', '<article data-edition="second"')
  await expect.poll(() => read('/about')).toContain('data-edition="second"')

  // A source with a syntax error changes nothing until it is fixed.
  await checkout.edit('server/platform/http/health.ts', "'edited' }", "'edi }")
  await main.printed(/Unterminated string/)
  expect(await read('/healthz')).toBe('{"status":"edited"}')
  await checkout.edit('server/platform/http/health.ts', "'edi }", "'mended' }")
  // The file watcher notices only the first of two changes within a twentieth of a second.
  await expect
    .poll(async () => {
      await checkout.touch('server/platform/http/health.ts')
      return read('/healthz')
    })
    .toBe('{"status":"mended"}')
  expect(main.output().match(/Creating the database in .* \(PostgreSQL \d+\)\./g)).toHaveLength(1)
})
