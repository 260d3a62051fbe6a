import { LANGUAGES } from '#core/i18n/languages.ts'
import type { Problem, ProblemCode } from '#core/translation/checks/problem.ts'

/** What editors read, with the names of the parts of a problem in double braces. */
export const PROBLEM_TEXTS: Record<ProblemCode, string> = {
  empty: 'The translation is empty.',
  too_many_characters: 'The text has more than {{limit}} characters and cannot be checked.',
  identical: 'The text was not translated.',
  too_short: 'The translation has only {{percent}} % of the usual length. Something may be missing.',
  too_long: 'The translation has {{percent}} % of the usual length. Something may have been added.',
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
  placeholder_added: '{{target}} is not in the original.',
  address_added: 'The address “{{target}}” is not in the original.',
  html_added: 'The HTML {{target}} is not in the original.',
  markdown_added: 'The Markdown {{target}} is not in the original.',
  control_character_added: 'The invisible character {{target}} is not in the original.',
}

/** One plain sentence about a problem. */
export function describeProblem(problem: Problem): string {
  const parts = new Map(Object.entries(problem).map(([name, value]) => [name, String(value)]))
  if (problem.code === 'wrong_language')
    parts.set('detected', LANGUAGES.find(({ code }) => code === problem.detected)?.name ?? problem.detected)
  return PROBLEM_TEXTS[problem.code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts.get(name) ?? '')
}
