import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commitByGit, compareReleases, RELEASE, VERSION } from '#server/platform/version.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'

function openCheckout() {
  const root = createTemporaryFolder('version')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('config', 'user.email', 'mara@example.org')
  git('config', 'user.name', 'Mara')
  const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '--message', message)
  return { root, git, commit }
}

test('the commit is told unless it is the one of the release', () => {
  const { root, git, commit } = openCheckout()
  commit('Begin')
  git('tag', '--annotate', '--message', 'AI Watch 1.2.0', 'v1.2.0')
  expect(commitByGit(root, '1.2.0')).toBe('')
  git('pack-refs', '--all')
  expect(commitByGit(root, '1.2.0')).toBe('')
  expect(commitByGit(root, '1.3.0')).toBe(git('rev-parse', '--short=7', 'HEAD'))
  commit('Go on')
  expect(commitByGit(root, '1.2.0')).toBe(git('rev-parse', '--short=7', 'HEAD'))
})

test('nothing is told by Git where there is no commit, no checkout, or a broken one', () => {
  const { root } = openCheckout()
  expect(commitByGit(root, '1.2.0')).toBeNull()
  const folder = createTemporaryFolder('version')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(commitByGit(folder, '1.2.0')).toBeNull()
  writeFileSync(join(folder, '.git'), 'gitdir: /nowhere')
  expect(commitByGit(folder, '1.2.0')).toBeNull()
})

test('the version is the release, alone or with its commit', () => {
  expect(VERSION.startsWith(RELEASE)).toBe(true)
  expect(VERSION.slice(RELEASE.length)).toMatch(/^(\+[0-9a-f]{7,})?$/)
})

test('releases are ordered by their numbers', () => {
  expect(['1.10.0', '1.9.1', '1.9.10', '1.0.0', '10.0.0'].sort(compareReleases)).toEqual([
    ...['1.0.0', '1.9.1', '1.9.10', '1.10.0', '10.0.0'],
  ])
})
