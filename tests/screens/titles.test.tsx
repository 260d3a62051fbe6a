import { expect, test } from 'vitest'
import { openScreen } from './support/open-screen.tsx'
import { aMember } from './support/sessions.ts'

const title = (page: string) => `${page} - AI Watch Admin`
const ARTICLE = '00000000-0000-4000-8000-00000000000a'

test('the document is called what the screen shows, also after going to another one', async () => {
  const { go } = await openScreen('/admin/dashboard')
  await expect.poll(() => document.title).toBe(title('Dashboard'))
  const robots = document.head.querySelectorAll('meta[name="robots"]')
  expect([...robots].map((meta) => meta.getAttribute('content'))).toEqual(['noindex, nofollow'])

  for (const [address, name] of [
    ['/admin/settings', 'Settings'],
    ['/admin/settings/look', 'Look'],
    ['/admin/settings/nothing', 'Settings'],
    ['/admin/articles/new', 'New Article'],
    [`/admin/translations/${ARTICLE}/nothing`, 'Review a translation'],
    ['/admin/audit', 'Audit log'],
  ] as const) {
    await go(address)
    await expect.poll(() => document.title).toBe(title(name))
  }
})

test('of everybody but an administrator the first screen is their desk', async () => {
  await openScreen('/admin/dashboard', { account: aMember({ role: 'editor' }) })
  await expect.poll(() => document.title).toBe(title('My desk'))
})
