import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { release } from './release.ts'

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Zebras.\n\n## [0.0.1] - 2026-01-01\n\n- Lions.\n'
const TODAY = new Date('2026-11-27T10:00:00Z')

/** The smallest schema that records its release. */
const SCHEMAS = {
  'server/supabase/auth': '-- Sign-in.\ncreate schema auth;\n',
  'server/supabase/storage': '-- Files.\ncreate schema storage;\n',
  supabase: `-- Lions.
    create schema private;
    create table private.schema_release (release text, hash text, made_by text);
    create table public.lions (id int primary key);
    create function private.roar() returns text language sql return 'Roar!';\n`,
}

let root: string

beforeEach(() => {
  root = createTemporaryFolder('release')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.email', 'mara@example.org')
  git('config', 'user.name', 'Mara')
  for (const [part, statements] of Object.entries(SCHEMAS)) {
    mkdirSync(join(root, part, 'schemas'), { recursive: true })
    writeFileSync(join(root, part, 'schemas/01_lions.sql'), statements)
  }
  // Its tests fail where there is a file with this name.
  const scripts = { 'test:release': `node -e "process.exit(+require('fs').existsSync('broken'))"` }
  const manifest = { name: 'paper', version: '0.1.0' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, scripts }))
  const lock = { ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG)
  commit('Begin')
  git('tag', 'v0.0.1')
})

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const write = (name: string, text: string) => writeFileSync(join(root, name), text)

function commit(message: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
}

async function expectRefusal(version: string | undefined, message: RegExp): Promise<void> {
  const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]
  await expect(release(version, root, TODAY)).rejects.toThrow(message)
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before)
}

test('a release is a commit with the version everywhere and a tag with the notes', async () => {
  expect(await release('0.2.0', root, TODAY)).toBe('### Added\n\n- Zebras.')
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('cat-file', 'tag', 'v0.2.0')).toContain('AI Watch 0.2.0\n\n### Added\n\n- Zebras.')
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  })
  expect(git('show', '--format=', '--name-only', 'HEAD').split('\n')).toContain(
    'supabase/releases/0.2.0.sql.br',
  )
  expect(brotliDecompressSync(readFileSync(join(root, 'supabase/releases/0.2.0.sql.br'))).toString()).toBe(
    Object.values(SCHEMAS).join('\n'),
  )
  expect(read('CHANGELOG.md')).toBe(
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-11-27\n'),
  )
  await expectRefusal('0.2.0', /^v0\.2\.0 has been released/)
  await expectRefusal('0.3.0', /^CHANGELOG\.md has no entry under/)
})

test.each(['CHANGELOG.md', 'supabase/releases'])(
  'without its tag, %s tells what was released',
  async (place) => {
    await release('0.2.0', root, TODAY)
    changeSchema("'Roar!'", "'Miaow.'")
    if (place === 'CHANGELOG.md') git('rm', '-r', '--quiet', 'supabase/releases')
    else write('CHANGELOG.md', CHANGELOG)
    commit('Lose a trace')
    git('tag', '--delete', 'v0.2.0')
    const advice = /^0\.2\.0 has been released, and its tag is not here: git fetch --tags$/
    await expectRefusal('0.2.0', advice)
    await expectRefusal('0.3.0', advice)
  },
)

test('tags of others do not count, and a tag that cannot be made leaves no commit', async () => {
  for (const tag of ['vfoo', 'v2.0.0-rc1', 'v3']) git('tag', tag)
  git('config', 'tag.gpgSign', 'true')
  git('config', 'gpg.program', 'false')
  await expectRefusal('0.2.0', /gpg failed to sign/)
  git('config', 'tag.gpgSign', 'false')
  await release('0.2.0', root, TODAY)
})

test('without Git it says so', async () => {
  rmSync(join(root, '.git'), { recursive: true })
  await expect(release('0.2.0', root, TODAY)).rejects.toThrow(/^A release is made with Git, in a clone/)
})

test('the first release may have the version that is there', async () => {
  await release('0.1.0', root, TODAY)
  expect(git('tag')).toBe('v0.0.1\nv0.1.0')
})

test.each([undefined, 'v1.0.0', '1.0', '1.0.0-beta', '01.0.0', '1.0.0; ls'])('%s is no version', (version) =>
  expectRefusal(version, /^Usage/),
)

test('nothing is released from a tree with changes, backwards, or when tests fail', async () => {
  write('new.txt', 'new')
  await expectRefusal('0.2.0', /^Commit or remove these first:\n\?\? new\.txt/)
  commit('Add')
  await expectRefusal('0.0.9', /^0\.0\.9 is older than 0\.1\.0/)
  write('broken', '')
  commit('Break')
  await expectRefusal('0.2.0', /^Tests failed/)
})

function changeSchema(from: string, to: string): void {
  const file = 'supabase/schemas/01_lions.sql'
  write(file, read(file).replace(from, to))
  write('CHANGELOG.md', read('CHANGELOG.md').replace('[Unreleased]\n', '[Unreleased]\n\n- Tigers.\n'))
  commit('Change the schema')
}

test('a changed schema has its migration drafted, which a person finishes and commits', async () => {
  await release('0.2.0', root, TODAY)
  changeSchema('primary key);', 'primary key, name text);\n    create index named on public.lions (name);')
  changeSchema("'Roar!'", "'Miaow.'")
  const draft = 'supabase/migrations/0.3.0.sql'
  await expect(release('0.3.0', root, TODAY)).rejects.toThrow(
    `${draft} is a draft of what leads from 0.2.0 to 0.3.0: finish it, commit it, and run this again.`,
  )
  expect(git('tag')).toBe('v0.0.1\nv0.2.0')
  const text = read(draft)
  expect(text).toMatch(/^-- What has changed since 0\.2\.0\./)
  expect(text).toContain('-- New: column lions.name\n--   is: 2 | text')
  expect(text).toContain('-- New: index named\nCREATE INDEX named ON public.lions USING btree (name);')
  expect(text).toMatch(
    /^-- Changed: function private\.roar\(\)\n(-- {3}.*\n)+CREATE OR REPLACE FUNCTION private\.roar\(\)\n.*\n.*\nRETURN 'Miaow\.'::text;$/m,
  )
  expect(text).not.toContain('private.schema_release')
  await expectRefusal('0.3.0', /^Commit or remove these first:\n\?\? supabase\/migrations/)
  write(draft, '-- Lions have names.')
  commit('Finish the migration')
  expect(await release('0.3.0', root, TODAY)).toBe('- Tigers.\n\n- Tigers.')
  expect(existsSync(join(root, 'supabase/releases/0.3.0.sql.br'))).toBe(true)
})

test('a change that is only a comment needs no migration', async () => {
  await release('0.2.0', root, TODAY)
  changeSchema('-- Lions.', '-- Lions, and why.')
  expect(await release('0.3.0', root, TODAY)).toBe('- Tigers.')
})

test('what was released may not change any more', async () => {
  mkdirSync(join(root, 'supabase/migrations'))
  write('supabase/migrations/0.2.0.sql', '-- Lions.')
  commit('Add a migration')
  await release('0.2.0', root, TODAY)
  write('supabase/migrations/0.2.0.sql', '-- Lions, better.')
  commit('Change lions')
  await expectRefusal('0.3.0', /^v0\.2\.0 has these, .*\nsupabase\/migrations\/0\.2\.0\.sql$/)
  git('revert', '--no-edit', 'HEAD')
  write('supabase/releases/0.2.0.sql.br', 'other')
  commit('Change a release')
  await expectRefusal('0.3.0', /^v0\.2\.0 has these, .*\nsupabase\/releases\/0\.2\.0\.sql\.br$/)
})
