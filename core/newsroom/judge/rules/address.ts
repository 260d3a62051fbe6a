import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const WRITTEN =
  /(?<![a-z\d])(?:[a-z][a-z\d+.-]{0,15}:\/\/|www\.|mailto:|javascript:|data:)[^\s<>“”„»«"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|\[\.\]|\bhxxps?\b/giu
/** A host without its protocol; what the source writes so is a name, unless a path follows. */
const HOST = /(?<![\w.@/-])(?:[a-z\d][a-z\d-]{1,62}\.){1,5}[a-z]{2,24}(?![\w-]|\.\w)(?:\/[^\s<>“”„»«"]*)?/giu

/** Addresses in the words of a sentence, and links that lead neither to one of the sources nor to the publication. */
export const address: JudgeRule = function* ({ written: { text, addresses }, cited }, sources) {
  for (const [found] of text.matchAll(WRITTEN)) yield finding('address', found)
  const found = [...text.matchAll(HOST)].find(
    ([host]) =>
      host.includes('/') || !cited.some(({ text }) => text.toLowerCase().includes(host.toLowerCase())),
  )
  if (found && !/^(?:\p{Lu}\p{L}*\.){2,}$|[a-z]\.(?:js|ts|py|md|txt|pdf)$/u.test(found[0]))
    yield finding('address', found[0])
  for (const found of addresses) if (!sources.mayLinkTo(found)) yield finding('address', found)
}
