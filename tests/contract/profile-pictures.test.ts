import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Role } from '#core/domain/role.ts'
import { createMember, signInAs } from '../support/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { paintImage } from '../support/images.ts'

let app: TestApp
let png: Blob
beforeAll(async () => {
  app = await startTestApp()
  png = new Blob([(await paintImage('png')) as never], { type: 'image/png' })
})
afterAll(() => app.stop())

async function person(name: string, role: Role | null): Promise<{ client: Client; id: string }> {
  const login = { email: `${name}@example.org`, password: 'the long password of all' }
  const { sql } = app.database
  const languages = role === 'translator' ? ['fr'] : []
  await createMember(sql, { ...login, role: role ?? 'author', languages, permissions: [] })
  const { client, userId } = await signInAs(app.anonymous(), app, login.email)
  if (!role) await sql`delete from public.user_roles where user_id = ${userId}`
  return { client, id: userId }
}
const pictures = ({ client }: { client: Client }) => client.storage.from('profile-pictures')

test('a person stores, replaces and removes pictures in their own folder, and everybody may load them', async () => {
  const fanny = await person('fanny', 'translator')
  const path = `${fanny.id}/me.png`
  expect((await pictures(fanny).upload(path, png)).error).toBeNull()
  expect((await pictures(fanny).upload(path, png, { upsert: true })).error).toBeNull()
  const [row] = await app.database.sql`select owner from storage.objects where name = ${path}`
  expect(row?.owner).toBe(fanny.id)
  const address = pictures(fanny).getPublicUrl(path).data.publicUrl
  expect((await fetch(address)).headers.get('content-type')).toBe('image/png')
  expect((await pictures(fanny).list(fanny.id)).data?.map(({ name }) => name)).toEqual(['me.png'])
  expect((await pictures(fanny).remove([path])).data).toHaveLength(1)
})

test('nobody stores, replaces, moves or removes a picture of somebody else, but an administrator removes it', async () => {
  const [otto, lea] = [await person('otto', 'author'), await person('lea', 'newsletter')]
  const path = `${otto.id}/me.png`
  expect((await pictures(otto).upload(path, png)).error).toBeNull()
  for (const other of [lea, await person('emil', 'editor'), await person('gone', null)]) {
    expect((await pictures(other).upload(`${otto.id}/other.png`, png)).error).not.toBeNull()
    expect((await pictures(other).upload(path, png, { upsert: true })).error).not.toBeNull()
    expect((await pictures(other).move(path, `${other.id}/mine.png`)).error).not.toBeNull()
    expect((await pictures(other).remove([path])).data).toEqual([])
  }
  expect((await pictures(otto).move(path, `${lea.id}/me.png`)).error).not.toBeNull()
  const nora = { client: await app.administrator() }
  expect((await pictures(nora).remove([path])).data).toHaveLength(1)
})

test.each(['me.png', 'x/me.png', 'UPPER', 'deep'])('a name such as %s is refused', async (name) => {
  const ben = await person(`ben-${name.replaceAll(/\W/g, '').toLowerCase()}`, 'author')
  const path =
    name === 'UPPER' ? `${ben.id.toUpperCase()}/me.png` : name === 'deep' ? `${ben.id}/a/me.png` : name
  const { error } = await pictures(ben).upload(path, png)
  expect(error).not.toBeNull()
})

test('a picture of an article that could not be uploaded here is neither moved nor copied here', async () => {
  const olga = await person('olga', 'author')
  const images = olga.client.storage.from('article-images')
  const gif = new Blob([(await paintImage('gif')) as never], { type: 'image/gif' })
  const destinationBucket = 'profile-pictures'
  for (const [path, file, statusCode] of [
    ['moved.gif', gif, '415'],
    ['moved.png', png, '413'],
  ] as const) {
    expect((await images.upload(path, file)).error).toBeNull()
    if (file === png)
      await app.database.sql`
        update storage.objects set metadata = metadata || '{"size": 2097152}' where name = ${path}`
    const target = `${olga.id}/${path}`
    expect((await images.move(path, target, { destinationBucket })).error).toMatchObject({ statusCode })
    expect((await images.copy(path, target, { destinationBucket })).error).toMatchObject({ statusCode })
    expect((await images.exists(path)).data).toBe(true)
  }
})

test('other files, large ones and more than ten are refused', async () => {
  const ada = await person('ada', 'author')
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' })
  expect((await pictures(ada).upload(`${ada.id}/me.svg`, svg)).error).not.toBeNull()
  const large = new Blob([await png.arrayBuffer(), new Uint8Array(1024 * 1024)], { type: 'image/png' })
  expect((await pictures(ada).upload(`${ada.id}/large.png`, large)).error).not.toBeNull()
  for (let n = 1; n <= 10; n += 1)
    expect((await pictures(ada).upload(`${ada.id}/${n}.png`, png)).error).toBeNull()
  expect((await pictures(ada).upload(`${ada.id}/11.png`, png)).error).not.toBeNull()
  expect((await pictures(ada).upload(`${ada.id}/10.png`, png, { upsert: true })).error).toBeNull()
})
