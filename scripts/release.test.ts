import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { release } from './release.ts'

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Zebras.\n\n## [0.1.0] - 2026-01-01\n\n- Lions.\n'
const TODAY = new Date('2026-11-27T10:00:00Z')

let root: string

beforeEach(() => {
  root = createTemporaryFolder('release')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.email', 'mara@example.org')
  git('config', 'user.name', 'Mara')
  mkdirSync(join(root, 'supabase/migrations'), { recursive: true })
  writeFileSync(join(root, 'supabase/migrations/20260101000000_lions.sql'), '-- Lions.')
  // Its tests fail where there is a file with this name.
  const scripts = { 'test:all': `node -e "process.exit(+require('fs').existsSync('broken'))"` }
  const manifest = { name: 'paper', version: '0.1.0' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, scripts }))
  const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG)
  commit('Begin')
})

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const write = (name: string, text: string) => writeFileSync(join(root, name), text)

function commit(message: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

function expectRefusal(version: string | undefined, message: RegExp): void {
  const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]
  expect(() => release(version, root, TODAY)).toThrow(message)
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before)
}

test('a release is a commit with the version everywhere and a tag with the notes', () => {
  expect(release('0.2.0', root, TODAY)).toBe('### Added\n\n- Zebras.')
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('cat-file', 'tag', 'v0.2.0')).toContain('AI Watch 0.2.0\n\n### Added\n\n- Zebras.')
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  })
  expect(read('CHANGELOG.md')).toBe(
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-11-27\n'),
  )
  expectRefusal('0.2.0', /^v0\.2\.0 has been released/)
  expectRefusal('0.3.0', /^CHANGELOG\.md has no entry under/)
})

test('the first release may have the version that is there', () => {
  release('0.1.0', root, TODAY)
  expect(git('tag')).toBe('v0.1.0')
})

test.each([undefined, 'v1.0.0', '1.0', '1.0.0-beta', '01.0.0', '1.0.0; ls'])('%s is no version', (version) =>
  expectRefusal(version, /^Usage/),
)

test('nothing is released from a tree with changes, backwards, or when tests fail', () => {
  write('new.txt', 'new')
  expectRefusal('0.2.0', /^Commit or remove these first:\n\?\? new\.txt/)
  commit('Add')
  expectRefusal('0.0.9', /^0\.0\.9 is older than 0\.1\.0/)
  write('broken', '')
  commit('Break')
  expectRefusal('0.2.0', /^Tests failed/)
})

test('a migration of a released version may not change, and new ones may come', () => {
  release('0.2.0', root, TODAY)
  write('CHANGELOG.md', read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- Tigers.\n'))
  write('supabase/migrations/20260102000000_tigers.sql', '-- Tigers.')
  commit('Add tigers')
  write('supabase/migrations/20260101000000_lions.sql', '-- Lions, better.')
  commit('Change lions')
  expectRefusal(
    '0.3.0',
    /^v0\.2\.0 has these migrations, .*\nsupabase\/migrations\/20260101000000_lions\.sql$/,
  )
  git('revert', '--no-edit', 'HEAD')
  expect(release('0.3.0', root, TODAY)).toBe('- Tigers.')
})
