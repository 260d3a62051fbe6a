import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** What rests on a source that is a week older than the newest; said once for each. */
export const oldSource: JudgeRule = function* ({ oldSource }) {
  if (oldSource !== null) yield finding('source_old', '', oldSource)
}
