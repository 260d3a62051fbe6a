import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { announce } from '#server/start/start-site.ts'

afterEach(() => void vi.restoreAllMocks())

function announced(env: Record<string, string>): string {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  announce(readConfig(env), 'the outbox')
  return print.mock.lastCall?.[0]
}

const ADVICE = 'Only this machine can open it.'

test.each([{}, { SITE_URL: 'https://example.org' }, { TRUST_PROXY: '1' }])(
  'with %j the start says that only this machine can open the site',
  (env) => {
    expect(announced(env)).toContain(ADVICE)
  },
)

test.each([
  { HOST: '0.0.0.0', SITE_URL: 'http://192.0.2.1:3000' },
  { SITE_URL: 'https://example.org', TRUST_PROXY: '1' },
])('with %j it does not, because others can', (env) => {
  const text = announced(env)
  expect(text).toContain(`AI Watch   ${env.SITE_URL}`)
  expect(text).not.toContain(ADVICE)
})
