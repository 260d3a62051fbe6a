import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { createTestDatabase } from '../support/database.ts'
import { mutateFunction } from './mutate-function.ts'
import { type FunctionChange, MUTATIONS, type SourceChange } from './mutations.ts'

const changes = MUTATIONS.map(({ change }) => change)

test.each(changes.filter((change): change is SourceChange => 'file' in change))(
  '$file says once what a mutation replaces',
  ({ file, text }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(text)).toHaveLength(2)
  },
)

test('the functions of the database say what a mutation replaces', async () => {
  const database = await createTestDatabase()
  try {
    for (const change of changes) {
      if ('databaseFunction' in change)
        await database.sql.script(mutateFunction(change satisfies FunctionChange))
    }
  } finally {
    await database.drop()
  }
})

test('the tests that are to notice a mutation exist, and are in the main lane', () => {
  for (const path of MUTATIONS.flatMap(({ tests }) => tests)) {
    expect(existsSync(join(ROOT, path)), path).toBe(true)
    expect(path).not.toContain('.long.')
  }
})
