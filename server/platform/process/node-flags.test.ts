import { expect, test } from 'vitest'
import { NODE_FLAGS } from '#server/platform/process/node-flags.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const scripts = Object.entries(packageJson.scripts).filter(([, command]) => /\bnode\b/.test(command))

test.each(scripts)('npm run %s starts Node with the flags', (_name, command) => {
  expect(command).toContain(`node ${NODE_FLAGS.join(' ')} `)
})

test.each(['start', 'dev'] as const)('npm run %s leaves no shell between npm and Node', (name) => {
  expect(packageJson.scripts[name]).toMatch(/^exec node /)
})

test('tests run with the flags too', () => {
  expect(Object.hasOwn(Object.prototype, '__proto__')).toBe(false)
})
