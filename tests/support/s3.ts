import { rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { S3Config } from '#server/platform/config.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

/** The package has no types. */
const Server: new (options: Record<string, unknown>) => S3Server = createRequire(import.meta.url)(
  '@20minutes/s3rver',
)

/** An S3 server that checks signatures, with an empty bucket. */
export async function startS3(): Promise<{
  config: S3Config
  /** The settings as variables. */
  environment: Record<string, string>
  folder: string
  stop(): Promise<void>
}> {
  const folder = createTemporaryFolder('s3')
  const server = new Server({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'pictures' }],
  })
  const { port } = await server.run()
  const config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    folder,
    config,
    environment: {
      S3_ENDPOINT: config.endpoint,
      S3_BUCKET: config.bucket,
      S3_REGION: config.region,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    async stop() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Misbehaviour =
  /** Closes each connection at once. */
  | 'refuse'
  /** Never answers. */
  | 'hang'
  /** Closes the connection in the middle of the body. */
  | 'cut'
  | { status: number; body: string }

/** Starts the same S3 behind an address at which a test decides about requests. */
export async function startUnreliableS3() {
  const s3 = await startS3()
  const { hostname, port } = new URL(s3.config.endpoint)
  let next: Misbehaviour | null = null
  const server = createServer((request, response) => {
    if (next === 'refuse') return void request.socket.resetAndDestroy()
    if (next === 'hang') return
    if (next === 'cut') {
      response
        .writeHead(200, { 'content-length': '5000' })
        .write('half', () => request.socket.resetAndDestroy())
      return
    }
    if (next) return void response.writeHead(next.status, { 'content-type': 'text/html' }).end(next.body)
    const { method, url, headers } = request
    const passed = ask({ hostname, port, method, path: url, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
    })
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    config: { ...s3.config, endpoint: `http://127.0.0.1:${address.port}` },
    misbehave(how: Misbehaviour): void {
      next = how
    },
    behave(): void {
      next = null
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await s3.stop()
    },
  }
}
