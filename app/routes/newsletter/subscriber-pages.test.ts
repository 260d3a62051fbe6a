import { afterAll, describe, expect, test } from 'vitest'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { erasurePath, preferencesPath, unsubscribePath } from '#core/paths.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { freshAddress } from '../../../tests/support/auth.ts'
import { untilJobsAreDone } from '../../../tests/support/jobs.ts'
import {
  addSentIssue,
  addSubscriber,
  FOREIGN_TOKEN,
  mailsInOutbox,
  stateOf,
  type TestSubscriber,
} from '../../../tests/support/subscribers.ts'

const app = await startTestApp({ trustProxy: 1 })
const { sql } = app.database
afterAll(() => app.stop())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Reads all stored rows, to see whether a request has changed any of them. */
const everything = async () =>
  (
    await sql`
    select (select json_agg(s order by id) from public.newsletter_subscribers s) as subscribers,
      (select json_agg(c order by subscriber_id) from private.newsletter_consents c) as consents,
      (select count(*) from pgboss.job where name like 'send-%') as jobs,
      (select json_agg(token_hash) from private.newsletter_erasure_tokens) as tokens`
  )[0]

async function open(path: string, init: RequestInit = {}) {
  const response = await fetch(app.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': freshAddress(), ...init.headers },
  })
  const html = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    html,
    main: /<main.*<\/main>/s.exec(html)?.[0] ?? '',
  }
}
const send = (path: string, body: string, from?: string) =>
  open(path, { method: 'POST', body, headers: { ...FORM, ...(from && { 'x-forwarded-for': from }) } })

async function erasingToken(subscriber: TestSubscriber): Promise<string> {
  await send(preferencesPath(subscriber.preferences, 'en'), 'intent=erase')
  await untilJobsAreDone(sql)
  const mail = (await mailsInOutbox(sql, subscriber.email)).at(-1)
  return /\/newsletter\/erase\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe.each(['en', 'de'] as const)('in %s', (language) => {
  const words = CATALOGS[language]
  const say = (key: PlainKey) => words[key].replaceAll("'", '&#x27;')

  test('the pages of a subscriber are in the language of their address', async () => {
    const ada = await addSubscriber(sql, { language })
    const leaving = await open(unsubscribePath(ada.unsubscribe, language))
    expect(leaving.status).toBe(200)
    expect(leaving.html).toContain(`<html lang="${language}"`)
    expect(leaving.main).toContain(say('unsubscribe.text'))

    const preferences = await open(preferencesPath(ada.preferences, language))
    expect(preferences.main).toContain(say('preferences.title'))
    expect(preferences.main).toContain(say('preferences.state.active'))

    const left = await open(unsubscribePath(ada.unsubscribe, language), {
      method: 'POST',
      body: 'intent=leave',
      headers: { ...FORM, origin: app.url },
    })
    expect([left.status, await stateOf(sql, ada)]).toEqual([
      200,
      { language, is_active: false, left_reason: 'unsubscribed' },
    ])
    expect(left.main).toContain(say('unsubscribe.done.title'))
    expect(left.main).toContain(say('subscription.return.submit'))
    expect(left.main).toContain('/newsletter/preferences?token=')
  })

  test('the link that erases is mailed and answered in their language', async () => {
    const ada = await addSubscriber(sql, { language })
    const token = await erasingToken(ada)
    expect((await mailsInOutbox(sql, ada.email))[0]?.subject).toBe(words['mail.erasure.subject'])
    const page = await open(erasurePath(token, language))
    expect([page.status, page.main]).toEqual([200, expect.stringContaining(say('erase.text'))])
    const erased = await send(erasurePath(token, language), 'intent=erase')
    expect([erased.status, erased.main]).toEqual([200, expect.stringContaining(say('erase.done.title'))])
    expect(await stateOf(sql, ada)).toBeNull()
  })
})

describe('a page behind a mailed link', () => {
  const PATHS = ['/unsubscribe', '/newsletter/preferences', '/newsletter/erase']

  test('is not cached, not indexed, and sends no referrer to other sites', async () => {
    const ada = await addSubscriber(sql)
    const token = await erasingToken(ada)
    const paths = [
      unsubscribePath(ada.unsubscribe, 'en'),
      preferencesPath(ada.preferences, 'de'),
      erasurePath(token, 'fr'),
    ]
    for (const path of paths) {
      const { status, headers, html } = await open(path)
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'same-origin',
      })
      expect(html).not.toContain(ada.email)
      expect(headers.has('set-cookie')).toBe(false)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
    }
    expect((await open(preferencesPath(ada.preferences, 'en'))).main).toMatch(/For [\da-f]•••@e•••\.org/)
  })

  test('changes nothing when it is opened, by a person or by a scanner', async () => {
    const ada = await addSubscriber(sql)
    const token = await erasingToken(ada)
    const before = await everything()
    for (const path of [
      unsubscribePath(ada.unsubscribe, 'en'),
      preferencesPath(ada.preferences, 'en'),
      erasurePath(token, 'en'),
    ])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
        for (const more of ['', '&intent=leave', '&intent=erase', '&List-Unsubscribe=One-Click'])
          await open(path + more, { method })
    expect(await everything()).toEqual(before)
  })

  test.each(PATHS)('%s says of a token that is not ours what to do, and changes nothing', async (path) => {
    const ada = await addSubscriber(sql)
    const before = await everything()
    const changed = `${ada.preferences.slice(0, -1)}${ada.preferences.endsWith('A') ? 'B' : 'A'}`
    const other = path === '/unsubscribe' ? ada.preferences : ada.unsubscribe
    const title = path === '/newsletter/erase' ? 'This Link No Longer Works' : 'This Link Does Not Work'
    for (const token of [changed, other, FOREIGN_TOKEN, 'x', '', '%00', '__proto__', 'a'.repeat(5_000)]) {
      const page = await open(`${path}?token=${token}`)
      expect([page.status, page.main], token).toEqual([400, expect.stringContaining(title)])
      expect(page.main).toContain('/contact')
      for (const intent of ['leave', 'return', 'language&language=de', 'data', 'erase']) {
        const sent = await send(`${path}?token=${token}`, `intent=${intent}`)
        expect([sent.status, sent.main], token).toEqual([400, expect.stringContaining(title)])
      }
    }
    expect((await open(path)).status).toBe(400)
    expect(await everything()).toEqual(before)
  })

  test.each(['', 'intent=', 'intent=everything', 'intent=leave&intent=erase', 'intent=__proto__', 'leave=1'])(
    'does nothing that it does not know: %j',
    async (body) => {
      const ada = await addSubscriber(sql)
      const before = await everything()
      for (const path of [unsubscribePath(ada.unsubscribe, 'en'), preferencesPath(ada.preferences, 'en')])
        expect((await send(path, body)).status).toBe(400)
      expect(await everything()).toEqual(before)
    },
  )

  test('takes no form of another site', async () => {
    const ada = await addSubscriber(sql)
    const init = { method: 'POST', body: 'intent=leave', headers: { ...FORM, origin: 'https://eve.example' } }
    expect((await open(preferencesPath(ada.preferences, 'en'), init)).status).toBe(403)
    expect((await open(unsubscribePath(ada.unsubscribe, 'en'), init)).status).toBe(403)
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
  })

  test('tells kindly that there is no subscription any more', async () => {
    const ada = await addSubscriber(sql)
    await sql`delete from public.newsletter_subscribers where id = ${ada.id}`
    for (const path of [unsubscribePath(ada.unsubscribe, 'en'), preferencesPath(ada.preferences, 'en')]) {
      for (const page of [
        await open(path),
        await send(path, 'intent=leave'),
        await send(path, 'intent=return'),
      ])
        expect([page.status, page.main]).toEqual([
          200,
          expect.stringContaining('You Are No Longer Subscribed'),
        ])
    }
  })
})

describe('subscribers', () => {
  test('choose a language', async () => {
    const ada = await addSubscriber(sql)
    const page = await send(preferencesPath(ada.preferences, 'en'), 'intent=language&language=it')
    expect([page.status, page.main]).toEqual([200, expect.stringContaining('The language has been saved.')])
    expect(page.main).toMatch(/<option value="it" lang="it" selected=""/)
    expect(await stateOf(sql, ada)).toMatchObject({ language: 'it' })
    for (const language of ['nl', '', 'EN', '__proto__'])
      expect(
        (await send(preferencesPath(ada.preferences, 'en'), `intent=language&language=${language}`)).status,
      ).toBe(400)
    expect(await stateOf(sql, ada)).toMatchObject({ language: 'it' })
  })

  test('choose sections, of which the record of their consent says when and from where', async () => {
    const ada = await addSubscriber(sql)
    const path = preferencesPath(ada.preferences, 'en')
    const boxes = async () =>
      [...(await open(path)).main.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => [
        /value="([a-z]+)"/.exec(box)?.[1],
        box.includes('checked'),
      ])
    const ticked = async () => (await boxes()).flatMap(([slug, isTicked]) => (isTicked ? [slug] : []))
    const stored = async () => {
      const [row] = await sql`
        select sections, chosen_sections as facts from public.newsletter_subscribers
        left join private.newsletter_consents on subscriber_id = id where id = ${ada.id}`
      return row
    }
    const all = (await boxes()).map(([slug]) => slug)
    expect(await ticked()).toEqual(all)
    const page = await send(path, 'intent=sections&section=tech&section=opinion&section=tech')
    expect([page.status, page.main]).toEqual([200, expect.stringContaining('The sections have been saved.')])
    expect(await ticked()).toEqual(all.filter((slug) => slug === 'tech' || slug === 'opinion'))
    const chosen = {
      sections: ['opinion', 'tech'],
      facts: { sections: 'opinion tech', by: 'link', at: expect.any(String), ip: expect.any(String) },
    }
    expect(await stored()).toEqual(chosen)
    for (const wrong of [
      '',
      '&section=',
      '&section=cooking',
      '&section=tech&section=cooking',
      '&section=__proto__',
    ]) {
      const refused = await send(path, `intent=sections${wrong}`)
      expect([refused.status, refused.main], wrong).toEqual([
        400,
        expect.stringContaining('Tick at least one section.'),
      ])
    }
    expect((await send(preferencesPath(FOREIGN_TOKEN, 'en'), 'intent=sections&section=tech')).status).toBe(
      400,
    )
    expect(await stored()).toEqual(chosen)
    await send(path, `intent=sections${all.map((slug) => `&section=${slug}`).join('')}`)
    expect(await stored()).toMatchObject({ sections: null, facts: { sections: 'all' } })
  })

  test('come back only by confirming again', async () => {
    const ada = await addSubscriber(sql)
    await send(unsubscribePath(ada.unsubscribe, 'fr'), 'intent=leave')
    const page = await send(unsubscribePath(ada.unsubscribe, 'fr'), 'intent=return')
    expect(page.status).toBe(200)
    await untilJobsAreDone(sql)
    expect(await stateOf(sql, ada)).toEqual({ language: 'fr', is_active: false, left_reason: 'unsubscribed' })
    const [mail] = await mailsInOutbox(sql, ada.email)
    const token = /confirm-subscription\?token=([\w-]{43})&lang=fr/.exec(mail?.text ?? '')?.[1] ?? ''
    await open(`/confirm-subscription?token=${token}&lang=fr`, { method: 'POST' })
    expect(await stateOf(sql, ada)).toEqual({ language: 'fr', is_active: true, left_reason: null })
    const [consent] =
      await sql`select consent from private.newsletter_consents where subscriber_id = ${ada.id}`
    expect(consent?.consent).toMatchObject({ by: 'link', language: 'fr', version: 1, ip: expect.any(String) })
  })

  test('get their data by mail to their own address, twice a day, and the page shows none of it', async () => {
    const ada = await addSubscriber(sql, { language: 'de' })
    const issue = await addSentIssue(sql, {
      slug: '2026-11-15',
      subjects: { en: 'The week', de: 'Die Woche' },
    })
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, settled_at)
      values (${issue}, ${ada.id}, ${ada.email}, 'de', 'sent', '2026-11-15T09:00:00Z')`
    await sql`
      insert into private.newsletter_consents (subscriber_id, consent) values (${ada.id}, ${JSON.stringify({
        asked: 'Weekly?',
        at: '2026-11-01T08:00:00Z',
        ip: '192.0.2.77',
        confirmed_at: '2026-11-01T08:05:00Z',
        confirmed_ip: '192.0.2.78',
      })})`
    const path = preferencesPath(ada.preferences, 'de')
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const page = await send(path, 'intent=data')
      statuses.push(page.status)
      expect(page.html).not.toContain('192.0.2.77')
    }
    expect(statuses).toEqual([200, 200, 429])
    await untilJobsAreDone(sql)
    const mails = await mailsInOutbox(sql, ada.email)
    expect(mails).toHaveLength(2)
    for (const fact of [
      `E-Mail-Adresse: ${ada.email}`,
      'Sprache: Deutsch',
      'Was Sie gefragt wurden: Weekly?',
      'Angefordert: 2026-11-01 08:00:00 UTC von der IP-Adresse 192.0.2.77',
      'Bestätigt: 2026-11-01 08:05:00 UTC von der IP-Adresse 192.0.2.78',
      'An Sie gerichtete Ausgaben: 1',
      '15. November 2026: Die Woche (versandt)',
    ])
      expect(mails[0]?.text).toContain(fact)
    expect(mails[0]?.text).not.toContain('http')
  })

  test('are erased by the link in their mail alone, once, and no list brings them back', async () => {
    const ada = await addSubscriber(sql)
    const path = preferencesPath(ada.preferences, 'en')
    const asked = await send(path, 'intent=erase')
    expect(asked.main).toContain('Nothing is erased until you use it.')
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true })
    await untilJobsAreDone(sql)
    const [mail] = await mailsInOutbox(sql, ada.email)
    const token = /erase\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await send(`/newsletter/erase?token=${ada.preferences}`, 'intent=erase')).status).toBe(400)
    expect((await send(erasurePath(token, 'en'), 'intent=erase')).status).toBe(200)
    expect((await send(erasurePath(token, 'en'), 'intent=erase')).status).toBe(400)
    expect((await open(erasurePath(token, 'en'))).status).toBe(400)

    const traces = await sql`
      select (select count(*)::int from public.newsletter_subscribers where email = ${ada.email}) as subscribers,
        (select count(*)::int from public.outbox_mails where recipient = ${ada.email}) as mails,
        (select count(*)::int from public.mail_deliveries where recipient = ${ada.email}) as deliveries,
        (select count(*)::int from public.newsletter_deliveries where email = ${ada.email}) as ledger,
        (select reason from private.suppressed_addresses where address_hash = private.sha256_hex(${ada.email})) as reason`
    expect(traces).toEqual([{ subscribers: 0, mails: 0, deliveries: 0, ledger: 0, reason: 'erased' }])
  })

  test('whose link to erase is three days old ask for a new one', async () => {
    const ada = await addSubscriber(sql)
    const token = await erasingToken(ada)
    await sql`update private.newsletter_erasure_tokens set expires_at = now() where subscriber_id = ${ada.id}`
    expect((await open(erasurePath(token, 'en'))).status).toBe(400)
    expect((await send(erasurePath(token, 'en'), 'intent=erase')).status).toBe(400)
    expect(await stateOf(sql, ada)).not.toBeNull()
  })

  test.each(['bounced', 'complained'])(
    'who %s get no mail that a link asks for, but a new confirmation',
    async (reason) => {
      const ada = await addSubscriber(sql)
      await sql`
      update public.newsletter_subscribers set is_active = false, left_reason = ${reason} where id = ${ada.id}`
      const path = preferencesPath(ada.preferences, 'en')
      for (const intent of ['data', 'erase']) {
        const page = await send(path, `intent=${intent}`)
        expect([page.status, page.main]).toEqual([
          200,
          expect.stringContaining('We no longer send email to this address'),
        ])
      }
      await send(path, 'intent=return')
      await untilJobsAreDone(sql)
      expect((await mailsInOutbox(sql, ada.email)).map(({ subject }) => subject)).toEqual([
        'Please confirm your subscription to AI Watch',
      ])
    },
  )

  test('are bounded by their network address, but may always leave', async () => {
    const from = freshAddress()
    const ada = await addSubscriber(sql)
    const path = preferencesPath(ada.preferences, 'en')
    const statuses = new Set<number>()
    for (let n = 0; n < LIMITS['subscription-change'].points; n++)
      statuses.add((await send(path, 'intent=language&language=de', from)).status)
    expect(statuses).toEqual(new Set([200]))
    const refused = await send(path, 'intent=language&language=it', from)
    expect([refused.status, refused.main]).toEqual([429, expect.stringContaining('requested too often')])
    expect(await stateOf(sql, ada)).toMatchObject({ language: 'de' })
    expect((await send(path, 'intent=leave', from)).status).toBe(200)
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: false })
  })
})

describe('the form without scripts', () => {
  const subscribers = () => sql`select from public.newsletter_subscribers where email = 'bot@example.org'`

  test('has a field that only programs fill in, and stores nothing of them', async () => {
    const { main } = await open('/subscribe')
    expect(main).toMatch(
      /<div[^>]* aria-hidden="true" inert="">.*name="second_line" .*tabindex="-1"|<div[^>]*inert=""[^>]*>/i,
    )
    const trapped = await send('/subscribe', 'email=bot%40example.org&second_line=x')
    const usual = await send('/subscribe', 'email=ada%40example.org&second_line=')
    expect(trapped.status).toBe(200)
    const shown = (html: string) => html.replaceAll(/:r\w+:|_[rR]_\w+_/g, '')
    expect(shown(trapped.main)).toBe(shown(usual.main))
    expect(await subscribers()).toHaveLength(0)
    expect(await sql`select from public.newsletter_subscribers where email = 'ada@example.org'`).toHaveLength(
      1,
    )
  })
})
