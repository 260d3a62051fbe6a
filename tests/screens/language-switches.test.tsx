import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import type { CallAnswers } from './support/network.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const languageSwitch = (name: RegExp) => page.getByRole('switch', { name })
const dialog = page.getByRole('dialog')

const open = (calls: CallAnswers = {}) =>
  openScreen('/admin/settings/languages', {
    calls: {
      count_in_language: { published: 0, drafts: 0, under_way: 0, subscribers: 0, editions: 0 },
      save_settings: { conflicts: [] },
      ...calls,
    },
  })

test('a language is switched off after a question that says what it means', async () => {
  const screen = await open({
    count_in_language: { published: 1, drafts: 0, under_way: 0, subscribers: 3, editions: 0 },
    save_settings: ({ p_changes }) => {
      const [change] = p_changes as unknown as { after: string[] | null }[]
      screen.tables.settings?.splice(0)
      if (change?.after) screen.tables.settings?.push({ key: 'languages', value: change.after })
      return { conflicts: [] }
    },
  })
  await expect.element(languageSwitch(/English/)).toBeDisabled()
  const spanish = languageSwitch(/Spanish/)
  await spanish.click()
  await expect.element(dialog).toHaveAccessibleName('Switch off Spanish?')
  await expect.element(dialog).toMatchTextContent(/1 published article is no longer shown\./)
  await expect.element(dialog).toMatchTextContent(/3 subscribers get the newsletter in English instead\./)
  expect(await findProblems()).toEqual([])
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expectToast('Spanish is switched off.')
  await expect.element(spanish).not.toBeChecked()
  expect(screen.sentTo('save_settings')).toEqual([
    { p_changes: [{ key: 'languages', before: null, after: ['en', 'fr', 'de', 'it', 'pt'] }] },
  ])
  await spanish.click()
  await expectToast('Spanish is offered to readers again.')
})

test('who does not confirm changes nothing, and two administrators do not undo each other', async () => {
  const screen = await open()
  const german = languageSwitch(/German/)
  await expect.element(german).toBeChecked()
  ;(german.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(german).toBeChecked()
  await expect.element(german).toHaveFocus()

  await german.click()
  await expect.element(dialog).toMatchTextContent(/No article is published in it\./)
  screen.tables.settings?.push({ key: 'languages', value: ['en', 'de'] })
  await announceChange('settings')
  await expect.element(page.getByRole('switch', { name: /French/, includeHidden: true })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expectToast('German is switched off.')
  expect(screen.sentTo('save_settings')).toEqual([
    { p_changes: [{ key: 'languages', before: ['en', 'de'], after: ['en'] }] },
  ])
})
