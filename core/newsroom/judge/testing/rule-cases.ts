import { expect, test } from 'vitest'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'

/** A sentence, its citations, and the expected codes; the language of the source, if it is not English. */
export type RuleCase = [text: string, source: string | string[], codes: string[], language?: string]

/** Judges each sentence by all its citations. */
export function testRule(cases: readonly RuleCase[]): void {
  test.each(cases)('%s ← %s', (text, source, codes, language = 'en') => {
    const { findings } = judgeOne(text, [source].flat(), { source: { language } })
    expect(findings.map(({ code }) => code)).toEqual(codes)
  })
}
