import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const WRITTEN =
  /(?<![a-z\d])(?:[a-z][a-z\d+.-]{0,15}:\/\/|www\.|mailto:|javascript:|data:)[^\s<>“”„»«"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|(?<![\w:/])\/\/[\p{L}\p{N}][^\s<>“”„»«"]*|[[({]\s?(?:\.|dot|at|punkt|point|punto|ponto)\s?[\])}]|[\p{L}\p{N}]。|\bhxxps?\b/giu
/** A host without its protocol, in any script; what the source writes so is a name, unless a path follows. */
const HOST =
  /(?<![\p{L}\p{N}.@/-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{1,62}\.){1,5}\p{L}{2,24}(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])(?:\/[^\s<>“”„»«"]*)?/gu
/** One of a single letter; with a capital after the point it is an initial. */
const SHORT_HOST =
  /(?<![\p{L}\p{N}.@/-])[\p{L}\p{N}]\.\p{Ll}{2,24}(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])(?:\/[^\s<>“”„»«"]*)?/gu
/** What somebody is called on a platform. */
const HANDLE = /(?<![\p{L}\p{N}.+@/_-])@[\p{N}_]{0,30}\p{L}[\p{L}\p{N}_-]{0,60}/gu
/** A host as it is said aloud, but not the boom of such companies. */
const SPOKEN_HOST =
  /(?<![\p{L}\p{N}-])(?!(?:the|an?|of|and|or|in|this|that|its|their|first|early|late|old)\s)[\p{L}\p{N}-]{1,63}\s{1,9}dot\s{1,9}(?:com|net|org|io|ai|app|dev|info|biz|xyz|example|co\s{1,9}dot\s{1,9}\p{L}{2})(?![\p{L}\p{N}-]|\s{1,9}(?:era|boom|bubble|bust|crash|years|stocks?|start-?ups?|company|companies)\b)/giu
/** Initials and names of files. */
const NO_ADDRESS = /^(?:\p{Lu}\p{L}*\.){2,}$|[a-z]\.(?:js|ts|py|md|txt|pdf)$/u

/** Addresses in the words of a sentence, and links that lead neither to one of the sources nor to the publication. */
export const address: JudgeRule = function* ({ written, cited }, sources) {
  // Browsers read letters and points of full width in a host as those of ours.
  const text = written.text.normalize('NFKC')
  for (const [found] of text.matchAll(WRITTEN)) yield finding('address', found)
  const found = [HOST, SHORT_HOST, HANDLE, SPOKEN_HOST]
    .flatMap((way) => [...text.matchAll(way)])
    .find(
      ([words]) =>
        !NO_ADDRESS.test(words) &&
        (words.includes('/') || !cited.some(({ text }) => text.toLowerCase().includes(words.toLowerCase()))),
    )
  if (found) yield finding('address', found[0])
  for (const found of written.addresses) if (!sources.mayLinkTo(found)) yield finding('address', found)
}
