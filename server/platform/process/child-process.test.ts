import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

afterEach(() => vi.unstubAllEnvs())

/** Everything that Node would hand down, inherited or not. */
function handedDown(environment: NodeJS.ProcessEnv): string[] {
  const names: string[] = []
  for (const name in environment) names.push(name)
  return names.sort()
}

test('a child gets what it needs by name, what it is given, and nothing else', () => {
  for (const [name, value] of [
    ['PATH', '/bin'],
    ['LD_LIBRARY_PATH', '/lib'],
    ['TMPDIR', '/tmp'],
    ['JWT_SECRET', 'secret'],
    ['ADMIN_PASSWORD', 'secret'],
    ['DATABASE_URL', 'postgres://someone:secret@127.0.0.1/paper'],
    ['NODE_OPTIONS', '--import=data:text/javascript,0'],
    ['PGHOST', 'elsewhere'],
  ] as const) {
    vi.stubEnv(name, value)
  }
  expect({ ...childEnvironment('postgres', { LC_ALL: 'C' }) }).toEqual({
    PATH: '/bin',
    LD_LIBRARY_PATH: '/lib',
    LC_ALL: 'C',
  })
  for (const child of ['images', 'build'] as const) {
    const environment = childEnvironment(child, { BUILD_DIRECTORY: 'aside' })
    expect(environment).toMatchObject({ PATH: '/bin', TMPDIR: '/tmp', BUILD_DIRECTORY: 'aside' })
    expect(JSON.stringify(environment)).not.toContain('secret')
    expect(handedDown(environment)).not.toContain('NODE_OPTIONS')
  }
})

test('a child of a process with a polluted prototype inherits nothing of it, and no secret', async () => {
  const script = join(import.meta.dirname, 'testing/ask-child-of-polluted-process.ts')
  const env = { PATH: process.env.PATH, JWT_SECRET: 'a secret of the parent' }
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  const child = JSON.parse(stdout)
  expect(child.environment).toEqual({ PATH: env.PATH })
  expect(child.isPolluted).toBe(false)
  expect(child.flags).toEqual(['--disable-proto=delete'])
})

import packageJson from '../../../package.json' with { type: 'json' }

const scripts = Object.entries(packageJson.scripts).filter(([, command]) => /\bnode\b/.test(command))

test.each(scripts)('npm run %s starts Node with the flags', (_name, command) => {
  expect(command).toContain(`node ${NODE_FLAGS.join(' ')} `)
})

test.each(['start', 'dev'] as const)('npm run %s leaves no shell between npm and Node', (name) => {
  expect(packageJson.scripts[name]).toMatch(/^exec (?:env (?:[A-Z_]+=\d+ )+)?node /)
})

test('tests run with the flags too', () => {
  expect(Object.hasOwn(Object.prototype, '__proto__')).toBe(false)
})
