import type { AxeResults, RunOptions } from 'axe-core'

/** The rules with which journeys and tests of screens run axe, and their preparation of a page. The functions run in the page. */

export const WIDE = 1280
export const SMALL = 375
/** The width of a 1280-pixel window at a zoom of 400 %. */
export const NARROWEST = 320
export const HEIGHT = 800

export type Theme = 'light' | 'dark'
export interface Look {
  width: number
  theme: Theme
  options: RunOptions
}

/** Leaves out details of rules that pass, which would take most of the time. */
const resultTypes: RunOptions['resultTypes'] = ['violations', 'incomplete']

const EVERYTHING: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
  resultTypes,
}

/** The rules whose result can depend on the theme, which changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
export const COLOURS: RunOptions = { runOnly: COLOUR_RULES, resultTypes }

/** For languages after English, which change neither the colours nor, on a page as a whole, the order of its parts. */
const WORDS: RunOptions = {
  ...EVERYTHING,
  rules: {
    ...EVERYTHING.rules,
    ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
}

/**
 * Every rule runs at both widths and in both themes; rules about colours in all four combinations. The first is dark, as
 * the page is loaded, and the order changes the width only once, because that takes longer than a change of theme.
 */
export const LOOKS: Look[] = [
  { width: WIDE, theme: 'dark', options: EVERYTHING },
  { width: WIDE, theme: 'light', options: COLOURS },
  { width: SMALL, theme: 'light', options: EVERYTHING },
  { width: SMALL, theme: 'dark', options: COLOURS },
]

/** Long words are the first to break something where there is little room. */
export const LOOKS_OF_TRANSLATIONS: Look[] = [
  { width: WIDE, theme: 'light', options: WORDS },
  { width: SMALL, theme: 'light', options: WORDS },
]

/**
 * Reasons for which axe cannot determine the colours of a text although nothing is wrong: a single character, such as the
 * dot in a byline, or an invisible one that joins words; an element that seems to be covered by another, which is in fact clipped; and a cell of a wide table that is
 * scrolled out of sight.
 */
const ACCEPTED_REASONS = [
  'shortTextContent',
  'nonBmp',
  'bgOverlap',
  'elmPartiallyObscured',
  'elmPartiallyObscuring',
]

/** Hides the page behind an open dialog, because axe does not know the top layer and takes the page for the dialog's background. */
export function hideBehindDialog(): void {
  const dialog = document.querySelector<HTMLElement>('dialog[open], [role=dialog]')
  if (!dialog) return
  document.body.style.visibility = 'hidden'
  dialog.style.visibility = 'visible'
  // Axe does not find the contents of a hidden scroller.
  const around = dialog.parentElement
  if (around && getComputedStyle(around).overflowY === 'auto') around.style.visibility = 'visible'
}

/** Lays bars that stay at an edge where they are in the page, because axe takes what is scrolled below them for covered. */
export function releaseBars(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).position !== 'sticky') continue
    element.style.position = 'relative'
    element.style.inset = 'auto'
    element.setAttribute('data-released', '')
  }
}

export function putBack(): void {
  document.body.style.removeProperty('visibility')
  for (const bar of document.querySelectorAll<HTMLElement>('[data-released]')) {
    bar.style.removeProperty('position')
    bar.style.removeProperty('inset')
    bar.removeAttribute('data-released')
  }
}

/** The elements that extend beyond the window. */
export function listOverflow(): string[] {
  const scrollers = [document.documentElement, ...document.querySelectorAll('dialog[open], [role=dialog]')]
  if (scrollers.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return []
  const width = document.documentElement.clientWidth
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > width)
    .map((element) => `extends beyond ${width} px: ${element.outerHTML.slice(0, 120)}`)
}

/** Describes the findings of axe as sentences; of those that it cannot determine, the colours for no accepted reason. */
export function describeResults({
  violations,
  incomplete,
}: Pick<AxeResults, 'violations' | 'incomplete'>): string[] {
  const undetermined = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ any }) => !any.some(isAccepted)) }))
  return [...violations, ...undetermined].flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, none }) => `${id}: ${html} ${[...any, ...none].map(({ message }) => message)}`),
  )
}

function isAccepted({ data }: { data?: { messageKey?: string } | null }): boolean {
  return ACCEPTED_REASONS.includes(data?.messageKey ?? '')
}
