import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { createAdministrator } from '../support/accounts.ts'
import { startTestApp } from '../support/app.ts'
import { paintImage } from '../support/images.ts'

export const BUCKET = 'article-images'
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const READER = { email: 'reader@example.org', password: 'a reader without a role' }

/** An app with an administrator, a reader who is signed in, and a picture to upload. Call it at the top of a test file. */
export async function startStorageApp() {
  const app = await startTestApp()
  afterAll(() => app.stop())
  const { sql } = app.database
  const nora = await app.administrator()
  await createAdministrator(sql, READER.email, READER.password)
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${READER.email})`
  const reader = app.anonymous()
  await reader.auth.signInWithPassword(READER)
  const png = await paintImage('png')

  const images = (client = nora) => client.storage.from(BUCKET)
  const newPath = (extension = 'png') =>
    `articles/${Date.now()}-${randomBytes(4).toString('hex')}.${extension}`

  async function uploaded(path = newPath(), body: Buffer = png): Promise<string> {
    const { error } = await images().upload(path, new Blob([body as never], { type: 'image/png' }))
    expect(error).toBeNull()
    return path
  }

  async function filesOnDisk(): Promise<number> {
    const entries = await readdir(join(app.storageDir, 'files'), { recursive: true, withFileTypes: true })
    expect(await readdir(join(app.storageDir, 'incoming'))).toEqual([])
    return entries.filter((entry) => entry.isFile()).length
  }

  async function objectsStored(): Promise<number> {
    const [row] = await sql`
      select (select count(*)::int from storage.objects) as stored, (select count(*)::int from storage.unused_files) as unused`
    expect(row?.unused).toBe(0)
    return row?.stored
  }

  return { app, nora, reader, png, images, newPath, uploaded, filesOnDisk, objectsStored }
}
