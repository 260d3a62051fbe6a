import type { AiModelState } from '#core/domain/ai-model.ts'

export interface BudgetVerdict {
  state: 'enough' | 'exceeded' | 'used-up'
  budget: number
  /** In this month. */
  left: number
}

/** Whether the budget of this month suffices for what something costs; null without a budget. A cost that is not known is enough. */
export function judgeBudget(
  { monthly_budget: budget, spent }: Pick<AiModelState, 'monthly_budget' | 'spent'>,
  cost: number | null,
): BudgetVerdict | null {
  if (budget === null) return null
  const left = Math.max(0, budget - spent)
  const state = left === 0 ? 'used-up' : cost !== null && cost > left ? 'exceeded' : 'enough'
  return { state, budget, left }
}
