import { expect, test } from 'vitest'
import { parseArticleAudio } from '#core/speech/article-audio.ts'

const AUDIO = {
  url: '/a.mp3',
  seconds: 2,
  bytes: 9,
  statement: 'A machine speaks.',
  blocks: [{ id: 'a', start: 0 }],
}

test('takes what the server describes', () => {
  expect(parseArticleAudio(AUDIO)).toEqual(AUDIO)
  expect(parseArticleAudio({ ...AUDIO, blocks: [] })?.blocks).toEqual([])
})

test.each([
  null,
  [],
  'a page',
  {},
  { ...AUDIO, statement: undefined },
  { ...AUDIO, blocks: { 0: { id: 'a', start: 0 } } },
  { ...AUDIO, blocks: [null] },
  { ...AUDIO, blocks: [{ id: 1, start: 0 }] },
  { ...AUDIO, blocks: [{ id: 'a', start: '0' }] },
])('takes nothing else: %j', (json) => {
  expect(parseArticleAudio(json)).toBeNull()
})
