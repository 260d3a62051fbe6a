import type { ProblemCode, TranslationProblem } from '#core/translation/problem.ts'

/** Says what is wrong in one sentence, for people and for whoever is asked to translate again. */
export function describeProblem({ code, what }: TranslationProblem): string {
  return SENTENCES[code].replace('{what}', () => what)
}

const SENTENCES: Record<ProblemCode, string> = {
  missing: 'The translation of this text is missing.',
  unknown_segment: 'There is no text with this id.',
  empty: 'The translation is empty.',
  too_short: 'The translation is much shorter than the text, as if some of it were missing.',
  too_long: 'The translation is much longer than the text.',
  cut_off: 'The text ends with the end of a sentence, and its translation does not.',
  tag_missing: 'The tag {what} is missing.',
  tag_twice: 'The tag {what} occurs twice.',
  tag_unknown: 'There is no tag {what} in the text.',
  tag_unclosed: 'The tag {what} is not closed.',
  tag_crossed: 'The tag {what} closes another one than was opened last.',
  tag_moved: 'The tag {what} is inside another tag than in the text.',
  tag_empty: 'There is nothing between the tag {what} and its end.',
  tag_order: 'The tag {what} stands for HTML, and stands in another order than in the text.',
  address_added: 'The address “{what}” is not in the text.',
  link_added: 'The translation has a link that is not in the text: “{what}”.',
  html_added: 'The HTML “{what}” is not in the text.',
  placeholder_added: 'The placeholder or footnote “{what}” is not in the text.',
  unwritable: 'The translation cannot be written so that it is shown as it is: “{what}”.',
  huge_segment: 'This text is too long to be translated as a whole.',
  too_many_segments: 'The text has more parts than can be translated; the rest begins here.',
  block_differs: 'The translation has another kind of block here: {what}.',
  block_missing: 'The translation ends before this block: {what}.',
  block_added: 'The translation has a block that the source has not: {what}.',
  code_changed: 'The code of this block is not that of the source.',
  html_changed: 'The HTML of this block is not that of the source.',
  part_missing: 'This block of the translation lacks: {what}.',
  part_added: 'This block of the translation has what the source has not: {what}.',
  definition_missing: 'The definition “{what}” is missing.',
  definition_added: 'The definition “{what}” is not that of the source.',
}
