import { expect, test } from 'vitest'
import {
  MISSKEY,
  openSiteAndSoftware,
  PUBLIC,
  SPECS,
} from '#server/features/social/testing/open-site-and-software.ts'

test.each(SPECS)('messages of Misskey are understood, with signatures of %s', async (spec) => {
  const { site, remote, article, us, kinds, bodies, send } = await openSiteAndSoftware('misskey', spec)
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
