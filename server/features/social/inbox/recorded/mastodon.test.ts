import { expect, test } from 'vitest'
import {
  AS,
  MASTODON,
  openSiteAndSoftware,
  PUBLIC,
  SPECS,
} from '#server/features/social/testing/open-site-and-software.ts'

test.each(SPECS)('messages of Mastodon are understood, with signatures of %s', async (spec) => {
  const { site, remote, article, us, kinds, bodies, send } = await openSiteAndSoftware('mastodon', spec)
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
