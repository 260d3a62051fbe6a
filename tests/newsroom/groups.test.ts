import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { groupCorpus, type Told } from './group-corpus.ts'

/** A little lower than the measured shares (teaser 1.00 and 0.42, two sentences more 0.94 and 0.70, whole text 0.82 and 0.75). */
const LEAST: [Told, { precision: number; recall: number; copies: number }][] = [
  ['teaser', { precision: 0.9, recall: 0.35, copies: 0 }],
  ['teaser and two sentences', { precision: 0.9, recall: 0.65, copies: 0.9 }],
  ['whole text', { precision: 0.8, recall: 0.7, copies: 0.9 }],
]

test.each(LEAST)('groups that were written by hand are found again by %s', async (told, least) => {
  const database = await createTestDatabase()
  try {
    const found = await groupCorpus(database.sql, told)
    expect(found.precision).toBeGreaterThanOrEqual(least.precision)
    expect(found.recall).toBeGreaterThanOrEqual(least.recall)
    expect(found.precisionOfCopies || 1).toBeGreaterThanOrEqual(0.95)
    expect(found.recallOfCopies).toBeGreaterThanOrEqual(least.copies)
  } finally {
    await database.drop()
  }
})
