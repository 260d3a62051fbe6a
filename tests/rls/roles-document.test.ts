import { expect, test } from 'vitest'
import { describeRoles } from './describe-roles.ts'

test('docs/roles.md says what the tables of the tests say', async () => {
  await expect(describeRoles()).toMatchFileSnapshot('../../docs/roles.md')
})
