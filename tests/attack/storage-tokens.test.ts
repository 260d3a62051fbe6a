import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { BUCKET, startHostileUploads } from './hostile-uploads.ts'

const { app, token, png, send, upload } = await startHostileUploads()

describe('tokens of links', () => {
  const signed = (payload: Record<string, unknown>, key: string) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(key))

  test('are not made of other keys, nor access tokens, nor for other uses', async () => {
    await upload('linked.png', png)
    const url = `${BUCKET}/linked.png`
    const { body } = await send('POST', `/storage/v1/object/sign/${url}`, { body: '{"expiresIn":60}' })
    const good = String((body as { signedURL?: string }).signedURL).split('token=')[1] as string
    const [head, , signature] = good.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = Buffer.from(JSON.stringify({ scope: 'download', url, exp: 9e9 })).toString('base64url')
    for (const bad of [
      token,
      await signed({ scope: 'download', url }, TEST_SECRETS.jwtSecret),
      `${none}.${claims}.`,
      `${head}.${claims}.${signature}`,
      '',
      'x'.repeat(5000),
    ]) {
      const response = await fetch(`${app.url}/storage/v1/object/sign/${url}?token=${bad}`)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
    }
    const asUpload = await fetch(`${app.url}/storage/v1/object/upload/sign/${url}?token=${good}`, {
      method: 'PUT',
      body: png as never,
      headers: { 'content-type': 'image/png' },
    })
    expect(await asUpload.json()).toMatchObject({ code: 'InvalidJWT' })
    const asSession = await fetch(`${app.url}/storage/v1/object/list/${BUCKET}`, {
      method: 'POST',
      body: '{}',
      headers: { apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${good}` },
    })
    expect(await asSession.json()).toMatchObject({ statusCode: '403' })
  })
})
