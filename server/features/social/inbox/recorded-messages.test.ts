import { expect, test } from 'vitest'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

// Messages with the members that the software of other servers sends, as its public tests have them (mastodon/mastodon: spec/lib/activitypub,
// misskey-dev/misskey: ApRendererService, LemmyNet/lemmy: crates/apub/apub/assets). Texts and addresses are ours.

type Json = Record<string, unknown>
const AS = 'https://www.w3.org/ns/activitystreams'
const PUBLIC = `${AS}#Public`
const MASTODON = [
  AS,
  {
    ostatus: 'http://ostatus.org#',
    atomUri: 'ostatus:atomUri',
    inReplyToAtomUri: 'ostatus:inReplyToAtomUri',
    conversation: 'ostatus:conversation',
    sensitive: 'as:sensitive',
    toot: 'http://joinmastodon.org/ns#',
    votersCount: 'toot:votersCount',
    blurhash: 'toot:blurhash',
    focalPoint: { '@container': '@list', '@id': 'toot:focalPoint' },
  },
]
const MISSKEY = [
  AS,
  'https://w3id.org/security/v1',
  {
    Key: 'sec:Key',
    Hashtag: 'as:Hashtag',
    quoteUrl: 'as:quoteUrl',
    toot: 'http://joinmastodon.org/ns#',
    Emoji: 'toot:Emoji',
    misskey: 'https://misskey-hub.net/ns#',
    _misskey_content: 'misskey:_misskey_content',
    _misskey_reaction: 'misskey:_misskey_reaction',
    isCat: 'misskey:isCat',
    vcard: 'http://www.w3.org/2006/vcard/ns#',
  },
]
const LEMMY = ['https://join-lemmy.org/context.json', AS]

const SPECS = ['draft-cavage-http-signatures-12', 'rfc9421'] as const
const ACTORS: Record<string, (document: Json) => Json> = {
  mastodon: (document) => ({
    ...document,
    '@context': [
      ...MASTODON,
      'https://w3id.org/security/v1',
      { alsoKnownAs: { '@id': 'as:alsoKnownAs', '@type': '@id' } },
    ],
    published: '2022-10-03T00:00:00Z',
    devices: `${document.id}/collections/devices`,
    tag: [],
    attachment: [
      { type: 'PropertyValue', name: 'Site', value: '<a href="https://a.example" rel="me">a</a>' },
    ],
    icon: { type: 'Image', mediaType: 'image/png', url: `${document.id}/icon.png` },
  }),
  misskey: (document) => ({
    ...document,
    '@context': MISSKEY,
    sharedInbox: `${new URL(String(document.id)).origin}/inbox`,
    image: { type: 'Image', url: `${document.id}/banner.png`, sensitive: false, name: null },
    tag: [{ type: 'Emoji', name: ':blob:', icon: { type: 'Image', url: `${document.id}/blob.png` } }],
    isCat: true,
    'vcard:bday': '1990-01-01',
    publicKey: { type: 'Key', ...(document.publicKey as Json) },
  }),
  lemmy: (document) => ({
    ...document,
    '@context': LEMMY,
    source: { content: 'Captain', mediaType: 'text/markdown' },
    matrixUserId: '@mara:matrix.example',
    icon: { type: 'Image', url: `${document.id}/icon.webp` },
  }),
}

/** A publication with an article, and a server of a kind of software that sends to it. */
async function open(software: string, spec: (typeof SPECS)[number]) {
  const site = await openSocialSite()
  const change = ACTORS[software]
  const remote = await startRemoteServer({ ...(change && { actor: change }) })
  const article = `${site.url}/activitypub/articles/${await site.publish()}`
  const us = `${site.url}/activitypub/en`
  const kinds = async () => (await site.reactions()).map(({ kind }) => kind)
  return {
    site,
    remote,
    article,
    us,
    kinds,
    bodies: async () => (await site.reactions()).map(({ body }) => body),
    /** Sends each message, all of which are taken. */
    async send(...messages: Json[]): Promise<void> {
      for (const message of messages) {
        const answer = await remote.post(`${us}/inbox`, { actor: remote.actor, ...message }, { spec })
        expect([message.type, answer.status, await answer.text()]).toEqual([message.type, 202, ''])
      }
    },
  }
}

test.each(SPECS)('messages of Mastodon are understood, with signatures of %s', async (spec) => {
  const { site, remote, article, us, kinds, bodies, send } = await open('mastodon', spec)
  const { actor } = remote
  const follow = { '@context': AS, id: `${remote.url}/1ea87517-63c5`, type: 'Follow', actor, object: us }
  await send(follow)
  expect(await site.followers()).toMatchObject([{ actor, name: 'mara of the remote server' }])
  const status = `${actor}/statuses/107224289116410645`
  const note = {
    id: status,
    type: 'Note',
    summary: null,
    inReplyTo: article,
    published: '2026-11-05T11:46:50Z',
    url: `${remote.url}/@mara/107224289116410645`,
    attributedTo: actor,
    to: [`${actor}/followers`],
    cc: [PUBLIC, us],
    sensitive: false,
    atomUri: status,
    inReplyToAtomUri: article,
    conversation: 'tag:remote.example,2026-11-05:objectId=1:objectType=Conversation',
    content:
      '<p><span class="h-card"><a href="https://a.example/@en" class="u-url mention">@<span>en</span></a></span> Quite so.</p>',
    contentMap: { en: '<p><span class="h-card">@en</span> Quite so.</p>' },
    attachment: [
      {
        type: 'Document',
        mediaType: 'image/png',
        url: `${remote.url}/picture.png`,
        blurhash: 'U',
        focalPoint: [0, 0],
      },
    ],
    tag: [{ type: 'Mention', href: us, name: '@en@paper.example' }],
    replies: {
      id: `${status}/replies`,
      type: 'Collection',
      first: { type: 'CollectionPage', partOf: `${status}/replies`, items: [] },
    },
  }
  const create = {
    '@context': MASTODON,
    id: `${status}/activity`,
    type: 'Create',
    published: note.published,
    to: note.to,
    cc: note.cc,
  }
  const like = { id: `${actor}#likes/212341`, type: 'Like', actor, object: article }
  const announce = {
    '@context': AS,
    id: `${actor}/statuses/107224289116410646/activity`,
    type: 'Announce',
    published: '2026-11-05T11:47:50Z',
    to: [PUBLIC],
    cc: [us, `${actor}/followers`],
    object: article,
  }
  await send({ ...create, object: note }, { '@context': AS, ...like }, announce)
  expect(await kinds()).toEqual(['reply', 'like', 'announce'])
  expect(await bodies()).toContain('@en Quite so.')
  await send({
    ...create,
    id: `${status}#updates/1636113000`,
    type: 'Update',
    object: {
      ...note,
      updated: '2026-11-05T11:50:00Z',
      content: '<p>Not quite so.</p>',
      contentMap: { en: '<p>Not quite so.</p>' },
    },
  })
  expect(await bodies()).toContain('Not quite so.')
  await send(
    { '@context': AS, id: `${like.id}/undo`, type: 'Undo', object: like },
    { '@context': AS, id: `${announce.id}/undo`, type: 'Undo', object: announce },
    {
      '@context': MASTODON,
      id: `${status}#delete`,
      type: 'Delete',
      to: [PUBLIC],
      object: { id: status, type: 'Tombstone', atomUri: status },
      signature: {
        type: 'RsaSignature2017',
        creator: `${actor}#main-key`,
        created: '2026-11-10T11:54:18Z',
        signatureValue: 'NjGn',
      },
    },
  )
  expect(await kinds()).toEqual([])
  // Reports, questions to a publication, and what it is not asked for.
  await send(
    {
      '@context': AS,
      id: `${remote.url}/ccb4f39a`,
      type: 'Flag',
      content: 'Look',
      object: [us, article],
      to: us,
    },
    { '@context': MASTODON, id: `${status}/q`, type: 'QuoteRequest', object: article, instrument: status },
    { '@context': AS, id: `${follow.id}#block`, type: 'Block', object: us },
    {
      '@context': AS,
      id: `${follow.id}#undo`,
      type: 'Undo',
      object: { id: `${follow.id}#block`, type: 'Block', actor, object: us },
    },
  )
  expect(await site.followers()).toEqual([])
  await send({ ...follow, id: `${follow.id}2` }, { '@context': AS, ...like })
  await send({ '@context': AS, id: `${actor}#delete`, type: 'Delete', to: [PUBLIC], object: actor })
  expect([await site.followers(), await kinds()]).toEqual([[], []])
  expect(
    remote.requested.filter((request) => request.startsWith('GET') && !request.endsWith('/users/mara')),
  ).toEqual([])
})

test.each(SPECS)('messages of Misskey are understood, with signatures of %s', async (spec) => {
  const { site, remote, article, us, kinds, bodies, send } = await open('misskey', spec)
  const { actor } = remote
  const follow = {
    '@context': MISSKEY,
    id: `${remote.url}/follows/9a/${encodeURIComponent(us)}`,
    type: 'Follow',
    actor,
    object: us,
  }
  await send(follow)
  const like = {
    type: 'Like',
    id: `${remote.url}/likes/9b`,
    actor,
    object: article,
    content: ':blob:',
    _misskey_reaction: ':blob:',
    tag: [
      {
        id: `${remote.url}/emojis/blob`,
        type: 'Emoji',
        name: ':blob:',
        icon: { type: 'Image', mediaType: 'image/png', url: `${remote.url}/blob.png` },
      },
    ],
  }
  const note = {
    id: `${remote.url}/notes/9c`,
    type: 'Note',
    attributedTo: actor,
    content: '<p><span>Nice, </span><a href="https://a.example">a</a></p>',
    _misskey_content: 'Nice, a',
    source: { content: 'Nice, a', mediaType: 'text/x.misskeymarkdown' },
    quoteUrl: article,
    published: '2026-11-05T11:46:50.000Z',
    to: PUBLIC,
    cc: `${actor}/followers`,
    inReplyTo: article,
    attachment: [],
    sensitive: false,
    tag: [{ type: 'Hashtag', href: `${remote.url}/tags/chips`, name: '#chips' }],
  }
  const create = {
    '@context': MISSKEY,
    id: `${note.id}/activity`,
    type: 'Create',
    to: note.to,
    cc: note.cc,
    object: note,
  }
  const renote = {
    '@context': MISSKEY,
    id: `${remote.url}/notes/9d/activity`,
    type: 'Announce',
    to: [PUBLIC],
    cc: [`${actor}/followers`],
    object: article,
  }
  await send({ '@context': MISSKEY, ...like }, create, renote)
  expect(await kinds()).toEqual(['like', 'reply', 'announce'])
  expect(await bodies()).toContain('Nice, a')
  await send(
    { '@context': MISSKEY, id: `${like.id}/undo`, type: 'Undo', object: like, published: note.published },
    {
      '@context': MISSKEY,
      id: `${remote.url}/9e`,
      type: 'Delete',
      object: { id: note.id, type: 'Tombstone' },
      published: note.published,
    },
    { '@context': MISSKEY, id: `${follow.id}/undo`, type: 'Undo', object: follow, published: note.published },
    { '@context': MISSKEY, id: `${remote.url}/flags/1`, type: 'Flag', content: 'Look', object: us },
  )
  expect(await kinds()).toEqual(['announce'])
  expect(await site.followers()).toEqual([])
  await send({ '@context': MISSKEY, type: 'Undo', id: `${renote.id}/undo`, object: renote })
  expect(await kinds()).toEqual([])
  expect(
    remote.requested.filter((request) => request.startsWith('GET') && !request.endsWith('/users/mara')),
  ).toEqual([])
})

test.each(SPECS)('messages of Lemmy are understood, with signatures of %s', async (spec) => {
  const { site, remote, article, us, kinds, bodies, send } = await open('lemmy', spec)
  const { actor } = remote
  const community = `${remote.url}/c/main`
  const follow = {
    '@context': LEMMY,
    id: `${remote.url}/activities/follow/6abc`,
    type: 'Follow',
    actor,
    to: [us],
    object: us,
  }
  await send(follow)
  expect(await site.followers()).toHaveLength(1)
  const like = {
    actor,
    object: article,
    audience: community,
    type: 'Like',
    id: `${remote.url}/activities/like/fd61`,
  }
  const dislike = { ...like, type: 'Dislike', id: `${remote.url}/activities/dislike/fd62` }
  const comment = {
    type: 'Note',
    id: `${remote.url}/comment/1`,
    attributedTo: actor,
    to: [PUBLIC],
    cc: [community, us],
    audience: community,
    content: '<p>hello</p>\n',
    mediaType: 'text/html',
    source: { content: 'hello', mediaType: 'text/markdown' },
    inReplyTo: article,
    published: '2026-11-01T11:45:49.794920Z',
    language: { identifier: 'fr', name: 'Français' },
    distinguished: false,
    tag: [],
  }
  const create = {
    '@context': LEMMY,
    to: [PUBLIC],
    object: comment,
    cc: [community, us],
    audience: community,
    tag: [{ href: us, type: 'Mention', name: '@en@paper.example' }],
    type: 'Create',
    id: `${remote.url}/activities/create/1e77`,
  }
  const page = {
    ...comment,
    type: 'Page',
    id: `${remote.url}/post/7`,
    name: 'A post',
    inReplyTo: undefined,
    attachment: [{ type: 'Link', href: article }],
  }
  await send(
    { '@context': LEMMY, ...like },
    { '@context': LEMMY, ...dislike },
    create,
    // What a community passes on is signed by the community, and is no reaction of it.
    { ...create, object: page, id: `${remote.url}/activities/create/2807` },
    {
      '@context': LEMMY,
      to: [PUBLIC],
      object: { ...create, '@context': undefined },
      cc: [`${community}/followers`],
      type: 'Announce',
      id: `${remote.url}/activities/announce/8030`,
    },
  )
  expect(await kinds()).toEqual(['like', 'reply'])
  expect(await bodies()).toContain('hello')
  await send(
    {
      '@context': LEMMY,
      object: dislike,
      audience: community,
      type: 'Undo',
      id: `${remote.url}/activities/undo/1`,
    },
    {
      '@context': LEMMY,
      object: comment.id,
      to: [PUBLIC],
      cc: [community],
      audience: community,
      type: 'Delete',
      id: `${remote.url}/activities/delete/1`,
    },
    {
      '@context': LEMMY,
      object: us,
      target: community,
      removeData: true,
      summary: 'spam',
      type: 'Flag',
      id: `${remote.url}/activities/flag/1`,
    },
    {
      '@context': LEMMY,
      object: remote.actorOf('otto'),
      target: community,
      removeData: true,
      type: 'Block',
      id: `${remote.url}/activities/block/1`,
    },
    { '@context': LEMMY, object: follow, to: [us], type: 'Undo', id: `${remote.url}/activities/undo/2` },
  )
  expect([await kinds(), await site.followers()]).toEqual([['like'], []])
  await send({
    '@context': LEMMY,
    to: [PUBLIC],
    object: actor,
    type: 'Delete',
    id: `${remote.url}/activities/delete/2`,
    removeData: true,
  })
  expect(await kinds()).toEqual([])
})

test('messages of Pleroma, Friendica, GNU social, lotide and Mitra are understood', async () => {
  const { site, remote, article, us, kinds, bodies, send } = await open('', SPECS[0])
  const { actor } = remote
  const litepub = [AS, `${remote.url}/schemas/litepub-0.1.jsonld`, { '@language': 'und' }]
  const reply = (n: number, more: Json) => ({
    '@context': AS,
    id: `${remote.url}/activity/${n}`,
    type: 'Create',
    to: [PUBLIC],
    ...more,
    object: {
      id: `${remote.url}/object/${n}`,
      type: 'Note',
      attributedTo: actor,
      inReplyTo: article,
      to: [PUBLIC],
      ...(more.object as Json),
    },
  })
  const react = {
    '@context': litepub,
    id: `${remote.url}/activities/react`,
    type: 'EmojiReact',
    content: '🔥',
    to: [us, PUBLIC],
    object: article,
  }
  await send(
    // lotide
    { '@context': AS, id: `${remote.url}/communities/90/followers/1`, type: 'Follow', to: us, object: us },
    react,
    // Pleroma
    reply(1, {
      '@context': litepub,
      directMessage: false,
      context_id: 6,
      object: {
        actor,
        content: '<b>one</b>',
        source: 'one',
        summary: '',
        context: `${remote.url}/contexts/1`,
      },
    }),
    // Friendica
    reply(2, {
      instrument: { type: 'Service', name: 'Friendica', url: remote.url },
      object: { content: 'two', 'diaspora:comment': '{"author":"a"}' },
    }),
    // GNU social
    reply(3, {
      '@context': [
        AS,
        { gs: 'https://www.gnu.org/software/social/ns#' },
        { inConversation: { '@id': 'gs:inConversation', '@type': '@id' } },
      ],
      object: { content: 'three', inConversation: `${remote.url}/conversation/1` },
    }),
    // Mitra
    reply(4, {
      object: { content: 'four', contentMap: { da: 'four' } },
      proof: {
        type: 'DataIntegrityProof',
        cryptosuite: 'eddsa-jcs-2022',
        created: '2026-07-12T19:30:38.560996451Z',
        proofPurpose: 'assertionMethod',
        proofValue: 'z3K8',
        verificationMethod: `${actor}#ed25519-key`,
      },
    }),
  )
  expect(await site.followers()).toHaveLength(1)
  expect(await kinds()).toEqual(['like', 'reply', 'reply', 'reply', 'reply'])
  expect(await bodies()).toEqual(['', 'one', 'two', 'three', 'four'])
  await send(
    { '@context': litepub, id: `${remote.url}/activities/undo`, type: 'Undo', object: react },
    {
      '@context': litepub,
      id: `${remote.url}/activities/delete`,
      type: 'Delete',
      object: `${remote.url}/object/1`,
      tag: [],
      cc: [],
      conversation: null,
    },
  )
  expect(await bodies()).toEqual(['two', 'three', 'four'])
})

test('what has the members of a message, and no sense, is refused or does nothing', async () => {
  const { site, remote, article, us, kinds } = await open('', SPECS[0])
  const base = { '@context': AS, id: `${remote.url}/1`, actor: remote.actor }
  const note = { type: 'Note', id: `${remote.url}/n`, attributedTo: remote.actor, inReplyTo: article }
  const cases: [number, Json][] = [
    [202, { ...base, type: ['Follow'], object: us }],
    [202, { ...base, type: 'Follow', object: [] }],
    [202, { ...base, type: 'Follow', object: null }],
    [202, { ...base, type: 'Follow', object: `${us}#main-key` }],
    [202, { ...base, type: 'Like', object: { type: 'Article', name: 'Without an address' } }],
    [202, { ...base, type: 'Create', object: `${remote.url}/n` }],
    [
      202,
      { ...base, type: 'Create', object: { ...note, attributedTo: [remote.actorOf('otto'), remote.actor] } },
    ],
    [
      202,
      {
        ...base,
        type: 'Undo',
        object: { type: 'Undo', object: { type: 'Follow', actor: remote.actor, object: us } },
      },
    ],
    [202, { ...base, type: 'Create', object: { ...note, inReplyTo: { type: 'Note' } } }],
    [400, { ...base, type: 'Like', actor: [remote.actor, remote.actorOf('otto')], object: article }],
    [400, { ...base, type: 'Like', actor: 7, object: article }],
    [400, { ...base, type: 'Like', '@context': { '@base': 'http://[' }, object: article }],
  ]
  for (const [status, message] of cases) {
    const answer = await remote.post(`${us}/inbox`, message, { keyId: `${remote.actor}#main-key` })
    expect([JSON.stringify(message), answer.status]).toEqual([JSON.stringify(message), status])
  }
  expect([await kinds(), await site.followers()]).toEqual([[], []])
})
