import { expect, test } from 'vitest'
import { describeReactions } from '#app/admin/readers/social/describe-reactions.ts'

test('likes, shares and replies in words', () => {
  expect(describeReactions({ likes: 1204, shares: 1, replies: 2 })).toBe('1,204 likes, 1 share, 2 replies')
  expect(describeReactions({ likes: 0, shares: 0, replies: 1 })).toBe('1 reply')
})
