import { createClient, type SupportedStorage } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientFrom, freshAddress, signToken } from '../support/auth.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { canReadDrafts, PASSWORD, startAuthApp } from './auth-app.ts'

const { app, newUser, signedIn, refresh, pass } = await startAuthApp()

describe('signing in', () => {
  test('creates a session that both the client and the service know', async () => {
    const email = await newUser()
    const { client, session, user } = await signedIn(email)
    expect((await client.auth.getSession()).data.session).toEqual(session)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } })
    expect((await client.auth.getUser()).data.user).toEqual(user)
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims).toMatchObject({ sub: user.id, email, aal: 'aal1', role: 'authenticated' })
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    })
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [], totp: [] })
    expect(await canReadDrafts(client)).toBe(true)
  })

  test('is refused with the same error for a wrong password and an unknown user', async () => {
    const email = await newUser()
    for (const who of [email, 'nobody@example.org']) {
      const { data, error } = await clientFrom(app).auth.signInWithPassword({ email: who, password: 'x' })
      expect([data.session, error?.status, error?.code, error?.message]).toEqual([
        null,
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ])
    }
  })

  test('is not possible with a phone number', async () => {
    const { error } = await clientFrom(app).auth.signInWithPassword({ phone: '+4144', password: 'x' })
    expect(error?.code).toBe('phone_provider_disabled')
  })

  test('too often is refused with its code', async () => {
    const client = clientFrom(app)
    const tries = Array.from({ length: 11 }, () =>
      client.auth.signInWithPassword({ email: 'nobody@example.org', password: 'x' }),
    )
    const codes = (await Promise.all(tries)).map(({ error }) => error?.code)
    expect(codes).toContain('over_request_rate_limit')
  })
})

describe('refreshing', () => {
  test('returns a new token each time', async () => {
    const { client, session } = await signedIn(await newUser())
    const tokens = new Set([session.refresh_token])
    for (let n = 0; n < 5; n++) {
      const { data, error } = await client.auth.refreshSession()
      expect(error).toBeNull()
      tokens.add(data.session?.refresh_token ?? '')
      expect((await client.auth.getUser()).error).toBeNull()
    }
    expect(tokens.size).toBe(6)
  })

  test('from ten tabs at once keeps all of them signed in', async () => {
    const { session } = await signedIn(await newUser())
    const tabs = Array.from({ length: 10 }, () => clientFrom(app))
    const tokens = await Promise.all(tabs.map((tab) => refresh(session.refresh_token, tab)))
    expect(new Set(tokens).size).toBe(1)
    for (const tab of tabs) expect((await tab.auth.getUser()).error).toBeNull()
    const again = await Promise.all(tabs.map(async (tab) => (await tab.auth.refreshSession()).error))
    expect(again).toEqual(Array(10).fill(null))
  })

  test('from tabs with shared storage keeps the session', async () => {
    const store = new Map<string, string>()
    const storage: SupportedStorage = {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    }
    const openTab = () =>
      createClient(app.url, TEST_SECRETS.publishableKey, {
        auth: { storage, autoRefreshToken: false },
        global: { headers: { 'x-forwarded-for': freshAddress() } },
      })
    const [one, two, three] = [openTab(), openTab(), openTab()]
    await one.auth.signInWithPassword({ email: await newUser(), password: PASSWORD })
    const tabs = [one, two, three, one, two, three]
    await Promise.all(tabs.map((tab) => tab.auth.refreshSession()))
    for (const tab of tabs) expect((await tab.auth.getUser()).error).toBeNull()
    expect((await two.auth.refreshSession()).error).toBeNull()
  })

  test('whose response is lost is retried by the client, and succeeds', async () => {
    const { session } = await signedIn(await newUser())
    let lost = 0
    const client = createClient(app.url, TEST_SECRETS.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        headers: { 'x-forwarded-for': freshAddress() },
        async fetch(input, init) {
          const response = await fetch(input, init)
          if (!String(input).includes('refresh_token') || lost === 2) return response
          lost += 1
          throw new TypeError('fetch failed')
        },
      },
    })
    const { data, error } = await client.auth.refreshSession({ refresh_token: session.refresh_token })
    expect([error, lost]).toEqual([null, 2])
    expect((await client.auth.getUser()).error).toBeNull()
    expect(await refresh(data.session?.refresh_token ?? '')).toMatch(/^[\w-]{43}$/)
  })

  test('with an old token returns the active one within seconds, and later ends the session', async () => {
    const { session, user } = await signedIn(await newUser())
    const first = session.refresh_token
    const second = await refresh(first)
    const third = await refresh(second)
    expect([await refresh(first), await refresh(second), await refresh(first)]).toEqual([third, third, third])
    await pass(user.id, 3600)
    expect(await refresh(second)).toBe(third)
    expect(await refresh(first)).toBe('refresh_token_already_used')
    expect(await refresh(third)).toBe('refresh_token_not_found')
  })

  test('with a copied token ends the session for the thief and the owner, and only that one', async () => {
    const email = await newUser()
    const { client, session, user } = await signedIn(email)
    const other = await signedIn(email)
    await client.auth.refreshSession()
    await client.auth.refreshSession()
    await pass(user.id, 11)
    expect(await refresh(session.refresh_token)).toBe('refresh_token_already_used')
    const { error } = await client.auth.getUser()
    expect(error?.name).toBe('AuthSessionMissingError')
    expect((await other.client.auth.getUser()).error).toBeNull()
    expect((await other.client.auth.refreshSession()).error).toBeNull()
  })

  test.each(['', 'unknown', 'a'.repeat(43), '__proto__', '😀'])('with %j is refused', async (token) => {
    expect(await refresh(token)).toMatch(/^(refresh_token_not_found|nothing)$/)
  })

  test('after the session has expired says so', async () => {
    const { client, user } = await signedIn(await newUser())
    await app.database
      .sql`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${user.id}`
    expect((await client.auth.refreshSession()).error?.code).toBe('session_expired')
    expect((await clientFrom(app).auth.getUser((await signToken({ sub: user.id })) ?? '')).error?.name).toBe(
      'AuthSessionMissingError',
    )
  })

  test('happens by itself when the client restores a session with an expired access token', async () => {
    const { session, user } = await signedIn(await newUser())
    const expired = await signToken({ sub: user.id }, { expires: 1 })
    const client = clientFrom(app)
    const { data, error } = await client.auth.setSession({
      access_token: expired,
      refresh_token: session.refresh_token,
    })
    expect([error, data.user?.id]).toEqual([null, user.id])
  })
})

describe('signing out', () => {
  /** Three sessions of one user, and which of them the data and auth services still accept. */
  async function threeSessions() {
    const email = await newUser()
    const sessions = [await signedIn(email), await signedIn(email), await signedIn(email)] as const
    const [here, laptop, telephone] = sessions
    // Like an attacker who has copied the tokens.
    const copies = sessions.map(({ session }) =>
      createClient(app.url, TEST_SECRETS.publishableKey, {
        accessToken: async () => session.access_token,
        global: { headers: { 'x-forwarded-for': freshAddress() } },
      }),
    )
    const left = async () => ({
      users: await Promise.all(
        sessions.map(async ({ session }) => {
          const { error } = await clientFrom(app).auth.getUser(session.access_token)
          return error?.name ?? 'alive'
        }),
      ),
      refreshes: await Promise.all(sessions.map(({ session }) => refresh(session.refresh_token))),
      mails: await Promise.all(
        copies.map(async (copy) => (await copy.from('outbox_mails').select('id')).data?.length),
      ),
    })
    return { here: here.client, laptop: laptop.client, telephone: telephone.client, left }
  }

  const ENDED = 'AuthSessionMissingError'
  const TOKEN = expect.stringMatching(/^[\w-]{43}$/)

  beforeAll(async () => {
    await app.database.sql`
      insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
      values ('one', 'a@x.org', 'b@x.org', 'Subject', 'Text', '<p>Text</p>')`
  })

  test('here ends only this session, at once and for the data service too', async () => {
    const { here, left } = await threeSessions()
    expect((await here.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await here.auth.getSession()).data.session).toBeNull()
    expect(await left()).toEqual({
      users: [ENDED, 'alive', 'alive'],
      refreshes: ['refresh_token_not_found', TOKEN, TOKEN],
      mails: [0, 1, 1],
    })
  })

  test('everywhere ends every session', async () => {
    const { laptop, left } = await threeSessions()
    expect((await laptop.auth.signOut()).error).toBeNull()
    expect(await left()).toEqual({
      users: [ENDED, ENDED, ENDED],
      refreshes: Array(3).fill('refresh_token_not_found'),
      mails: [0, 0, 0],
    })
  })

  test('elsewhere ends every session but this one', async () => {
    const { telephone, left } = await threeSessions()
    expect((await telephone.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await telephone.auth.getSession()).data.session).not.toBeNull()
    expect(await left()).toEqual({
      users: [ENDED, ENDED, 'alive'],
      refreshes: ['refresh_token_not_found', 'refresh_token_not_found', TOKEN],
      mails: [0, 0, 1],
    })
  })

  test('does not end sessions of others', async () => {
    const { here } = await threeSessions()
    const other = await signedIn(await newUser())
    await here.auth.signOut({ scope: 'global' })
    expect((await other.client.auth.getUser()).error).toBeNull()
  })

  test('twice, or after the session has ended, is not an error', async () => {
    const { here, laptop } = await threeSessions()
    await laptop.auth.signOut({ scope: 'global' })
    expect((await here.auth.signOut()).error).toBeNull()
    expect((await here.auth.signOut()).error).toBeNull()
  })

  test('with a token without a session does nothing', async () => {
    const { here } = await threeSessions()
    const { error } = await here.auth.admin.signOut(
      await signToken({}, { secret: 'another secret, long enough' }),
    )
    expect([error?.status, error?.code]).toEqual([401, 'bad_jwt'])
    expect((await here.auth.getUser()).error).toBeNull()
  })
})

describe('an administrator', () => {
  test('who loses the role loses the rights at once, while the session continues', async () => {
    const { client, user } = await signedIn(await newUser())
    expect(await canReadDrafts(client)).toBe(true)
    await app.database.sql`delete from public.user_roles where user_id = ${user.id}`
    expect(await canReadDrafts(client)).toBe(false)
    expect((await client.auth.getUser()).error).toBeNull()
  })
})
