import { type Checked, checkAtOnce } from '#core/check/check-article.ts'
import type { CheckContext, CheckInput } from '#core/check/checked-article.ts'
import type { Found } from '#core/check/finding.ts'
import { findingPhrase } from '#core/check/finding-phrase.ts'
import { oneLine } from '#server/features/mcp/tool.ts'

export interface Described extends Omit<Checked, 'findings'> {
  findings: { id: string; said: string }[]
}

/** Checks an article, and says each finding with the number of its line. */
export function describeFindings(article: CheckInput, context: CheckContext): Described {
  const { findings, ...others } = checkAtOnce(article, context)
  const describe = describerOf(article)
  return { findings: findings.map((found) => ({ id: found.id, said: describe(found) })), ...others }
}

/** Describes findings, whose lines are counted once for each text: there may be thousands of lines. */
function describerOf(article: CheckInput): (found: Found) => string {
  const starts = new Map<string, number[]>()
  function lineOf(field: keyof CheckInput, at: number): string {
    const text = article[field]
    if (typeof text !== 'string') return ''
    const known = starts.get(field) ?? [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
    starts.set(field, known)
    return `, line ${known.findLastIndex((start) => start <= at) + 1}`
  }
  return ({ severity, field, place, other, ...finding }) =>
    `- ${severity} in ${field}${place ? lineOf(field as keyof CheckInput, place.from) : ''}: ${oneLine(findingPhrase(finding))}${other && `; compare “${oneLine(other)}”`}`
}
