import { expect, test } from 'vitest'
import { mustBeApprovedAgain } from '#app/admin/newsletter/issue/issue-view.tsx'

const PAUSED = { event: 'paused', reason: null } as const
const CHANGED = 'Changed since it was approved: the article “Harbour”.'
const NO_MAIL = 'No newsletter can leave right now: connection refused'

test('a pause because no mail can leave is resumed, and needs no second approval', () => {
  const events = [PAUSED, { event: 'paused', reason: NO_MAIL } as const]
  expect(mustBeApprovedAgain({ status: 'paused', held_reason: NO_MAIL }, events)).toBe(false)
  expect(mustBeApprovedAgain({ status: 'paused', held_reason: null }, events)).toBe(false)
})

test('what has changed since its approval is approved again, also in a pause', () => {
  const held = { event: 'held', reason: CHANGED } as const
  expect(mustBeApprovedAgain({ status: 'paused', held_reason: CHANGED }, [PAUSED, held])).toBe(true)
  const first = { event: 'paused', reason: NO_MAIL } as const
  expect(mustBeApprovedAgain({ status: 'paused', held_reason: CHANGED }, [first, held])).toBe(true)
  expect(mustBeApprovedAgain({ status: 'scheduled', held_reason: CHANGED }, [held])).toBe(true)
  expect(mustBeApprovedAgain({ status: 'draft', held_reason: CHANGED }, [held])).toBe(false)
})
