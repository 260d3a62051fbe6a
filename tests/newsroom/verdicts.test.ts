import { describe, expect, test } from 'vitest'
import type { Verdict } from '#core/newsroom/judge/finding.ts'
import { FAULTS, readDraftCorpus } from '../support/draft-corpus.ts'
import { judgeApproved, judgeFault, namesThePlace } from './judge-drafts.ts'
import { listAlarms } from './list-alarms.ts'

const groups = readDraftCorpus()

describe.each(FAULTS)('a sentence with the fault %s', (fault) => {
  const judged = groups.flatMap((group) =>
    group.faults
      .filter((sentence) => sentence.fault === fault)
      .map((sentence) => ({ group, sentence, judged: judgeFault(group, sentence) })),
  )
  test('is not published', () => {
    expect(judged.length).toBeGreaterThanOrEqual(10)
    const missed = judged.filter(({ judged }) => !judged.some(({ verdict }) => verdict === 'red'))
    expect(listAlarms(missed)).toBe('')
  })

  test('has its fault named where it is', () => {
    const elsewhere = judged.filter(
      ({ sentence, judged }) => !judged.some(({ findings }) => namesThePlace(sentence, findings)),
    )
    expect(listAlarms(elsewhere)).toBe('')
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
