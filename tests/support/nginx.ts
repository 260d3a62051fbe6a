import { execFile, spawn } from 'node:child_process'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isRoot } from '#server/platform/database/embedded/account.ts'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const INSTALLED = join(ROOT, 'node_modules/.cache/nginx')

/** The nginx of this machine, or else that of its Debian, unpacked for these tests without any right. */
async function findNginx(): Promise<string> {
  const own = await run('which', ['nginx']).catch(() => null)
  if (own) return own.stdout.trim()
  const program = join(INSTALLED, 'usr/sbin/nginx')
  if (await exists(program)) return program
  const folder = createTemporaryFolder('nginx-package')
  try {
    await download(folder)
    const packages = (await readdir(folder)).filter((name) => name.endsWith('.deb'))
    for (const name of packages) await run('dpkg', ['-x', name, 'unpacked'], { cwd: folder })
    await mkdir(join(INSTALLED, '..'), { recursive: true })
    await run('cp', ['-r', join(folder, 'unpacked'), `${INSTALLED}.${process.pid}`])
    // Another process may have been first.
    await rename(`${INSTALLED}.${process.pid}`, INSTALLED).catch(() => {})
    await rm(`${INSTALLED}.${process.pid}`, { recursive: true, force: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return program
}

/** Into a folder; with lists of packages of its own if the machine has none. */
async function download(folder: string): Promise<void> {
  const ask = (...args: string[]) => run('apt-get', args, { cwd: folder, timeout: 120_000 })
  try {
    await ask('download', 'nginx')
  } catch {
    const own = ['-o', `Dir::State::Lists=${folder}/lists`, '-o', `Dir::Cache=${folder}/cache`]
    await mkdir(join(folder, 'lists/partial'), { recursive: true })
    await mkdir(join(folder, 'cache/archives/partial'), { recursive: true })
    await ask(...own, 'update')
    await ask(...own, 'download', 'nginx')
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Starts nginx as a proxy in front of some sites, with what docs/self-hosting.md says of it. */
export async function startNginx({ port, sites }: { port: number; sites: readonly string[] }) {
  const folder = createTemporaryFolder('nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
    daemon off;
    ${isRoot() ? 'user root;' : ''}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log stderr warn;
    events { worker_connections 512; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      client_max_body_size 50m;
      upstream machines {
        ${sites.map((site) => `server ${new URL(site).host};`).join(' ')}
        keepalive 16;
        keepalive_timeout 60s;
      }
      server {
        listen 127.0.0.1:${port};
        proxy_http_version 1.1;
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        location / { proxy_pass http://machines; proxy_set_header Connection ""; }
        location /realtime/ {
          proxy_pass http://machines;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection "upgrade";
        }
      }
    }`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, config)
  const child = spawn(await findNginx(), ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { url, stop }
}
