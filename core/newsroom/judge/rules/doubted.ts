import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** What the second opinion of a model has doubted. */
export const doubted: JudgeRule = function* ({ key }, { context: { doubts } }) {
  const doubt = doubts.find((doubt) => doubt.key === key)
  if (doubt) yield finding('doubted', '', doubt.reason)
}
