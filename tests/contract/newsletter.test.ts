import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(() => project.stop())

const addressOf = (name: string) => `${name}@${project.runId}.example.org`
const subscribe = (name: string) =>
  project.as('anonymous').rpc('subscribe_newsletter', { p_email: addressOf(name) })
const subscribers = () => project.as('administrator').from('newsletter_subscribers')

describe('signing up', () => {
  test('returns success, the address and a ticket', async () => {
    const { data, error, status } = await subscribe('ada')
    expect([status, error]).toEqual([200, null])
    expect(data).toEqual({
      success: true,
      email: addressOf('ada'),
      confirmation_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('counts as one row', async () => {
    const { count, status } = await project
      .as('anonymous')
      .rpc('subscribe_newsletter', { p_email: addressOf('ada') }, { count: 'exact' })
    expect([status, count]).toEqual([200, 1])
  })

  test('accepts a language', async () => {
    const address = addressOf('grace')
    await project
      .as('anonymous')
      .rpc('subscribe_newsletter', { p_email: address, p_language: 'de' })
      .throwOnError()
    const { data } = await subscribers().select('language').eq('email', address).single()
    expect(data).toEqual({ language: 'de' })
  })

  test.each([
    ['nobody', 'Invalid email address'],
    [`${'x'.repeat(250)}@example.org`, 'Email too long'],
    [null as unknown as string, 'Invalid email address'],
  ])('with %j is refused with a message for the reader', async (email, message) => {
    const { error, status } = await project.as('anonymous').rpc('subscribe_newsletter', { p_email: email })
    expect([status, error?.code, error?.message]).toEqual([400, '22023', message])
  })
})

describe('confirming', () => {
  test('with an unknown token is a result, not an error', async () => {
    const { data, status, error } = await project
      .as('anonymous')
      .rpc('confirm_newsletter_subscription', { p_token: 'unknown' })
    expect([status, error]).toEqual([200, null])
    expect(data).toMatchObject({ success: false, message: 'Invalid confirmation link' })
  })

  test('can be asked for as an object', async () => {
    const { data, status } = await project
      .as('anonymous')
      .rpc('confirm_newsletter_subscription', { p_token: 'unknown' })
      .single()
    expect([status, data]).toMatchObject([200, { success: false }])
  })
})

describe('the table of subscribers', () => {
  test('can be listed, unsubscribed and deleted by an administrator', async () => {
    for (const name of ['emmy', 'hedy']) await subscribe(name).then(({ error }) => expect(error).toBeNull())
    const { data } = await subscribers().select('*').order('subscribed_at', { ascending: false })
    const [hedy, emmy] = data?.filter((row) => /^(emmy|hedy)@/.test(row.email)) ?? []
    expect([hedy?.email, emmy?.email]).toEqual([addressOf('hedy'), addressOf('emmy')])
    expect(hedy).toMatchObject({ confirmed: false, is_active: true, language: 'en', confirmed_at: null })

    const updated = await subscribers()
      .update({ is_active: false })
      .eq('id', hedy?.id ?? '')
    expect([updated.status, updated.error]).toEqual([204, null])
    const { data: after } = await subscribers()
      .select('is_active')
      .eq('id', hedy?.id ?? '')
      .single()
    expect(after).toEqual({ is_active: false })

    const deleted = await subscribers()
      .delete()
      .eq('id', hedy?.id ?? '')
    expect([deleted.status, deleted.error]).toEqual([204, null])
    expect(
      (
        await subscribers()
          .select('id')
          .eq('id', hedy?.id ?? '')
      ).data,
    ).toEqual([])
  })

  test('is closed to anonymous callers, and empty for readers', async () => {
    const visitor = await project.as('anonymous').from('newsletter_subscribers').select('email')
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501'])
    const reader = await project.as('reader').from('newsletter_subscribers').select('email')
    expect([reader.status, reader.data]).toEqual([200, []])
  })
})

describe('the role of the signed-in user', () => {
  const roleOf = (caller: 'reader' | 'administrator') =>
    project.as(caller).from('user_roles').select('role').eq('user_id', project.userId(caller))

  test('is read from user_roles', async () => {
    expect((await roleOf('administrator').single()).data).toEqual({ role: 'admin' })
    expect((await roleOf('administrator').maybeSingle()).data).toEqual({ role: 'admin' })
    expect((await roleOf('reader').maybeSingle()).data).toBeNull()
    expect((await roleOf('reader').single()).error?.code).toBe('PGRST116')
  })

  test('cannot be read by others, nor granted', async () => {
    const other = project.userId('administrator')
    const seen = await project.as('reader').from('user_roles').select('role').eq('user_id', other)
    expect(seen.data).toEqual([])
    const visitor = await project.as('anonymous').from('user_roles').select('role')
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501'])
    const given = await project
      .as('reader')
      .from('user_roles')
      .insert({ user_id: project.userId('reader'), role: 'admin' })
    expect([given.status, given.error?.code]).toEqual([403, '42501'])
  })
})
