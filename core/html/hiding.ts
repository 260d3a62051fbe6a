import type { Declarations } from '#core/html/declarations.ts'

/** A length that is practically zero; of fonts also the smallest. */
const NOTHING = /^0*\.?0+(?:px|pt|r?em|%|ex|v[wh])?$/
const TINY = /^(?:0?\.\d+(?:px|pt)|1(?:\.\d+)?(?:px|pt)|0?\.[0-2]\d*r?em|\d(?:\.\d+)?%)$/
const FONT_SIZE = /(?:^|[^\d.])((?:\d+\.?\d*|\.\d+)(?:px|pt|r?em|%|ex|v[wh])?)(?=\/|$|[a-z"' ])/

/** Returns true if an element is hidden with everything in it, by its declarations. */
export function hidesAll(style: Declarations): boolean {
  const is = (property: string, pattern: RegExp) => pattern.test(style.get(property) ?? '')
  return (
    is('display', /^none$/) ||
    is('mso-hide', /^all$/) ||
    is('content-visibility', /^hidden$/) ||
    is('opacity', /^(?:0?\.0\d*|0+(?:\.0\d*)?)%?$/) ||
    is('filter', /opacity\(0*\.?0*%?\)/) ||
    is('transform', /scale[xy]?\(0*\.?0*[,)]|translate[xy3d]{0,2}\([^)]{0,30}?-\d{3,}/) ||
    is('clip', /^rect\([^, ]+[, ](?:[01](?:px)?[, ]|[^, ]+[, ][01](?:px)?[, ])/) ||
    is('clip-path', /^(?:inset\((?:50|100)%|circle\(0)/) ||
    isOutside(style) ||
    isCut(style)
  )
}

const FAR = /-\d{4,}(?:\.\d+)?(?:px|pt)|-\d{3,}(?:\.\d+)?(?:r?em|ex|ch)/
const BESIDE = /-\d{3,}/

/** Returns true for an element beyond the edge of the page. To the left a little is enough, unless it is centred, or beside a float. */
function isOutside(style: Declarations): boolean {
  // In a calculation a sign before a space is a subtraction; its result is unknown if it contains a percentage.
  const value = (property: string) =>
    (style.get(property) ?? '').replace(/^calc\([^%]*$/, (sum) => sum.replaceAll('- ', '-'))
  const sides = ['top', 'right', 'inset'].map(value).join(' ')
  const others = ['bottom', 'margin', 'margin-top', 'margin-right'].map(value).join(' ')
  if (BESIDE.test(value('text-indent')) || BESIDE.test(value('left')) || FAR.test(`${sides} ${others}`))
    return true
  if (/^(?:absolute|fixed)$/.test(value('position')) && BESIDE.test(sides)) return true
  const margin = value('margin-left')
  return FAR.test(margin) || (/-\d{3,}(?!\d*%)/.test(margin) && !value('left') && !value('float'))
}

/** Returns true for an element without a size, whose overflow is cut; a ratio that its padding keeps is a size. */
function isCut(style: Declarations): boolean {
  if (!['overflow', 'overflow-x', 'overflow-y'].some((name) => /hidden|clip/.test(style.get(name) ?? '')))
    return false
  if (/%/.test(`${style.get('padding')}${style.get('padding-top')}${style.get('padding-bottom')}`))
    return false
  return ['height', 'max-height', 'width', 'max-width'].some((name) =>
    /^[01](?:px|em|%)?$/.test(style.get(name) ?? ''),
  )
}

/** The properties that an element passes on to its content, which may declare others. */
export interface Look {
  isTooSmall: boolean
  isInvisible: boolean
  colour: string
}

export const PLAIN: Look = { isTooSmall: false, isInvisible: false, colour: '' }

export function lookOf(style: Declarations, around: Look): Look {
  const size = style.get('font-size') ?? FONT_SIZE.exec(style.get('font') ?? '')?.[1]
  const visibility = style.get('visibility') ?? 'inherit'
  const colour = style.get('-webkit-text-fill-color') ?? style.get('color') ?? 'inherit'
  const clip = style.get('background-clip') ?? style.get('-webkit-background-clip')
  return {
    isTooSmall: size === undefined ? around.isTooSmall : isTooSmall(size, around.isTooSmall),
    isInvisible: /^(?:inherit|unset)$/.test(visibility) ? around.isInvisible : visibility !== 'visible',
    // The letters of text that is clipped from a gradient have its colours.
    colour:
      /^(?:inherit|currentcolor)$/.test(colour) || (clip === 'text' && style.has('background'))
        ? around.colour
        : colour,
  }
}

/** Returns true if text of that look is unreadable. */
export const isUnseen = ({ isTooSmall, isInvisible, colour }: Look, ground: () => string): boolean =>
  isTooSmall || isInvisible || (colour !== '' && (CLEAR.test(colour) || isLike(colour, ground())))

const isLike = (colour: string, ground: string): boolean =>
  colour === ground || (isWhite(colour) && isWhite(ground))

function isTooSmall(size: string, around: boolean): boolean {
  if (NOTHING.test(size) || TINY.test(size)) return true
  return around && /^(?:[\d.]+(?:em|ex|ch|%)|inherit|unset|smaller|larger)$/.test(size)
}

const CLEAR =
  /^(?:transparent|(?:rgb|hsl)a?\((?:(?:[^,/)]{1,20},){3}|[^,/)]{1,60}\/)0*\.?0*%?\)|#[\da-f]{6}00|#[\da-f]{3}0)$/
const WHITE =
  /^(?:white|snow|ivory|ghostwhite|floralwhite|whitesmoke|#f[\da-f]f[\da-f]f[\da-f](?:ff)?|#ffff?|rgba?\((?:(?:2[45]\d|100%)[, ]?){3}(?:[,/]?[\d.]+%?)?\)|hsla?\(\d+(?:deg)?[, ]\d+%[, ](?:9[5-9]|100)%(?:[,/][\d.]+%?)?\))$/

export const isWhite = (colour: string): boolean => WHITE.test(colour)
