import { rm } from 'node:fs/promises'
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
  /** The same as variables. */
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
