import { describe, expect, test } from 'vitest'
import { checkSegment } from '#core/translation/checks/check-segment.ts'
import { readNewsPairs } from '#core/translation/checks/testing/news-pairs.ts'

const pairs = readNewsPairs().map((pair) => ({
  ...pair,
  problems: checkSegment({ ...pair, glossary: null }).map(({ code }) => code),
}))

describe.each(['de', 'es', 'fr', 'it', 'pt'])('sentences of newspapers in %s', (language) => {
  const own = pairs.filter((pair) => pair.language === language)

  test('pass when they are right', () => {
    const right = own.filter(({ isRight }) => isRight)
    expect(right.length).toBeGreaterThanOrEqual(80)
    const refused = right.filter(({ problems }) => problems.length > 0)
    expect(refused.map(described)).toEqual([])
  })

  test('are found when they are wrong', () => {
    const wrong = own.filter(({ isRight }) => !isRight)
    expect(wrong.length).toBeGreaterThanOrEqual(40)
    const passed = wrong.filter(({ problems }) => problems.length === 0)
    console.log(`${language}: ${passed.length} of ${wrong.length} pass`, passed.map(described))
    expect(passed.length / wrong.length).toBeLessThan(0.03)
  })
})

const described = ({ kind, source, target, problems }: (typeof pairs)[number]) =>
  `${kind}: ${source} → ${target} ${problems.join(' ')}`
