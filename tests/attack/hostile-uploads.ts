import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { ADMIN, startTestApp } from '../support/app.ts'
import { paintImage } from '../support/images.ts'
import { mintToken } from '../support/mint-token.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

export const BUCKET = 'article-images'
export const OBJECTS = `/storage/v1/object/${BUCKET}`
export const MB = 1024 * 1024

interface Body {
  statusCode?: string
  code?: string
  message?: string
}

/** An app, and an administrator of it who may send anything. Call it at the top of a test file. */
export async function startHostileUploads() {
  const app = await startTestApp()
  afterAll(() => app.stop())
  const token = await mintToken(app.database.sql, ADMIN.email)
  const png = await paintImage('png')

  const headers = () => ({ apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${token}` })

  async function send(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Body }> {
    const response = await fetch(app.url + path, {
      ...init,
      method,
      headers: { ...headers(), ...init.headers },
    })
    return { status: response.status, body: await response.json() }
  }

  const upload = (path: string, body: BodyInit | Buffer, type = 'image/png') =>
    send('POST', `${OBJECTS}/${path}`, { body: body as BodyInit, headers: { 'content-type': type } })

  /** Lists the folder of files that are not yet checked. */
  const incoming = () => readdir(join(app.storageDir, 'incoming'))

  async function storedNames(): Promise<string[]> {
    const rows = await app.database.sql<{ name: string }[]>`select name from storage.objects order by name`
    return rows.map((row) => row.name)
  }

  async function countFiles(): Promise<number> {
    const entries = await readdir(join(app.storageDir, 'files'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  }

  /** A request whose path is sent as it stands, not resolved as a browser would. */
  async function sendRaw(lines: string[], body: Buffer = Buffer.alloc(0)): Promise<string> {
    const connection = await connectTo(app.url)
    const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}`)
    connection.socket.write([...lines, 'host: a', ...keys, 'connection: close', '', ''].join('\r\n'))
    connection.socket.write(body)
    return connection.ended
  }

  return { app, token, png, headers, send, upload, incoming, storedNames, countFiles, sendRaw }
}
