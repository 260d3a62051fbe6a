import { expect, test } from 'vitest'
import ceilings from '../../budget.json' with { type: 'json' }
import { compareWithBudget, measureLane, measureProduct } from './budget.ts'
import { outcomeOf } from './reports.ts'

test('a figure above its ceiling fails, and says what to do', () => {
  const { lines, failures } = compareWithBudget(
    [
      { name: 'tables', value: 90 },
      { name: 'jobs', value: 50 },
    ],
    { tables: 91, jobs: 49 },
  )
  expect(lines).toEqual(['         90 of        91  tables', '         50 of        49  jobs'])
  expect(failures).toEqual([
    { name: 'budget › jobs', reason: expect.stringContaining('50 is more than 49. Remove something, or') },
  ])
})

test('a figure without a ceiling fails, also one with the name of what every object has', () => {
  expect(compareWithBudget([{ name: 'toString', value: 1 }], {}).failures).toHaveLength(1)
})

test('a lane is measured in minutes begun, and the main one in journeys', () => {
  const durations = [{ name: 'trash.spec.ts › restores', seconds: 3 }]
  const steps = [
    { name: 'tests', seconds: 61, outcome: outcomeOf(true) },
    { name: 'journeys', seconds: 60, outcome: { ...outcomeOf(true), durations } },
  ]
  expect(measureLane('main', steps)).toEqual([
    { name: 'journeys', value: 1 },
    { name: 'minutes of the lane "main"', value: 3 },
  ])
  expect(measureLane('long', steps)).toEqual([{ name: 'minutes of the lane "long"', value: 3 }])
})

test('every ceiling belongs to a figure, and every figure counts something', async () => {
  const figures = await measureProduct()
  expect(figures.filter(({ value }) => !(value > 0))).toEqual([])
  const measured = [
    ...figures,
    ...measureLane('main', []),
    ...measureLane('long', []),
    ...measureLane('majors', []),
  ]
  expect(Object.keys(ceilings).toSorted()).toEqual(measured.map(({ name }) => name).toSorted())
})
