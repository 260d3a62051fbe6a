import { expect, test } from 'vitest'
import { parseBoundedJson } from '#server/features/social/remote-documents.ts'

const ACTIVITY_STREAMS = 'https://www.w3.org/ns/activitystreams'
const parse = (document: unknown) => parseBoundedJson(JSON.stringify(document))

test('what honest servers send is read', () => {
  const terms = { toot: 'http://joinmastodon.org/ns#', featured: { '@id': 'toot:featured', '@type': '@id' } }
  const context = [ACTIVITY_STREAMS, 'https://w3id.org/security/v1', terms]
  const tag = Array.from({ length: 100 }, (_, n) => ({
    type: 'Mention',
    href: `https://a.example/${n}`,
    name: `@${n}`,
  }))
  expect(parse({ '@context': context, type: 'Create', object: { '@context': context, tag } })).not.toBeNull()
})

/** Each takes seconds of processing when it is taken for JSON-LD. */
test.each([
  ['a context for a single term', { p: { '@id': 'as:tag', '@context': [ACTIVITY_STREAMS] } }],
  ['a base', { '@base': 'https://a.example/' }],
  ['an import', { '@import': ACTIVITY_STREAMS }],
  ['contexts without end', Array.from({ length: 21 }, () => ACTIVITY_STREAMS)],
])('%s is refused', (_, context) => {
  expect(parse({ '@context': context, type: 'Like' })).toBeNull()
  expect(
    parse({ '@context': ACTIVITY_STREAMS, type: 'Like', object: { '@context': [context].flat() } }),
  ).toBeNull()
})

test('many objects are refused, and contexts that are spread over them', () => {
  expect(parse({ tag: Array.from({ length: 300 }, () => ({ type: 'DataIntegrityProof' })) })).toBeNull()
  expect(parse({ tag: Array.from({ length: 21 }, () => ({ '@context': ACTIVITY_STREAMS })) })).toBeNull()
  expect(parse({ a: Array.from({ length: 3_000 }, () => 1) })).toBeNull()
})
