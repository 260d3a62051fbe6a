import { expect, onTestFinished, test } from 'vitest'
import type { Membership } from '#core/domain/role.ts'
import { listMailedSenders } from '#server/features/newsletter/issue-status.ts'
import { findUserId } from '#server/supabase/auth/accounts.ts'
import { createMember } from '../../../tests/support/accounts.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

test('who may send is mailed, administrators always and others if they want mails', async () => {
  const { sql, drop } = await createTestDatabase()
  onTestFinished(drop)
  const people: Record<string, Omit<Membership, 'languages'>> = {
    nora: { role: 'admin', permissions: [] },
    emil: { role: 'editor', permissions: ['send'] },
    quiet: { role: 'newsletter', permissions: ['send'] },
    lea: { role: 'newsletter', permissions: ['addresses'] },
    locked: { role: 'editor', permissions: ['send'] },
  }
  for (const [name, membership] of Object.entries(people)) {
    const account = { email: `${name}@example.org`, password: 'correct horse battery' }
    await createMember(sql, { ...account, ...membership, languages: [] })
  }
  const idOf = (name: string) => findUserId(sql, `${name}@example.org`)
  await sql`update public.profiles set wants_mails = false where user_id in (${await idOf('quiet')}, ${await idOf('nora')})`
  await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${await idOf('locked')}`
  const mailed = await listMailedSenders(sql)
  expect(mailed.toSorted()).toEqual([await idOf('nora'), await idOf('emil')].toSorted())
})
