import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { ROOT } from '#server/platform/root.ts'
import { debianProgram } from '../support/debian-programs.ts'
import { freePort } from '../support/free-port.ts'
import { runNginx } from '../support/nginx.ts'
import { untilReady } from '../support/started-program.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

export interface RunningProxy {
  /** For HTTPS, with a certificate that is none of anybody's. */
  port: number
  /** For HTTP, where requests are redirected. */
  plainPort: number
  /** Reads its log of requests. */
  accessLog(): Promise<string>
  stop(): Promise<void>
}

interface Place {
  folder: string
  port: number
  plainPort: number
  upstream: string
}

/** Starts a proxy with its file of `deploy/` in front of a site. */
export async function startProxy(name: 'nginx' | 'caddy', upstream: string): Promise<RunningProxy> {
  const place = {
    folder: createTemporaryFolder(name),
    port: await freePort(),
    plainPort: await freePort(),
    upstream: new URL(upstream).host,
  }
  const child = await (name === 'nginx' ? startNginx(place) : startCaddy(place))
  const stop = await untilReady(child, () => isReady(place.port))
  return {
    ...place,
    accessLog: () => readFile(join(place.folder, 'access.log'), 'utf8').catch(() => ''),
    async stop() {
      await stop()
      await rm(place.folder, { recursive: true, force: true })
    },
  }
}

/** Returns true once it listens and has its certificate, which Caddy makes in the meantime. */
const isReady = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false })
    socket
      .on('error', () => resolve(false))
      .on('secureConnect', () => {
        socket.destroy()
        resolve(true)
      })
  })

/** Replaces every occurrence, of which there must be one. */
function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The file of the proxy does not say ${from}`)
  return text.replaceAll(from, to)
}

async function startNginx({ folder, port, plainPort, upstream }: Place): Promise<ChildProcess> {
  await makeCertificate(folder)
  const site = [
    ['server 127.0.0.1:3000;', `server ${upstream};`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen [::]:80;', ''],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/letsencrypt/live/example.org', folder],
    ['/var/log/nginx/ai-watch.log', join(folder, 'access.log')],
  ].reduce(
    (text, [from = '', to = '']) => replace(text, from, to),
    await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'),
  )
  // The nginx.conf of Debian compresses.
  return runNginx(folder, `gzip on;\n${site}`)
}

async function startCaddy({ folder, port, plainPort, upstream }: Place): Promise<ChildProcess> {
  const site = await readFile(join(ROOT, 'deploy/Caddyfile'), 'utf8')
  const file = join(folder, 'Caddyfile')
  const global = `{\n admin off\n skip_install_trust\n local_certs\n https_port ${port}\n http_port ${plainPort}\n default_bind 127.0.0.1\n}\n`
  await writeFile(file, global + site)
  await mkdir(join(folder, 'data'))
  const env = {
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'data'),
    SITE_DOMAIN: 'localhost',
    SITE_UPSTREAM: upstream,
  }
  const program = await debianProgram('caddy')
  await promisify(execFile)(program, ['validate', '--config', file], { env })
  return spawn(program, ['run', '--config', file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

async function makeCertificate(folder: string): Promise<void> {
  const subject = ['-subj', '/CN=localhost', '-days', '2']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...subject,
    ...files,
  ])
}
