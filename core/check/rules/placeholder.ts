import type { CheckRule } from '#core/check/checked-article.ts'
import { foundInText } from '#core/check/finding.ts'
import type { Block } from '#core/check/text/block.ts'
import type { Language } from '#core/i18n/languages.ts'
import { anyOf, factsOf } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'

const word = (pattern: string) => String.raw`(?<![\p{L}\p{N}_])(?:${pattern})(?![\p{L}\p{N}_])`
const either = (...patterns: string[]) => new RegExp(patterns.join('|'), 'giu')

const ORDERS = anyOf(({ placeholders }) => placeholders.orders)

/** Placeholders that templates, models and hurried people leave in a text, in every language. */
const ANY_CASE = either(
  word(String.raw`lorem\s+ipsum`),
  // An instruction in brackets, also as `[Zitat einfügen]`.
  String.raw`\[(?:tbd|todo|tk|tktk|${ORDERS})(?![\p{L}\p{N}])[^\][\n]{0,80}\]`,
  String.raw`\[(?:${anyOf(({ placeholders }) => placeholders.alone)})\]`,
  String.raw`\[[^\][\n]{1,80}\s(?:${ORDERS}|${anyOf(({ placeholders }) => placeholders.here)})\]`,
  String.raw`\{\{[^{}\n]{0,80}\}\}`,
  String.raw`\$\{[\w.\s]{1,40}\}`,
  String.raw`<<[^<>\n]{1,80}>>`,
  word(anyOf(({ placeholders }) => placeholders.texts)),
)
const EXACT = new RegExp(
  String.raw`${word('TODO|FIXME|TBD|TBC|TK|TKTK|TKTKTK|X{3,12}')}|(?<!\?)\?{3,9}(?!\?)`,
  'gu',
)

interface Match {
  from: number
  to: number
  text: string
}

/** Unfinished places in every text that readers see. */
export const placeholder: CheckRule = function* ({ everything, input: { language } }) {
  for (const block of everything) {
    const matches = [...block.text.matchAll(ANY_CASE), ...block.text.matchAll(EXACT)].map(toMatch)
    for (const match of withoutInner(matches)) {
      if (!isWord(block, match, language))
        yield foundInText(block, match, { rule: 'placeholder', severity: 'problem' })
    }
  }
}

const toMatch = ({ 0: text, index }: RegExpExecArray): Match => ({
  from: index,
  to: index + text.length,
  text,
})

/** The `TODO` in `[TODO: a quote]` is part of it. */
function withoutInner(matches: Match[]): Match[] {
  let end = 0
  return matches
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ from, to }) => {
      if (from < end) return false
      end = to
      return true
    })
}

/** Marks that may be words in capitals: TODO is Spanish for everything, TK a German insurer, XXX a number. */
function isWord({ text: all }: Block, { from, to, text }: Match, language: Language): boolean {
  const [before, after] = [all.slice(Math.max(0, from - 20), from), all.slice(to, to + 20)]
  const { words, names } = factsOf(language)?.placeholders ?? {}
  if (wordsIn(words).includes(text)) return /\p{Lu}{2,}\s+$/u.test(before) || /^\s+\p{Lu}{2,}/u.test(after)
  if (names?.mark === text) return new RegExp(`(?<!\\p{L})(?:${names.after})\\s+$`, 'iu').test(before)
  if (/^X+$/.test(text)) return /^\s+\p{Lu}\p{Ll}/u.test(after) || /\p{Lu}\p{Ll}+\s+$/u.test(before)
  return false
}
