import { expect, test } from 'vitest'
import { factsOfRole, ROLES } from '#core/domain/role.ts'
import { startTestApp } from '../support/app.ts'

test('the database gives the rights and permissions to roles that the desk shows', async () => {
  const app = await startTestApp()
  const roles = await app.database.sql`
    select role, private.rights_of(role) as rights, private.permissions_of(role) as permissions
    from unnest(private.roles()) with ordinality as named (role, place) order by place`
  const ofDatabase = roles.map(({ rights, permissions, ...role }) => ({
    ...role,
    rights: rights.toSorted(),
    permissions: permissions.toSorted(),
  }))
  const ofDesk = ROLES.map((role) => {
    const { rights, permissions } = factsOfRole(role)
    return { role, rights: rights.toSorted(), permissions: permissions.toSorted() }
  })
  expect(ofDatabase).toEqual(ofDesk)
  await app.stop()
})
