import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

const SPECS = ['draft-cavage-http-signatures-12', 'rfc9421'] as const
const HOUR = 3_600_000

test.each(SPECS)('somebody follows with a signature of %s, is accepted, and leaves', async (spec) => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const follow = remote.activity('Follow', `${site.url}/activitypub/fr`)
  const answer = await remote.post(`${site.url}/activitypub/fr/inbox`, follow, { spec })
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  expect(await site.followers()).toEqual([
    {
      language: 'fr',
      actor: remote.actor,
      handle: `@mara@${new URL(remote.url).host}`,
      name: 'mara of the remote server',
      inbox: `${remote.actor}/inbox`,
      shared_inbox: `${remote.url}/inbox`,
    },
  ])
  await site.tell()
  expect(remote.received).toMatchObject([
    {
      path: '/users/mara/inbox',
      isVerified: true,
      activity: {
        type: 'Accept',
        actor: `${site.url}/activitypub/fr`,
        object: { id: follow.id, type: 'Follow' },
      },
    },
  ])
  const undo = remote.activity('Undo', follow)
  expect((await remote.post(`${site.url}/activitypub/inbox`, undo, { spec })).status).toBe(202)
  expect(await site.followers()).toEqual([])
})

test('a follow is taken back by its id alone, and by a block', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const inbox = `${site.url}/activitypub/inbox`
  const follow = remote.activity('Follow', `${site.url}/activitypub/en`)
  await remote.post(inbox, follow)
  await remote.post(inbox, remote.activity('Undo', follow.id))
  expect(await site.followers()).toEqual([])
  await remote.post(inbox, remote.activity('Follow', `${site.url}/activitypub/en`))
  expect(await site.followers()).toHaveLength(1)
  await remote.post(inbox, remote.activity('Block', `${site.url}/activitypub/en`))
  expect(await site.followers()).toEqual([])
})

test('likes, shares and replies are counted once, and taken back', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const inbox = `${site.url}/activitypub/en/inbox`
  const id = await site.publish()
  const object = `${site.url}/activitypub/articles/${id}`
  const like = remote.activity('Like', object)
  const note = {
    id: `${remote.url}/notes/1`,
    type: 'Note',
    attributedTo: remote.actor,
    inReplyTo: object,
    content: '<p>Well <script>alert(1)</script><b>said</b> &amp; true\u202e</p>',
  }
  for (const activity of [
    like,
    like,
    remote.activity('Like', object),
    remote.activity('Announce', `${site.url}/article/chips-1`),
    remote.activity('Create', note),
    remote.activity('Create', note),
    // Of somebody else, about nothing of ours, and not written by who says so.
    remote.activity('Create', { ...note, id: 'https://elsewhere.example/notes/1' }),
    remote.activity('Create', {
      ...note,
      id: `${remote.url}/notes/2`,
      inReplyTo: 'https://elsewhere.example/1',
    }),
    remote.activity('Create', { ...note, id: `${remote.url}/notes/3`, attributedTo: remote.actorOf('otto') }),
    remote.activity('Like', `${site.url}/activitypub/articles/00000000-0000-0000-0000-000000000000`),
  ])
    expect((await remote.post(inbox, activity)).status).toBe(202)
  expect(await site.reactions()).toMatchObject([
    { kind: 'like', body: '' },
    { kind: 'announce', body: '' },
    { kind: 'reply', body: 'Well said & true', uri: note.id },
  ])
  await remote.post(inbox, remote.activity('Update', { ...note, content: 'Not true' }))
  expect((await site.reactions())[2]).toMatchObject({ body: 'Not true' })
  await remote.post(inbox, remote.activity('Undo', like))
  await remote.post(inbox, remote.activity('Delete', { id: note.id, type: 'Tombstone' }))
  expect(await site.reactions()).toMatchObject([{ kind: 'announce' }])
  await remote.post(inbox, remote.activity('Delete', remote.actor))
  expect(await site.reactions()).toEqual([])
})

test('a reply keeps its content warning, and is the pictures that it has (social-reply-without-words)', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const id = await site.publish()
  const object = `${site.url}/activitypub/articles/${id}`
  const picture = {
    type: 'Document',
    mediaType: 'image/png',
    url: `${remote.url}/x.png`,
    name: 'A chart of costs',
  }
  // The context in the form in which Mastodon sends it.
  const CONTEXT = { '@context': ['https://www.w3.org/ns/activitystreams', { sensitive: 'as:sensitive' }] }
  let count = 0
  const reply = async (more: object) => {
    count += 1
    const note = {
      id: `${remote.url}/notes/${count}`,
      type: 'Note',
      attributedTo: remote.actor,
      inReplyTo: object,
      ...more,
    }
    expect(
      (await remote.post(`${site.url}/activitypub/inbox`, remote.activity('Create', note, CONTEXT))).status,
    ).toBe(202)
    const { body, warning, attachments } = (await site.reactions()).at(-1) ?? {}
    return { body, warning, attachments, note }
  }
  expect(await reply({ content: '', attachment: [picture] })).toMatchObject({
    body: '',
    warning: null,
    attachments: [{ kind: 'picture', alt: 'A chart of costs' }],
  })
  const attachment = [
    { type: 'Image', url: `${remote.url}/y.jpg`, name: null },
    {
      type: 'Document',
      mediaType: 'video/mp4',
      url: `${remote.url}/z.mp4`,
      name: ' <b>A</b> \u202e\n harbour ',
    },
    { type: 'Audio', url: `${remote.url}/a.mp3` },
    { type: 'Document', mediaType: 'application/pdf', url: `${remote.url}/b.pdf` },
    { type: 'Link', href: `${remote.url}/page` },
    `${remote.url}/somewhere/else`,
  ]
  const warned = await reply({
    content: '<p>Loud</p>',
    summary: 'CW: <b>noise</b> &amp; light',
    sensitive: true,
    attachment,
  })
  expect(warned).toMatchObject({
    body: 'Loud',
    warning: 'CW: noise & light',
    attachments: [
      { kind: 'picture', alt: '' },
      { kind: 'video', alt: '<b>A</b> harbour' },
      { kind: 'sound', alt: '' },
      { kind: 'file', alt: '' },
    ],
  })
  await remote.post(
    `${site.url}/activitypub/inbox`,
    remote.activity('Update', { ...warned.note, summary: null, sensitive: false, attachment: [picture] }),
  )
  expect((await site.reactions()).at(-1)).toMatchObject({
    body: 'Loud',
    warning: null,
    attachments: [{ alt: 'A chart of costs' }],
  })
  expect(await reply({ content: 'x', sensitive: true })).toMatchObject({ warning: '' })
  const many = await reply({
    content: 'x',
    attachment: Array.from({ length: 30 }, () => ({ ...picture, name: 'x'.repeat(3000) })),
  })
  expect(many.attachments).toHaveLength(20)
  expect(many.attachments[0].alt).toHaveLength(1500)
  // An article has a title, and its summary is no warning.
  expect(
    await reply({ type: 'Article', name: 'On chips', content: '<p>Well</p>', summary: 'In short' }),
  ).toMatchObject({
    body: 'On chips · Well',
    warning: null,
  })
  // Of a poll nothing but votes changes.
  const choice = (name: string) => ({ type: 'Note', name, replies: { type: 'Collection', totalItems: 3 } })
  const poll = await reply({
    type: 'Question',
    content: '<p>Which <b>one</b>?</p>',
    summary: 'Chips',
    oneOf: [choice('Red \u202e\n ones'), choice('')],
    anyOf: [choice('Blue'), `${remote.url}/somewhere/else`],
  })
  expect(poll).toMatchObject({ body: 'Which one? · Red ones · Blue', warning: 'Chips' })
  await remote.post(
    `${site.url}/activitypub/inbox`,
    remote.activity('Update', { ...poll.note, votersCount: 9 }),
  )
  expect((await site.reactions()).at(-1)).toMatchObject({ body: poll.body, changed_at: null })
  expect(
    (await reply({ type: 'Question', content: '', oneOf: Array(30).fill(choice('x'.repeat(300))) })).body,
  ).toHaveLength(2000)
  expect(remote.requested.filter((path) => path !== 'GET /users/mara')).toEqual([])
})

test.each(SPECS)(
  'a copy of a request of %s does nothing, and an old or a future one is refused',
  async (spec) => {
    const site = await openSocialSite()
    const remote = await startRemoteServer()
    const inbox = `${site.url}/activitypub/inbox`
    const follow = remote.activity('Follow', `${site.url}/activitypub/en`)
    const at = new Date()
    await remote.post(inbox, follow, { spec, at })
    await remote.post(inbox, remote.activity('Undo', follow), { spec })
    expect((await remote.post(inbox, follow, { spec, at })).status).toBe(202)
    expect(await site.followers()).toEqual([])
    for (const hours of [-2, 2]) {
      const moved = { spec, at: new Date(Date.now() + hours * HOUR) }
      expect((await remote.post(inbox, follow, moved)).status).toBe(401)
    }
    expect(await site.followers()).toEqual([])
  },
)

test('what somebody else has signed is refused', async () => {
  const site = await openSocialSite()
  const [victim, attacker] = [await startRemoteServer(), await startRemoteServer({ name: 'eve' })]
  const inbox = `${site.url}/activitypub/inbox`
  const forged = victim.activity('Follow', `${site.url}/activitypub/en`)
  const statusOf = async (...sent: Parameters<typeof attacker.post>) => (await attacker.post(...sent)).status
  // The forgery has the key of the attacker, under the name of the victim's, and under its own.
  expect(await statusOf(inbox, forged)).toBe(401)
  expect(await statusOf(inbox, forged, { keyId: `${attacker.actor}#main-key` })).toBe(401)
  // A key that says that it belongs to the victim.
  const liar = await startRemoteServer({
    actor: (document) => ({
      ...document,
      publicKey: { ...(document.publicKey as object), owner: victim.actor },
    }),
  })
  expect((await liar.post(inbox, forged, { keyId: `${liar.actor}#main-key` })).status).toBe(401)
  const own = liar.activity('Follow', `${site.url}/activitypub/en`)
  expect((await liar.post(inbox, own)).status).toBe(401)
  // Of the same server, but another person.
  const other = { ...own, actor: attacker.actorOf('otto') }
  expect(await statusOf(inbox, other, { keyId: `${attacker.actor}#main-key` })).toBe(401)
  expect(await site.followers()).toEqual([])
})

test.each(SPECS)(
  'a signature of %s that does not cover the body, the host or the path is refused',
  async (spec) => {
    const site = await openSocialSite()
    const remote = await startRemoteServer()
    const inbox = `${site.url}/activitypub/inbox`
    const follow = remote.activity('Follow', `${site.url}/activitypub/en`)
    const other = JSON.stringify({ ...follow, object: `${site.url}/activitypub/de` })
    expect((await remote.post(inbox, follow, { spec, body: other })).status).toBe(401)
    const unsigned = await fetch(inbox, {
      method: 'POST',
      headers: { 'content-type': 'application/activity+json' },
      body: JSON.stringify(follow),
    })
    expect(unsigned.status).toBe(401)
    const keyid = `"${remote.actor}#main-key"`
    const now = Math.floor(Date.now() / 1000)
    const input = `sig1=("@method" "@target-uri");alg="rsa-v1_5-sha256";keyid=${keyid};created=${now}`
    const headers = { 'signature-input': input, signature: 'sig1=:AAAA:' }
    expect((await remote.post(inbox, follow, { spec: 'rfc9421', headers })).status).toBe(401)
    expect(await site.followers()).toEqual([])
  },
)

test('actors and inboxes on private addresses are not asked', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({
    actor: (document) => ({ ...document, inbox: 'http://169.254.169.254/latest' }),
  })
  const inbox = `${site.url}/activitypub/inbox`
  const follow = remote.activity('Follow', `${site.url}/activitypub/en`)
  expect((await remote.post(inbox, follow)).status).toBe(202)
  for (const actor of [
    'http://10.0.0.1/users/a',
    'https://localhost/users/a',
    'https://[::1]/users/a',
    'https://192.168.0.1/users/a',
    'https://social.example:8443/users/a',
    'https://social.example./users/a',
    'file:///etc/passwd',
    `${site.url}/activitypub/en`,
  ]) {
    const answer = await remote.post(inbox, { ...follow, actor })
    expect([actor, answer.status]).toEqual([actor, expect.toBeOneOf([400, 503])])
  }
  expect(await site.followers()).toEqual([])
})

test('a key that is huge, moved elsewhere or of another type is not taken', async () => {
  const site = await openSocialSite()
  const target = await startRemoteServer()
  const inbox = `${site.url}/activitypub/inbox`
  const answers = [
    (response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'application/activity+json' })
        .end(Buffer.alloc(10_000_000, ' ')),
    (response: ServerResponse) => void response.writeHead(302, { location: target.actor }).end(),
    (response: ServerResponse) => void response.writeHead(302, { location: '/users/mara' }).end(),
    (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    (response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'application/activity+json' }).end('['.repeat(100_000)),
  ]
  for (const answer of answers) {
    const remote = await startRemoteServer({
      answer: ({ method }) => (method === 'GET' ? answer : undefined),
    })
    const follow = remote.activity('Follow', `${site.url}/activitypub/en`)
    expect((await remote.post(inbox, follow)).status).toBe(503)
  }
  expect(target.requested).toEqual([])
  expect(await site.followers()).toEqual([])
})

test('bodies that are too large, too deep or no activities are refused', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const inbox = `${site.url}/activitypub/inbox`
  const send = async (body: string, type = 'application/activity+json') =>
    (await fetch(inbox, { method: 'POST', headers: { 'content-type': type }, body })).status
  expect(await announceBytes(inbox, 10_000_000)).toBe(413)
  expect(await send(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)).toBe(400)
  expect(await send(`{"a":[${'1,'.repeat(6_000)}1]}`)).toBe(400)
  expect(await send('[]')).toBe(400)
  expect(await send('nothing')).toBe(400)
  expect(await send('{"type":"Follow"}')).toBe(400)
  expect(await send('{}', 'text/plain')).toBe(415)
  // An activity that is not understood is taken, and nobody is asked for a key.
  expect(await send('{"type":"Dance","actor":"https://social.example/a"}')).toBe(202)
  expect(await send(JSON.stringify(remote.activity('Delete', remote.actor)))).toBe(202)
  expect(remote.requested).toEqual([])
})

test('a context from elsewhere is not fetched, and what ActivityStreams defines is understood', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const elsewhere = await startRemoteServer()
  const follow = remote.activity('Follow', `${site.url}/activitypub/en`, {
    '@context': ['https://www.w3.org/ns/activitystreams', `${elsewhere.url}/context.json`],
  })
  expect((await remote.post(`${site.url}/activitypub/inbox`, follow)).status).toBe(202)
  expect(elsewhere.requested).toEqual([])
  expect(await site.followers()).toHaveLength(1)
})

test('hostile names are made visible, and an inbox of another server is not used', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({
    actor: (document) => ({
      ...document,
      name: `\u202eEve\u0007 <b>${'x'.repeat(5_000)}`,
      preferredUsername: 'e\nve',
      endpoints: { sharedInbox: 'http://127.0.0.1:1/inbox' },
    }),
  })
  await remote.post(`${site.url}/activitypub/inbox`, remote.activity('Follow', `${site.url}/activitypub/en`))
  const [follower] = await site.followers()
  expect(follower?.name).toHaveLength(100)
  expect(follower?.name).toMatch(/^Eve <b>x+$/)
  expect(follower).toMatchObject({ handle: `@e ve@${new URL(remote.url).host}`, shared_inbox: null })
})

test('who is blocked is not heard, and follows no more', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const inbox = `${site.url}/activitypub/inbox`
  await remote.post(inbox, remote.activity('Follow', `${site.url}/activitypub/en`))
  expect(await site.followers()).toHaveLength(1)
  await site.sql`insert into private.social_blocks (kind, value) values ('domain', ${new URL(remote.url).host})`
  expect(await site.followers()).toEqual([])
  expect((await remote.post(inbox, remote.activity('Follow', `${site.url}/activitypub/en`))).status).toBe(202)
  expect(await site.followers()).toEqual([])
})

test('one address cannot bring servers without end', async () => {
  const site = await openSocialSite()
  const inbox = `${site.url}/activitypub/inbox`
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n++) {
    const remote = await startRemoteServer()
    const answer = await remote.post(inbox, remote.activity('Follow', `${site.url}/activitypub/en`))
    statuses.add(answer.status)
  }
  expect([...statuses]).toEqual([202, 429])
  expect(await site.followers()).toHaveLength(60)
})

test('addresses that are too long to be kept are refused', async () => {
  const site = await openSocialSite()
  const long = 'x'.repeat(2_000)
  const remote = await startRemoteServer({
    actor: (document) => ({
      ...document,
      inbox: `${String(document.id)}/${document.preferredUsername === 'far' ? long : 'inbox'}`,
      endpoints: { sharedInbox: `${new URL(String(document.id)).origin}/${long}` },
    }),
  })
  const inbox = `${site.url}/activitypub/inbox`
  const en = `${site.url}/activitypub/en`
  const article = `${site.url}/activitypub/articles/${await site.publish()}`
  const statusOf = async (type: string, object: unknown, more = {}) =>
    (await remote.post(inbox, remote.activity(type, object, more))).status
  expect(await statusOf('Follow', en, { id: `${remote.url}/${long}` })).toBe(400)
  expect(await statusOf('Like', article, { actor: remote.actorOf('l'.repeat(950)) })).toBe(400)
  expect(await statusOf('Follow', en, { actor: remote.actorOf('far') })).toBe(202)
  const note = {
    id: `${remote.url}/${long}`,
    type: 'Note',
    attributedTo: remote.actor,
    inReplyTo: article,
    content: 'x',
  }
  expect(await statusOf('Create', note)).toBe(202)
  expect(await site.reactions()).toEqual([])
  expect(await statusOf('Follow', en)).toBe(202)
  expect(await site.followers()).toMatchObject([{ actor: remote.actor, shared_inbox: null }])
})

test('one server cannot send more than its share', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  await site.sql`
    insert into private.social_followers (language, actor, inbox, host, handle, name)
    select 'en', ${remote.url} || '/users/' || n, ${remote.url} || '/inbox', ${new URL(remote.url).host}, '', ''
    from generate_series(1, 20000) as n`
  const full = await remote.post(
    `${site.url}/activitypub/inbox`,
    remote.activity('Follow', `${site.url}/activitypub/en`),
  )
  expect([full.status, await full.text()]).toEqual([429, 'This server has too many followers here.'])
})

test('who sends slowly does not block the others', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const inbox = `${site.url}/activitypub/inbox`
  const slow = Array.from({ length: 80 }, (_, n) => {
    const headers = { 'content-type': 'application/activity+json', ...(n % 2 && { 'content-length': 2 }) }
    const localAddress = `127.0.0.${2 + (n % 10)}`
    const request = requestHttp(inbox, { method: 'POST', headers, localAddress })
    request.on('error', () => {})
    request.write('{')
    return { request, answer: once(request, 'response') as Promise<[IncomingMessage]> }
  })
  const follow = remote.activity('Follow', `${site.url}/activitypub/en`)
  await Promise.all(slow.map(({ request }) => once(request, 'socket')))
  expect((await remote.post(inbox, follow)).status).toBe(202)
  for (const { request, answer } of slow) {
    request.end('}')
    const [response] = await answer
    expect(response.resume().statusCode).toBe(202)
  }
})

test('an address that sends more at once than it may is told to try again', async () => {
  const site = await openSocialSite()
  const headers = { 'content-type': 'application/activity+json', 'content-length': 2 }
  const requests = Array.from({ length: 35 }, () => {
    const request = requestHttp(`${site.url}/activitypub/inbox`, { method: 'POST', headers })
    request.on('error', () => {})
    request.write('{')
    return once(request, 'response') as Promise<[IncomingMessage]>
  })
  const [first] = await Promise.race(requests)
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '60'])
})

/** Begins to send a body of so many bytes, and returns the status of the answer. */
async function announceBytes(address: string, bytes: number): Promise<number | undefined> {
  const headers = { 'content-type': 'application/activity+json', 'content-length': bytes }
  const request = requestHttp(address, { method: 'POST', headers })
  request.on('error', () => {})
  request.write('{')
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.destroy()
  return response.statusCode
}
