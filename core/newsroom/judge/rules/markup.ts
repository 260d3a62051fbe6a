import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const TAG = /<[/!?]?[a-z][^<>]{0,200}>|<!--|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iu
/** What readers see of Markdown when it was escaped, and so is not what it looks like. */
const MARKDOWN = /!?\[[^[\]\n]{0,200}\]\(|\*\*\S|__\S|`{2,}|^\s{0,3}#{1,6}\s|\{\{|\[\d{1,3}\.\d{1,4}\]/mu

/** Markup in the words of a sentence, and HTML, which pages leave out and other programs read. */
export const markup: JudgeRule = function* ({ written: { text, html, kind } }) {
  for (const piece of html) yield finding('markup', piece)
  if (kind === 'code' || kind === 'rest') return
  const [found] = TAG.exec(text) ?? MARKDOWN.exec(text) ?? []
  if (found) yield finding('markup', found)
}
