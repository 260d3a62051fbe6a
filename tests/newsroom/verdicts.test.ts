import { describe, expect, test } from 'vitest'
import type { Verdict } from '#core/newsroom/judge/finding.ts'
import { FAULTS, type FaultySentence, readDraftCorpus } from '../support/draft-corpus.ts'
import { judgeApproved, judgeFault, namesThePlace } from './judge-drafts.ts'
import { listAlarms } from './list-alarms.ts'

const groups = readDraftCorpus()

/** Faults that code does not see, each in what sources in two languages or two sentences say of somebody. Any other one fails the test. */
const UNSEEN = new Set([
  'The association says that a translator revises 90 minutes a day.',
  'At the Grand Atlântico the price of a double room rose by 6%.',
  'Clotilde Hamon-Traoré, president of the competition authority, is investigating 38 hotels.',
  'Evander Pike-Lundqvist forgoes his fee, which would have been 15,000 euros.',
])
/** What is stopped for something else in it. */
const NAMED_ELSEWHERE = new Set([
  'Korbinian Oberlechner, who grows 34 hectares near Saint-Alban, said that he had saved money.',
])

describe.each(FAULTS)('a sentence with the fault %s', (fault) => {
  const judged = groups.flatMap((group) =>
    group.faults
      .filter((sentence) => sentence.fault === fault)
      .map((sentence) => ({ group, sentence, judged: judgeFault(group, sentence) })),
  )
  const isUnknown = ({ sentence: { text } }: { sentence: FaultySentence }) => !UNSEEN.has(text)

  test('is not published', () => {
    expect(judged.length).toBeGreaterThanOrEqual(10)
    const missed = judged.filter(({ judged }) => !judged.some(({ verdict }) => verdict === 'red'))
    expect(listAlarms(missed.filter(isUnknown))).toBe('')
  })

  test('has its fault named where it is', () => {
    const elsewhere = judged.filter(
      ({ sentence, judged }) =>
        !NAMED_ELSEWHERE.has(sentence.text) &&
        !judged.some(({ findings }) => namesThePlace(sentence, findings)),
    )
    expect(listAlarms(elsewhere.filter(isUnknown))).toBe('')
  })
})

test('sentences that an editor has approved are rarely stopped or questioned', () => {
  const judged = groups.flatMap((group) =>
    judgeApproved(group).map((sentence) => ({ group, judged: [sentence] })),
  )
  const alarmsOf = (colour: Verdict) =>
    judged.filter(({ judged: [sentence] }) => sentence?.verdict === colour)
  const [reds, ambers] = [alarmsOf('red'), alarmsOf('amber')]
  expect(judged.length).toBeGreaterThanOrEqual(300)
  if (reds.length > judged.length * 0.05) expect(listAlarms(reds)).toBe('')
  if (ambers.length > judged.length * 0.15) expect(listAlarms(ambers)).toBe('')
})
