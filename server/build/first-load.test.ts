import { expect, test } from 'vitest'
import { sharedResource } from '../../tests/support/shared-resources.ts'
import { readerRoutes, scriptsOf } from './first-load.ts'

const { publicDir } = await sharedResource('build')

test('the scripts of a page are found', () => {
  expect(scriptsOf(publicDir, 'routes/site/article').length).toBeGreaterThan(5)
})

test.each(readerRoutes(publicDir))('the page "%s" loads nothing of the desk', (id) => {
  const ofDesk = scriptsOf(publicDir, id).filter((file) =>
    /\/(admin|\w*editor|browser-client)[.-]/.test(file),
  )
  expect(ofDesk).toEqual([])
})
