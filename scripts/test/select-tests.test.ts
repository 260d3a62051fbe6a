import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { filesUsedBy, readUsers, selectTests } from './select-tests.ts'

const program = {
  all: [
    'core/slug.test.ts',
    'core/slugs.long.test.ts',
    'server/platform/queue/purge.test.ts',
    'server/platform/mail/send.test.ts',
    'server/platform/mail/text.test.ts',
    'server/features/pages/page.test.ts',
    'tests/database/articles.test.ts',
    'tests/e2e/reads.spec.ts',
  ],
  users: new Map([
    [
      'core/slug.ts',
      new Set(['core/slug.test.ts', 'core/slugs.long.test.ts', 'server/platform/mail/send.ts']),
    ],
    ['server/platform/mail/send.ts', new Set(['server/app.ts', 'server/platform/mail/send.test.ts'])],
    ['server/app.ts', new Set(['tests/support/app.ts', 'server/features/pages/page.test.ts'])],
    ['tests/e2e/support/reader.ts', new Set(['tests/e2e/reads.spec.ts'])],
  ]),
}
const smoke = [
  'app/routes/feeds/robots.test.ts',
  'server/platform/http/health.test.ts',
  'tests/gateway.test.ts',
]

test('a change passes through imports, and through no composition root', () => {
  expect(selectTests(['core/slug.ts'], program)).toEqual({
    tests: [...smoke, 'core/slug.test.ts', 'server/platform/mail/send.test.ts'].sort(),
    journeys: [],
    long: ['core/slugs.long.test.ts'],
  })
})

test('a composition root that is changed itself passes its change on', () => {
  expect(selectTests(['server/app.ts'], program).tests).toContain('server/features/pages/page.test.ts')
})

test('a file that no test imports has the test of its name, or those of its folder', () => {
  expect(selectTests(['server/platform/mail/text.tsx'], program).tests).toEqual(
    [...smoke, 'server/platform/mail/text.test.ts'].sort(),
  )
  expect(selectTests(['server/platform/mail/new.ts'], program).tests).toEqual(
    [...smoke, 'server/platform/mail/send.test.ts', 'server/platform/mail/text.test.ts'].sort(),
  )
})

test('a migration has the tests of the database, and a journey those who use what it is made of', () => {
  expect(selectTests(['supabase/migrations/1.1.0.sql'], program).tests).toContain(
    'tests/database/articles.test.ts',
  )
  expect(selectTests(['tests/e2e/support/reader.ts'], program)).toEqual({
    tests: [],
    journeys: ['tests/e2e/reads.spec.ts'],
    long: [],
  })
  expect(selectTests(['docs/architecture.md'], program)).toEqual({ tests: [], journeys: [], long: [] })
})

test('packages and settings of the tools can affect everything', () => {
  expect(selectTests(['package-lock.json', 'core/slug.ts'], program).tests).toBeNull()
})

test('imports are read however they are written, but for those of types alone and of packages', () => {
  const source = `import type { A } from '#core/a.ts'
import {
  type B,
  b,
} from '#core/b.ts'
import './c.ts'
export { d } from '../d.ts'
import words from './e.json' with { type: 'json' }
import { z } from 'zod'
const f = await import('./f.ts')
const worker = join(ROOT, 'server/supabase/auth/g.worker.ts')`
  expect(filesUsedBy('core/data/x.ts', source)).toEqual([
    ...['core/b.ts', 'core/data/c.ts', 'core/d.ts', 'core/data/e.json', 'core/data/f.ts'],
    'server/supabase/auth/g.worker.ts',
  ])
})

test('of this program a leaf concerns few tests, and what all build on concerns many', () => {
  const all = globSync('{app,core,server,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  const users = readUsers(ROOT)
  const count = (file: string) => selectTests([file], { all, users }).tests?.length
  expect(count('server/features/newsletter/subscriptions/subscriber-links.ts')).toBeLessThan(30)
  expect(count('core/domain/article.ts')).toBeGreaterThan(50)
})
