import { expect, test } from 'vitest'
import { loggedPath } from '#server/platform/http/request-log.ts'

test.each([
  ['/news?page=2', '/news'],
  ['/a%0Ab', '/a%0Ab'],
  ['/calendar/secret.ics', '/calendar/…'],
  ['/calendar/secret.ics?x=1', '/calendar/…'],
  ['//Calendar//secret/more', '//Calendar//…'],
  ['/c%61lendar%2Fsecret.ics', '/c%61lendar%2F…'],
  ['/calendars/news', '/calendars/news'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
