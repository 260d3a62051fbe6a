import {
  type CheckContext,
  type CheckInput,
  type CheckRule,
  readArticle,
} from '#core/check/checked-article.ts'
import type { Found } from '#core/check/finding.ts'
import { figure } from '#core/check/rules/figure.ts'
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
import { SHORT_TEXTS, SOCIAL_TEXTS } from '#core/domain/article.ts'

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
