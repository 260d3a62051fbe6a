import {
  type CheckContext,
  type CheckInput,
  type CheckRule,
  readArticle,
} from '#core/check/checked-article.ts'
import { type Found, found } from '#core/check/finding.ts'
import { hiddenFootnote, undefinedFootnote } from '#core/check/rules/footnotes.ts'
import { missingAlt, missingCredit, remoteImage } from '#core/check/rules/images.ts'
import {
  deadLink,
  emptyLink,
  isSample,
  linkLanguage,
  movedLink,
  sampleLink,
} from '#core/check/rules/links.ts'
import { name } from '#core/check/rules/name.ts'
import { placeholder } from '#core/check/rules/placeholder.ts'
import { bannedWord, cutOff, longSocialText, missingExcerpt } from '#core/check/rules/texts.ts'
import { weekday } from '#core/check/rules/weekday.ts'
import { type Figure, figuresOf } from '#core/check/text/figures.ts'
import { SHORT_TEXTS, SOCIAL_TEXTS } from '#core/domain/article.ts'

/** Figures in title, subtitle and excerpt that differ from those in the text. */
const figure: CheckRule = ({ head, body, input: { language } }) => {
  const above = head.flatMap((block) => figuresOf(block, language))
  if (above.length === 0) return []
  const below = body.flatMap((block) => figuresOf(block, language))
  return above.flatMap((one, index) => {
    // A figure that the text does not mention may still differ from the title.
    const texts = [below, above.slice(0, index).filter(({ field }) => field !== one.field)]
    for (const others of texts) {
      if (others.some((other) => agree(one, other))) return []
      const other = closest(one, others, above)
      if (other) {
        return [
          found(
            {
              rule: 'figure',
              severity: 'problem',
              field: one.field,
              place: one.place,
              quote: one.text,
              other: other.text,
              related: { field: other.field, place: other.place },
            },
            other.text,
          ),
        ]
      }
    }
    return []
  })
}

/** Returns true if two figures can be the same: rounded, converted, or with the unit left out. */
function agree(one: Figure, other: Figure): boolean {
  if (one.kind !== other.kind && !isBareCount(one) && !isBareCount(other)) return false
  const isAbout = one.isAbout || other.isAbout
  const rounding = Math.max(one.step, other.step) * (isAbout ? 1 : 0.5)
  const share = one.unit !== other.unit ? 0.06 : isAbout ? 0.1 : 0
  const tolerance = Math.max(rounding, share * Math.max(one.value, other.value))
  return Math.abs(one.value - other.value) <= tolerance * (1 + 1e-9)
}

const isBareCount = ({ kind }: Figure) => kind.startsWith('count')

/** The figure that is most likely meant to be the same, if there is one. */
function closest(one: Figure, others: Figure[], above: Figure[]): Figure | null {
  const same = others.filter(({ kind }) => kind === one.kind)
  const values = new Set(same.map(({ value }) => value)).size
  return (
    same
      .filter(
        (other) =>
          // A figure that another one of the same field agrees with is not meant.
          !above.some((third) => third !== one && third.field === one.field && agree(third, other)) &&
          (isMistyped(one, other) || (isNear(one, other) && (values === 1 || shared(one, other) >= 2))),
      )
      .toSorted((a, b) => shared(one, b) - shared(one, a))[0] ?? null
  )
}

const shared = (one: Figure, other: Figure) =>
  [...one.context].filter((word) => other.context.has(word)).length

const isNear = (one: Figure, other: Figure) =>
  Math.max(one.value, other.value) <= 2 * Math.min(one.value, other.value)

/** Two digits swapped, one of several digits another, or millions instead of billions. */
function isMistyped({ digits: one, value }: Figure, { digits: other, value: otherValue }: Figure): boolean {
  if (one === other) {
    const ratio = Math.round(Math.log10(value / otherValue))
    return ratio !== 0 && ratio % 3 === 0
  }
  if (one.length !== other.length || one.length < 2) return false
  const different = Array.from(one, (_, index) => index).filter((index) => one[index] !== other[index])
  const [first = 0, second = 0] = different
  if (different.length === 1) return one.length >= 3
  return (
    different.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  )
}

const RULES: CheckRule[] = [
  missingExcerpt,
  missingAlt,
  missingCredit,
  remoteImage,
  placeholder,
  emptyLink,
  sampleLink,
  deadLink,
  movedLink,
  linkLanguage,
  undefinedFootnote,
  hiddenFootnote,
  figure,
  weekday,
  name,
  bannedWord,
  cutOff,
  longSocialText,
]

const MAX_PER_RULE = 40
const FIELDS: readonly string[] = [...SHORT_TEXTS, 'hero_image', 'content', ...SOCIAL_TEXTS]

/** Everything that an editor should look at before an article is published, in the order of the article. */
export function checkArticle(input: CheckInput, context: CheckContext): Found[] {
  return checkAtOnce(input, context).findings
}

export interface Checked {
  findings: Found[]
  /** The addresses of its links that may lead somewhere, each once. */
  addresses: string[]
  /** The addresses of its images with the hero image, each once. */
  images: string[]
}

/** The findings with the given context, and the addresses about which it may lack facts. */
export function checkAtOnce(input: CheckInput, context: CheckContext): Checked {
  const article = readArticle(input)
  const findings: Found[] = []
  for (const rule of RULES) {
    let count = 0
    for (const finding of rule(article, context)) {
      findings.push(finding)
      if (++count === MAX_PER_RULE) break
    }
  }
  return {
    findings: withOwnIds(findings.toSorted(inOrder)),
    addresses: [...new Set(article.links.map(({ address }) => address))].filter(
      (address) => !isSample(address),
    ),
    images: [...new Set([input.hero_image ?? '', ...article.images.map(({ address }) => address)])].filter(
      Boolean,
    ),
  }
}

function inOrder(a: Found, b: Found): number {
  return FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field) || (a.place?.from ?? -1) - (b.place?.from ?? -1)
}

/** Findings with the same words around them are counted. */
function withOwnIds(findings: Found[]): Found[] {
  const counts = new Map<string, number>()
  return findings.map((finding) => {
    const count = (counts.get(finding.id) ?? 0) + 1
    counts.set(finding.id, count)
    return count === 1 ? finding : { ...finding, id: `${finding.id}#${count}` }
  })
}
