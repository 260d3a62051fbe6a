import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { isRoot } from '#server/platform/database/embedded/account.ts'
import { ROOT } from '#server/platform/root.ts'
import { debianProgram } from './debian-programs.ts'
import { untilReady } from './started-program.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** Checks a configuration of nginx, of which this is the block `http`, and starts it. */
export async function runNginx(folder: string, http: string): Promise<ChildProcess> {
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
      ${http}
    }`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, config)
  const program = await debianProgram('nginx')
  const options = ['-e', 'stderr', '-p', folder, '-c', file]
  await promisify(execFile)(program, [...options, '-t'])
  return spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Starts nginx as a proxy in front of some sites, with the configuration in docs/self-hosting/install.md. */
export async function startNginx({ port, sites }: { port: number; sites: readonly string[] }) {
  const folder = createTemporaryFolder('nginx')
  const child = await runNginx(
    folder,
    `
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
      }`,
  )
  const url = `http://127.0.0.1:${port}`
  const stop = await untilReady(child, async () => (await fetch(`${url}/healthz`)).ok)
  return {
    url,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Serves the folder of a mirror with the configuration in docs/moving.md, beside that of the package of Debian. */
export async function serveFolder(root: string, port: number) {
  const document = await readFile(join(ROOT, 'docs/moving.md'), 'utf8')
  const server = /```nginx\n(.*?)```/s.exec(document)?.[1] ?? ''
  const folder = createTemporaryFolder('nginx')
  const types = resolve(dirname(await debianProgram('nginx')), '../../etc/nginx/mime.types')
  const child = await runNginx(
    folder,
    `
      include ${types};
      default_type application/octet-stream;
      gzip on;
      ${server.replace('listen 80;', `listen 127.0.0.1:${port} default_server;`).replace('/srv/mirror', root)}`,
  )
  const url = `http://127.0.0.1:${port}`
  const stop = await untilReady(child, async () => (await fetch(url)).ok)
  return {
    url,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
