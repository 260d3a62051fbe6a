import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** Whose word alone a sentence has to be taken for is named in the text. */
export const origin: JudgeRule = function* ({ unnamedOutlet }) {
  if (unnamedOutlet !== null) yield finding('origin_not_named', '', unnamedOutlet)
}
