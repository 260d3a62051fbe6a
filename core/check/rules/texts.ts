import type { CheckRule } from '#core/check/checked-article.ts'
import { found, foundInText } from '#core/check/finding.ts'
import { SOCIAL_TEXTS } from '#core/domain/article.ts'

/** An article without the words that cards, feeds and search show of it. */
export const missingExcerpt: CheckRule = ({ input: { excerpt } }) =>
  excerpt.trim() === '' ? [found({ rule: 'missing_excerpt', severity: 'problem', field: 'excerpt' })] : []

/** A text that is too long to be checked as a whole. */
export const cutOff: CheckRule = ({ input: { content }, length }) =>
  length < content.length
    ? [
        found({
          rule: 'cut_off',
          severity: 'question',
          field: 'content',
          place: { from: length, to: content.length },
        }),
      ]
    : []

/** The lengths of the texts of a link that search engines and social networks show; they cut off the rest. */
const SHOWN_OF_LINK = { social_title: 70, social_description: 200 } as const

/** Texts of the shared link of which readers would see only the beginning. */
export const longSocialText: CheckRule = ({ input }) =>
  SOCIAL_TEXTS.filter((field) => [...(input[field] ?? '')].length > SHOWN_OF_LINK[field]).map((field) =>
    found({ rule: 'long_social_text', severity: 'question', field, other: String(SHOWN_OF_LINK[field]) }),
  )

/** Words that the publication does not use: whole words, in any case. */
export const bannedWord: CheckRule = function* ({ everything }, { bannedWords }) {
  const words = bannedWords.map((text) => text.trim().normalize('NFC')).filter((text) => text !== '')
  if (words.length === 0) return
  // The longest first, so that "game-changer" is found and not the "game" in it.
  const patterns = words.toSorted((a, b) => b.length - a.length).map(asPattern)
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}])`, 'giu')
  for (const block of everything) {
    for (const { 0: text, index } of block.text.matchAll(pattern)) {
      const place = { from: index, to: index + text.length }
      yield foundInText(block, place, { rule: 'banned_word', severity: 'problem' })
    }
  }
}

const asPattern = (text: string) =>
  text
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replace(/\s+/g, String.raw`\s+`)
    .replace(/['’]/g, "['’]")
