import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const WRITTEN =
  /(?<![a-z\d])(?:[a-z][a-z\d+.-]{0,15}:\/\/|www\.|mailto:|javascript:|data:)[^\s<>“”„»«"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?<![\w.@/-])(?:[a-z\d-]{1,63}\.){1,5}(?:com|org|net|info|biz|app|dev|xyz|site|online|shop|top|co|de|fr|es|it|pt|eu|uk|us|ru|cn|me|gg|ly|tv)\/[^\s<>“”„»«"]*|\[\.\]|\bhxxps?\b/giu

/** Addresses in the words of a sentence, and links that lead neither to one of the sources nor to the publication. */
export const address: JudgeRule = function* ({ written: { text, addresses } }, sources) {
  for (const [found] of text.matchAll(WRITTEN)) yield finding('address', found)
  for (const found of addresses) if (!sources.mayLinkTo(found)) yield finding('address', found)
}
