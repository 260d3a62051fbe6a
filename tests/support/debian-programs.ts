import { execFile } from 'node:child_process'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const INSTALLED = join(ROOT, 'node_modules/.cache/debian')

const PROGRAMS = {
  nginx: { path: 'usr/sbin/nginx', packages: ['nginx', 'nginx-common', 'libpcre2-8-0'] },
  zip: { path: 'usr/bin/zip', packages: ['zip', 'libbz2-1.0'] },
  caddy: { path: 'usr/bin/caddy', packages: ['caddy'] },
  pgbouncer: { path: 'usr/sbin/pgbouncer', packages: ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'] },
  promtool: { path: 'usr/bin/promtool', packages: ['prometheus'] },
}

/** The path of a program of this machine, or else of its Debian's package, which is unpacked for the tests and needs no right. */
export async function debianProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const own = await run('which', [name]).catch(() => null)
  if (own) return own.stdout.trim()
  const { path, packages } = PROGRAMS[name]
  const program = join(INSTALLED, name, path)
  if (!(await exists(program))) await install(name, packages)
  return program
}

async function install(name: string, packages: string[]): Promise<void> {
  const folder = createTemporaryFolder(`${name}-package`)
  try {
    await download(folder, packages)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.deb'))
    for (const file of files) await run('dpkg', ['-x', file, 'unpacked'], { cwd: folder })
    const partial = join(INSTALLED, `${name}.${process.pid}`)
    await mkdir(dirname(partial), { recursive: true })
    await run('cp', ['-r', join(folder, 'unpacked'), partial])
    // Another process may have been first.
    await rename(partial, join(INSTALLED, name)).catch(() => rm(partial, { recursive: true, force: true }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Into a folder; with lists of packages of its own if the machine has none. */
async function download(folder: string, packages: string[]): Promise<void> {
  const ask = (...args: string[]) => run('apt-get', args, { cwd: folder, timeout: 120_000 })
  try {
    await ask('download', ...packages)
  } catch {
    const own = ['-o', `Dir::State::Lists=${folder}/lists`, '-o', `Dir::Cache=${folder}/cache`]
    await mkdir(join(folder, 'lists/partial'), { recursive: true })
    await mkdir(join(folder, 'cache/archives/partial'), { recursive: true })
    await ask(...own, 'update')
    await ask(...own, 'download', ...packages)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
