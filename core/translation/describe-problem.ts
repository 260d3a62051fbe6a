import { LANGUAGES } from '#core/i18n/languages.ts'
import type { Problem, ProblemCode, TranslationProblem } from '#core/translation/problem.ts'

/** Says what is wrong in one sentence, for editors, and for the model that is asked to translate again. */
export function describeProblem(problem: TranslationProblem | Problem): string {
  const parts = new Map(Object.entries(problem).map(([name, value]) => [name, String(value)]))
  if (problem.code === 'wrong_language')
    parts.set('detected', LANGUAGES.find(({ code }) => code === problem.detected)?.name ?? problem.detected)
  return PROBLEM_TEXTS[problem.code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts.get(name) ?? '')
}

/** What editors read, with the names of the parts of a problem in double braces. */
export const PROBLEM_TEXTS: Record<ProblemCode | Problem['code'], string> = {
  // Of a segment's text
  empty: 'The translation is empty.',
  too_many_characters: 'The text has more than {{limit}} characters and cannot be checked.',
  identical: 'The text was not translated.',
  too_short: 'The translation has only {{what}} of the usual length. Something may be missing.',
  too_long: 'The translation has {{what}} of the usual length. Something may have been added.',
  wrong_language: 'This is in {{detected}}: “{{quote}}”',
  number_missing: '“{{source}}” of the original is missing.',
  number_added: '“{{target}}” is not in the original.',
  number_changed: 'The original says “{{source}}”, the translation “{{target}}”.',
  decimal_point: '“{{target}}” has a point where this language has a comma.',
  unit_changed: 'The original says “{{source}}”, the translation “{{target}}”: the unit is not the same.',
  date_changed: 'The original says “{{source}}”, the translation “{{target}}”: the date is not the same.',
  term_missing: '“{{term}}” has to stay as it is, as often as in the original.',
  term_forbidden: '“{{term}}” must not be used.',
  term_untranslated: '“{{term}}” is translated as “{{as}}”.',
  placeholder_missing: '{{source}} is missing.',
  placeholder_added: 'The placeholder or footnote “{{what}}” is not in the original.',
  address_added: 'The address “{{what}}” is not in the original.',
  html_added: 'The HTML “{{what}}” is not in the original.',
  markdown_added: 'The Markdown {{target}} is not in the original.',
  control_character_added: 'The invisible character {{target}} is not in the original.',
  // Of its tags, and of the structure
  missing: 'The translation of this text is missing.',
  unknown_segment: 'There is no text with this id.',
  cut_off: 'The text ends with the end of a sentence, and its translation does not.',
  tag_missing: 'The tag {{what}} is missing.',
  tag_twice: 'The tag {{what}} occurs twice.',
  tag_unknown: 'There is no tag {{what}} in the text.',
  tag_unclosed: 'The tag {{what}} is not closed.',
  tag_crossed: 'The tag {{what}} closes another one than was opened last.',
  tag_moved: 'The tag {{what}} is inside another tag than in the text.',
  tag_empty: 'There is nothing between the tag {{what}} and its end.',
  tag_order: 'The tag {{what}} stands for HTML, and stands in another order than in the text.',
  link_added: 'The translation has a link that is not in the text: “{{what}}”.',
  unwritable: 'The translation cannot be written so that it is shown as it is: “{{what}}”.',
  huge_segment: 'This text is too long to be translated as a whole.',
  too_many_segments: 'The text has more parts than can be translated; the rest begins here.',
  block_differs: 'The translation has another kind of block here: {{what}}.',
  block_missing: 'The translation ends before this block: {{what}}.',
  block_added: 'The translation has a block that the source has not: {{what}}.',
  code_changed: 'The code of this block is not that of the source.',
  html_changed: 'The HTML of this block is not that of the source.',
  part_missing: 'This block of the translation lacks: {{what}}.',
  part_added: 'This block of the translation has what the source has not: {{what}}.',
  definition_missing: 'The definition “{{what}}” is missing.',
  definition_added: 'The definition “{{what}}” is not that of the source.',
  footnote_differs: 'The footnotes have another order or other labels than in the original: {{what}}.',
}
