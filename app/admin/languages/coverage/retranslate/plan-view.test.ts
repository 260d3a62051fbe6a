import { expect, test } from 'vitest'
import { checkBudget } from '#app/admin/languages/coverage/retranslate/plan-view.tsx'

test('a budget suffices, is exceeded, or is used up already', () => {
  const judge = (spent: number, cost: number | null) => checkBudget({ monthly_budget: 10, spent }, cost)
  expect(judge(4, 6)).toEqual({ state: 'enough', budget: 10, left: 6 })
  expect(judge(4, 6.01)).toEqual({ state: 'exceeded', budget: 10, left: 6 })
  expect(judge(4, null)?.state).toBe('enough')
  expect([judge(10, 0), judge(12, 1)].map((verdict) => verdict?.state)).toEqual(['used-up', 'used-up'])
  expect(checkBudget({ monthly_budget: null, spent: 4 }, 6)).toBeNull()
})
