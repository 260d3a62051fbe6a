import { describe, expect, test } from 'vitest'
import { inspectImage } from '../support/images.ts'
import { BUCKET, startStorageApp } from './storage-app.ts'

const { app, reader, png, images, newPath, uploaded } = await startStorageApp()

describe('a signed link', () => {
  test('shows its object until it expires', async () => {
    const path = await uploaded()
    const { data, error } = await images().createSignedUrl(path, 60)
    expect(error).toBeNull()
    const response = await fetch(data?.signedUrl as string)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(?:60|5\d)$/)
    const { data: many } = await images().createSignedUrls([path, 'articles/nowhere.png'], 60)
    expect(many).toMatchObject([
      { path, error: null, signedUrl: expect.stringContaining(path) },
      { path: 'articles/nowhere.png', signedUrl: null, error: expect.stringContaining('does not exist') },
    ])
    expect((await fetch(many?.[0]?.signedUrl as string)).status).toBe(200)
  })

  test('is good for one object, and made for those who may list it', async () => {
    const [path, other] = [await uploaded(), await uploaded()]
    const { data } = await images().createSignedUrl(path, 60)
    const bent = String(data?.signedUrl).replace(path, other)
    expect(await (await fetch(bent)).json()).toMatchObject({ statusCode: '400', code: 'InvalidJWT' })
    for (const client of [app.anonymous(), reader]) {
      expect(await images(client).createSignedUrl(path, 60)).toMatchObject({ error: { statusCode: '404' } })
    }
    expect(await images().createSignedUrl(path, 0)).toMatchObject({ error: { statusCode: '400' } })
  })

  test('carries a transformation', async () => {
    const path = await uploaded()
    const transform = { width: 20, height: 20, format: 'origin' } as const
    const { data, error } = await images().createSignedUrl(path, 60, { transform })
    expect(error).toBeNull()
    const response = await fetch(data?.signedUrl as string)
    expect(await inspectImage(await response.arrayBuffer())).toMatchObject({
      width: 20,
      height: 20,
      format: 'png',
    })
  })

  test('for an upload works without a session, once', async () => {
    const path = newPath()
    const { data, error } = await images().createSignedUploadUrl(path)
    expect(error).toBeNull()
    const token = data?.token as string
    const anonymous = images(app.anonymous())
    const blob = new Blob([png as never], { type: 'image/png' })
    expect(await anonymous.uploadToSignedUrl(newPath(), token, blob)).toMatchObject({
      error: { statusCode: '400' },
    })
    expect(await anonymous.uploadToSignedUrl(path, token, blob)).toEqual({
      data: { path, fullPath: `${BUCKET}/${path}` },
      error: null,
    })
    expect(await anonymous.uploadToSignedUrl(path, token, blob)).toMatchObject({
      error: { statusCode: '409' },
    })
    expect(await images(reader).createSignedUploadUrl(newPath())).toMatchObject({
      error: { statusCode: '403' },
    })
  })

  test('for an upload ends with the session of who asked for it', async () => {
    const leaving = await app.administrator()
    const path = newPath()
    const { data } = await images(leaving).createSignedUploadUrl(path)
    await leaving.auth.signOut({ scope: 'local' })
    const blob = new Blob([png as never], { type: 'image/png' })
    const { error } = await images(app.anonymous()).uploadToSignedUrl(path, data?.token as string, blob)
    expect(error).toMatchObject({ statusCode: '403' })
  })
})
