import type { Language } from '#core/i18n/languages.ts'

export type ProblemCode =
  | SharedProblemCode
  // Problems of the answer as a whole
  | 'missing'
  | 'unknown_segment'
  // Problems of a segment's text
  | 'cut_off'
  // Problems of its tags
  | 'tag_missing'
  | 'tag_twice'
  | 'tag_unknown'
  | 'tag_unclosed'
  | 'tag_crossed'
  | 'tag_moved'
  | 'tag_empty'
  | 'tag_order'
  // Additions that a translation may not contain
  | 'link_added'
  | 'unwritable'
  // Problems of a text that cannot be translated whole
  | 'huge_segment'
  | 'too_many_segments'
  // Problems of the structure of two texts
  | 'block_differs'
  | 'block_missing'
  | 'block_added'
  | 'code_changed'
  | 'html_changed'
  | 'part_missing'
  | 'part_added'
  | 'definition_missing'
  | 'definition_added'
  | 'footnote_differs'

/** The problems of a segment's text that code can judge for certain: it would change links, code, placeholders or markup. */
const CERTAIN: ReadonlySet<string> = new Set([
  'empty',
  'too_many_characters',
  'placeholder_missing',
  'placeholder_added',
  'address_added',
  'html_added',
  'markdown_added',
  'control_character_added',
])

/** Returns true if an editor may keep a text with this problem, because the check may be wrong. It must fit into its place. */
export const mayStand = (problem: Problem | TranslationProblem): boolean =>
  !('segment' in problem) && !CERTAIN.has(problem.code)

/** A problem that keeps a translation from being used. */
export interface TranslationProblem {
  code: ProblemCode
  /** The id of the segment; null when a comparison has found it, or when it concerns the whole text. */
  segment: string | null
  /** The number of the block in the source, as in segments; 0 for a field, null for the whole text. */
  block: number | null
  /** The line of the translation in which a comparison has found it; the first is 0. */
  line: number | null
  /** The first words of the block or the field, by which people find it. */
  words: string
  /** The wrong part: a tag, an address, a piece of text. Never more than a hundred characters. */
  what: string
}

const MAX_WHAT = 100
const WORDS = 8

/** The place of a problem; `text` is that of the block. */
export interface ProblemPlace {
  segment?: string | null
  block?: number | null
  line?: number | null
  text?: string
  what?: string
}

export function problem(
  code: ProblemCode,
  { segment = null, block = null, line = null, text = '', what = '' }: ProblemPlace,
): TranslationProblem {
  return { code, segment, block, line, words: firstWords(text), what: shorten(what, MAX_WHAT) }
}

function firstWords(text: string): string {
  const words = text
    .slice(0, 400)
    .replace(/<[^<>]*>/g, ' ')
    .trim()
    .split(/\s+/)
  return shorten(words.slice(0, WORDS).join(' ') + (words.length > WORDS ? ' …' : ''), MAX_WHAT)
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
}

/** The problems that splicing finds as well, under the same codes: `what` is a part of the translation, or its length. */
export type SharedProblemCode =
  | 'empty'
  | 'too_short'
  | 'too_long'
  | 'placeholder_added'
  | 'address_added'
  | 'html_added'

/** A problem of the translation of a segment, with the words that a sentence about it needs. */
export type Problem =
  | { code: SharedProblemCode; what: string }
  | { code: 'too_many_characters'; limit: number }
  | { code: 'identical' }
  | { code: 'wrong_language'; detected: Language; quote: string }
  | { code: 'number_missing'; source: string }
  | { code: 'number_added'; target: string }
  | { code: 'decimal_point'; target: string; language: Language }
  | {
      code: 'number_changed' | 'unit_changed' | 'date_changed'
      source: string
      target: string
      language: Language
    }
  /** The negation with the words around it; empty for the text that has none. */
  | { code: 'negation_changed'; source: string; target: string }
  | { code: 'name_changed'; source: string; target: string }
  | { code: 'term_forbidden'; term: string }
  /** The number of occurrences in both texts, and the nearest words of the translation. */
  | { code: 'term_missing'; term: string; times: number; found: number; wrote: string | null }
  | { code: 'term_untranslated'; term: string; as: string }
  | { code: 'placeholder_missing'; source: string }
  | { code: 'markdown_added' | 'control_character_added'; target: string }
