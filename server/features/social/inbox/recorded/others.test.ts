import { expect, test } from 'vitest'
import {
  AS,
  openSiteAndSoftware,
  PUBLIC,
  SPECS,
} from '#server/features/social/testing/open-site-and-software.ts'

type Json = Record<string, unknown>

test('messages of Pleroma, Friendica, GNU social, lotide and Mitra are understood', async () => {
  const { site, remote, article, us, kinds, bodies, send } = await openSiteAndSoftware('', SPECS[0])
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
  const { site, remote, article, us, kinds } = await openSiteAndSoftware('', SPECS[0])
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
