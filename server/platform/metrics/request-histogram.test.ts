import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { RequestHistogram } from '#server/platform/metrics/request-histogram.ts'

test('it says what the histogram of the library says', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const options = { name: 'seconds', help: 'Seconds', buckets: [0.001, 0.5, 10] }
  const own = new RequestHistogram({ ...options, registers: [ours] })
  const library = new Histogram({
    ...options,
    labelNames: ['route', 'method', 'status'],
    registers: [theirs],
  })
  for (const [route, seconds] of [
    ['home', 0.001],
    ['home', 0.25],
    ['home', 0.5],
    ['home', 60],
    ['article', 0],
  ] as const) {
    own.count(route, 'GET', '2xx', seconds)
    library.observe({ route, method: 'GET', status: '2xx' }, seconds)
  }
  const linesOf = async (registry: Registry) =>
    (await registry.metrics())
      .split('\n')
      .map((line) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort()}}`))
      .sort()
  expect(await linesOf(ours)).toEqual(await linesOf(theirs))
})
