import { expect } from 'vitest'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

// Contexts, people and messages with the members that the software of other servers sends, as its public tests have them (mastodon/mastodon:
// spec/lib/activitypub, misskey-dev/misskey: ApRendererService, LemmyNet/lemmy: crates/apub/apub/assets). Texts and addresses are ours.

type Json = Record<string, unknown>
export const AS = 'https://www.w3.org/ns/activitystreams'
export const PUBLIC = `${AS}#Public`
export const MASTODON = [
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
export const MISSKEY = [
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
export const LEMMY = ['https://join-lemmy.org/context.json', AS]

export const SPECS = ['draft-cavage-http-signatures-12', 'rfc9421'] as const
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
export async function openSiteAndSoftware(software: string, spec: (typeof SPECS)[number]) {
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
