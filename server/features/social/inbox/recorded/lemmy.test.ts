import { expect, test } from 'vitest'
import {
  LEMMY,
  openSiteAndSoftware,
  PUBLIC,
  SPECS,
} from '#server/features/social/testing/open-site-and-software.ts'

test.each(SPECS)('messages of Lemmy are understood, with signatures of %s', async (spec) => {
  const { site, remote, article, us, kinds, bodies, send } = await openSiteAndSoftware('lemmy', spec)
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
    // An activity that a community passes on is signed by the community, and is no reaction of it.
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
