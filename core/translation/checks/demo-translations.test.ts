import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { checkLanguage } from '#core/translation/checks/check-language.ts'
import { checkLength, checkSegment } from '#core/translation/checks/check-segment.ts'
import { checkNumbers } from '#core/translation/checks/numbers/check-numbers.ts'
import { ownWordsOfSegment, textOfSegment } from '#core/translation/checks/segment-text.ts'
import { readDemoPairs } from '#core/translation/checks/testing/demo-pairs.ts'
import { MUTATION_KINDS, mutations } from '#core/translation/checks/testing/mutations.ts'

const pairs = await readDemoPairs()
const isLong = (text: string) => (ownWordsOfSegment(text).match(/\p{L}/gu) ?? []).length >= 80
const share = (count: number, of: number) => `${count} of ${of}, ${((100 * count) / of).toFixed(2)} %`

test('the demo has pairs of segments in every language', () => {
  expect(pairs.length).toBeGreaterThan(2800)
  expect(new Set(pairs.map(({ language }) => language)).size).toBe(5)
})

test('what people have translated raises hardly an alarm', () => {
  const alarms = pairs.flatMap(({ slug, ...pair }) => {
    const problems = checkSegment({ ...pair, glossary: null })
    return problems.length > 0 ? [`${slug}: ${JSON.stringify(problems)}`] : []
  })
  console.log(`alarms: ${share(alarms.length, pairs.length)}`, alarms)
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(3)
})

test('nearly every number that was changed is found', () => {
  const counts = new Map(MUTATION_KINDS.map((kind) => [kind, { all: 0, found: 0 }]))
  for (const { source, target, language } of pairs) {
    const [from, to] = [textOfSegment(source), textOfSegment(target)]
    for (const { kind, text } of mutations(to, language)) {
      const count = counts.get(kind)
      if (!count) continue
      count.all++
      if (checkNumbers(from, text, language).length > 0) count.found++
    }
  }
  const rows = [...counts].map(([kind, { all, found }]) => ({
    kind,
    all,
    found,
    percent: (100 * found) / all,
  }))
  console.table(rows)
  const [all, found] = [
    rows.reduce((sum, row) => sum + row.all, 0),
    rows.reduce((sum, row) => sum + row.found, 0),
  ]
  expect(all).toBeGreaterThan(3000)
  expect(found / all, share(found, all)).toBeGreaterThan(0.99)
  // A list may say once what its numbers count, so that some are still right without their sign.
  for (const { kind, percent } of rows)
    expect(percent, kind).toBeGreaterThan(kind === 'percent lost' ? 90 : 99)
})

describe('a text in another language', () => {
  test('is found when it was left in English', () => {
    const english = pairs.filter(({ source }) => isLong(source))
    const found = english.filter(
      ({ source, language }) => checkLanguage(ownWordsOfSegment(source), language).length > 0,
    )
    console.log(`left in English: ${share(found.length, english.length)}`)
    expect(found.length / english.length).toBeGreaterThan(0.995)
  })

  test('is found when it is in a third one', () => {
    const tried = pairs.flatMap(({ target, language }) =>
      isLong(target) ? othersThan(language).map((other) => ({ text: ownWordsOfSegment(target), other })) : [],
    )
    const found = tried.filter(({ text, other }) => checkLanguage(text, other).length > 0)
    console.log(`in a third language: ${share(found.length, tried.length)}`)
    expect(found.length / tried.length).toBeGreaterThan(0.99)
  })
})

test('a translation of which two fifths are missing is too short', () => {
  const long = pairs
    .map(({ source, target, language }) => ({
      from: textOfSegment(source),
      to: textOfSegment(target),
      language,
    }))
    .filter(({ from }) => from.length > 80)
  const found = long.filter(
    ({ from, to, language }) =>
      checkLength(from, to.slice(0, Math.floor(0.6 * to.length)), language).length > 0,
  )
  console.log(`cut to 60 %: ${share(found.length, long.length)}`)
  expect(found.length / long.length).toBeGreaterThan(0.95)
})

const othersThan = (language: Language) =>
  LANGUAGE_CODES.filter((other) => other !== 'en' && other !== language)
