import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { nameCharacter } from '#core/translation/invisible-characters.ts'

/** Invisible characters, and those that reverse text. Emoji are joined and coloured by such characters. */
const HIDDEN =
  /(?<!\p{Extended_Pictographic}\p{M}?)(?:\u200d|\ufe0f)|(?!\u200d|\ufe0f|[\n\r\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Letters of another alphabet among Latin ones look the same and are others. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]\p{Script=Latin}/u

export const hiddenCharacter: JudgeRule = function* ({ written: { text } }) {
  const [hidden] = HIDDEN.exec(text) ?? []
  if (hidden) yield finding('hidden_character', nameCharacter(hidden))
  const [mixed] = MIXED.exec(text) ?? []
  if (mixed) yield finding('hidden_character', mixed)
}
