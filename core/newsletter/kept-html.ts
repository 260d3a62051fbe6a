import { PART_MARK, SECTION_MARK } from '#core/newsletter/section-marks.ts'

/** The elements of a newsletter's content that mails keep. The subject is the headline, so that the content has no `h1`. */
export const KEPT_ELEMENTS: readonly string[] = [
  ...['p', 'div', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['a', 'strong', 'em', 's', 'sub', 'sup', 'small', 'code', 'img'],
]

/** The attributes that mails keep, by element; `*` is for all of them. */
export const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['lang'],
  a: ['href', 'hreflang'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start'],
  li: [PART_MARK],
  p: [SECTION_MARK, PART_MARK],
}

/** The addresses that mails keep. The sanitiser is stricter still. */
export const KEPT_LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i
export const KEPT_PICTURE = /^(?:https:\/\/|\/(?![/\\]))/i
