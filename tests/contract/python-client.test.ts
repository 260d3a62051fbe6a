import { describe, expect, test } from 'vitest'
import { requestAuth } from '../support/auth.ts'
import { codeOf } from '../support/factors.ts'
import { paintImage } from '../support/images.ts'
import { mailedToken } from '../support/links.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { PASSWORD, startFactorApp } from './factor-app.ts'
import { BUCKET } from './storage-app.ts'

// The requests of the official client for Python, key by key (supabase-py 2.30: supabase_auth/_sync/gotrue_client.py and
// storage3/_sync/file_api.py). Options that a caller left out are null there, and times are text.

const { app, newUser } = await startFactorApp()
const NO_CAPTCHA = { gotrue_meta_security: { captcha_token: null } }

const auth = (path: string, body: unknown, options: Parameters<typeof requestAuth>[2] = {}) =>
  requestAuth(app, path, { body, ...options })

async function signInWithPassword(email: string) {
  const body = { email, password: PASSWORD, data: {}, ...NO_CAPTCHA }
  return auth('/token?grant_type=password', body)
}

describe('the client for Python', () => {
  test('signs in with a password, and keeps the session', async () => {
    const email = await newUser()
    const { status, body } = await signInWithPassword(email)
    expect([status, body.user.email, body.token_type]).toEqual([200, email, 'bearer'])
    const refreshed = await auth('/token?grant_type=refresh_token', { refresh_token: body.refresh_token })
    expect([refreshed.status, refreshed.body.user.email]).toEqual([200, email])
    const left = await requestAuth(app, '/logout?scope=global', {
      method: 'POST',
      token: refreshed.body.access_token,
    })
    expect(left.status).toBe(204)
  })

  test('signs in with a mailed link', async () => {
    const email = await newUser()
    const asked = await auth('/otp', { email, data: null, create_user: true, ...NO_CAPTCHA })
    expect(asked.status).toBe(200)
    const params = { token_hash: await mailedToken(app.database.sql, email), type: 'email' }
    const { status, body } = await auth('/verify', {
      ...NO_CAPTCHA,
      ...params,
      options: { redirect_to: '/' },
    })
    expect([status, body.user.email]).toEqual([200, email])
  })

  test('sets a new password, and one that was forgotten', async () => {
    const email = await newUser()
    const token = (await signInWithPassword(email)).body.access_token
    const attributes = { password: 'a staple for the battery', current_password: PASSWORD }
    expect((await auth('/user', attributes, { method: 'PUT', token })).status).toBe(200)
    expect((await auth('/recover', { email, ...NO_CAPTCHA })).status).toBe(200)
    const token_hash = await mailedToken(app.database.sql, email)
    const { body } = await auth('/verify', { ...NO_CAPTCHA, token_hash, type: 'recovery' })
    const forgotten = await auth(
      '/user',
      { password: 'another staple for it' },
      { method: 'PUT', token: body.access_token },
    )
    expect(forgotten.status).toBe(200)
  })

  test('enrols a second factor', async () => {
    const token = (await signInWithPassword(await newUser())).body.access_token
    const enrolled = await auth(
      '/factors',
      { friendly_name: null, factor_type: 'totp', issuer: null },
      { token },
    )
    expect([enrolled.status, enrolled.body.type, enrolled.body.friendly_name]).toEqual([200, 'totp', ''])
    const { id: factor_id, totp } = enrolled.body
    const challenged = await auth(`/factors/${factor_id}/challenge`, { channel: null }, { token })
    const code = codeOf(totp.secret)
    const params = { factor_id, challenge_id: challenged.body.id, code }
    const { status, body } = await auth(`/factors/${factor_id}/verify`, params, { token })
    expect([status, body.user.factors]).toEqual([200, [expect.objectContaining({ status: 'verified' })]])
  })

  test('stores, lists, signs and removes files', async () => {
    const email = await newUser()
    const token = (await signInWithPassword(email)).body.access_token
    const send = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
      const headers: Record<string, string> = {
        apikey: TEST_SECRETS.publishableKey,
        authorization: `Bearer ${token}`,
      }
      const isForm = body instanceof FormData
      if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
      const response = await fetch(`${app.url}/storage/v1/${path}`, {
        method,
        headers: { ...headers, ...more },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
    const path = 'articles/2026-python.png'
    const png = new Blob([(await paintImage('png')) as never], { type: 'image/png' })
    const form = (fields: Record<string, string> = {}) => {
      const made = new FormData()
      for (const [name, value] of Object.entries(fields)) made.append(name, value)
      made.append('file', png, '2026-python.png')
      return made
    }
    const metadata = JSON.stringify({ alt: 'A harbour' })
    const uploaded = await send('POST', `object/${BUCKET}/${path}`, form({ metadata, cacheControl: '60' }), {
      'cache-control': 'max-age=60',
      'x-upsert': 'false',
      'x-metadata': Buffer.from(metadata).toString('base64'),
    })
    expect(uploaded).toMatchObject({ status: 200, body: { Key: `${BUCKET}/${path}` } })
    const updated = await send('PUT', `object/${BUCKET}/${path}`, form(), { 'cache-control': '3600' })
    expect(updated.status).toBe(200)

    const search = { limit: 100, offset: 0, sortBy: { column: 'name', order: 'asc' }, prefix: 'articles' }
    const listed = await send('POST', `object/list/${BUCKET}`, search)
    expect(listed.body).toMatchObject([{ name: '2026-python.png' }])
    const given = {
      ...search,
      limit: '1',
      offset: '0',
      sortBy: { column: 'name', order: 'asc', nulls: 'last' },
    }
    expect(await send('POST', `object/list/${BUCKET}`, { ...given, search: null })).toEqual(listed)
    expect(
      (await send('POST', `object/list-v2/${BUCKET}`, { with_delimiter: true })).body.folders,
    ).toMatchObject([{ key: 'articles/' }])

    const transform = { width: 20, height: '20' }
    const options = { expiresIn: '60', download: true, transform }
    const signed = await send('POST', `object/sign/${BUCKET}/${path}`, options)
    expect(signed.body.signedURL).toContain('/render/image/sign/')
    expect((await fetch(`${app.url}/storage/v1${signed.body.signedURL}&download=`)).status).toBe(200)
    const several = await send('POST', `object/sign/${BUCKET}`, {
      paths: [path],
      expiresIn: '60',
      download: '',
    })
    expect(several.body).toMatchObject([{ error: null, path, signedURL: expect.any(String) }])
    for (const expiresIn of ['0', '-1', '1.5', ' 60', '0x3c', 'Infinity', true, ''])
      expect((await send('POST', `object/sign/${BUCKET}/${path}`, { expiresIn })).status).toBe(400)

    const uploadLink = await send('POST', `object/upload/sign/${BUCKET}/articles/2027-python.png`)
    const place = `object/upload/sign/${BUCKET}/articles/2027-python.png?token=${uploadLink.body.token}`
    expect((await send('PUT', place, form(), { 'x-upsert': 'false' })).status).toBe(200)

    const keys = { bucketId: BUCKET, sourceKey: path, destinationKey: 'articles/2028-python.png' }
    expect((await send('POST', 'object/copy', keys)).status).toBe(200)
    const removed = await send('DELETE', `object/${BUCKET}`, { prefixes: [path, 'articles/2028-python.png'] })
    expect(removed.body).toHaveLength(2)
    expect(
      (await send('DELETE', `object/${BUCKET}`, { prefixes: 'articles/2027-python.png' })).body,
    ).toHaveLength(1)
  })
})
