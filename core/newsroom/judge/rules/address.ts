import { bareHosts, WRITTEN_ADDRESS } from '#core/check/text/addresses.ts'
import { withFewMarks } from '#core/languages/few-marks.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const WRITTEN = new RegExp(
  String.raw`${WRITTEN_ADDRESS}|(?<![\w:/])\/\/[\p{L}\p{N}][^\s<>“”„»«"]*|[[({]\s?(?:\.|dot|at|punkt|point|punto|ponto)\s?[\])}]|[\p{L}\p{N}]。|\bhxxps?\b`,
  'giu',
)
/** The name of a person on a platform. */
const HANDLE = /(?<![\p{L}\p{N}.+@/_-])@[\p{N}_]{0,30}\p{L}[\p{L}\p{N}_-]{0,60}/gu
/** A host in spoken form, but not the boom of such companies. */
const SPOKEN_HOST =
  /(?<![\p{L}\p{N}-])(?!(?:the|an?|of|and|or|in|this|that|its|their|first|early|late|old)\s)[\p{L}\p{N}-]{1,63}\s{1,9}dot\s{1,9}(?:com|net|org|io|ai|app|dev|info|biz|xyz|example|co\s{1,9}dot\s{1,9}\p{L}{2})(?![\p{L}\p{N}-]|\s{1,9}(?:era|boom|bubble|bust|crash|years|stocks?|start-?ups?|company|companies)\b)/giu

/** Addresses in the words of a sentence, and links that lead neither to one of the sources nor to the publication. */
export const address: JudgeRule = function* ({ written, cited }, sources) {
  // Browsers read full-width letters and points in a host as ASCII.
  const text = withFewMarks(written.text).normalize('NFKC')
  for (const [found] of text.matchAll(WRITTEN)) yield finding('address', found)
  // A word that a source spells so, or that is its name, is a name, unless a path follows.
  const isName = (words: string) =>
    !words.includes('/') &&
    cited.some(({ text, source: { outlet } }) =>
      `${text} ${outlet}`.toLowerCase().includes(words.toLowerCase()),
    )
  const ways = [HANDLE, SPOKEN_HOST].flatMap((way) => text.match(way) ?? [])
  const found = [...bareHosts(text), ...ways].find((words) => !isName(words))
  if (found) yield finding('address', found)
  for (const found of written.addresses) if (!sources.mayLinkTo(found)) yield finding('address', found)
}
