import { addArticle, anArticle } from '../support/articles.ts'
import { paintImage } from '../support/images.ts'
import { contentOf } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import type { Publication } from './support/new-publication.ts'
import { addReaders } from './support/newsletter-desk.ts'
import { openDesk } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { test } from './support/with-model.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } })

/** The most frequent tasks of a person alone, with the clicks, keys and fields that they take from the dashboard. */
const TASKS: Record<string, { acts: number; run: (hand: Hand, publication: Publication) => Promise<void> }> =
  {
    'write and publish an article': {
      acts: 4,
      async run({ page, click, fill }) {
        await click(page.getByRole('link', { name: 'New article' }))
        // The title has the focus.
        await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
        await page.keyboard.type('A ferry that steers itself')
        await fill(page.getByLabel('Excerpt'), 'It never leaves late.')
        await fill(contentOf(page), 'The first passengers came at dawn.')
        await click(page.getByRole('button', { name: 'Create Article' }))
        await expectToast(page, 'Article created successfully!')
      },
    },
    'publish a draft': {
      acts: 4,
      async run({ page, click, press }) {
        await click(menu(page).getByRole('link', { name: 'Drafts' }))
        await click(page.getByRole('link', { name: 'A draft to publish' }).first())
        await click(page.getByRole('button', { name: 'Publish', exact: true }))
        await expect(panelOf(page).getByRole('button', { name: 'Publish', exact: true })).toBeFocused()
        await press('Enter')
        await expectToast(page, 'Published')
      },
    },
    'schedule a draft': {
      acts: 7,
      async run({ page, click, fill }) {
        await click(menu(page).getByRole('link', { name: 'Drafts' }))
        await click(page.getByRole('link', { name: 'A draft to schedule' }).first())
        await click(page.getByRole('button', { name: 'Publish', exact: true }))
        await click(panelOf(page).getByLabel('At a time').first())
        const group = panelOf(page).getByRole('group', { name: 'At a time', exact: true })
        await fill(group.getByLabel('Date'), new Date(Date.now() + 864e5).toISOString().slice(0, 10))
        await fill(group.getByLabel('Time', { exact: true }), '09:00')
        await click(panelOf(page).getByRole('button', { name: 'Schedule' }))
        await expectToast(page, 'Scheduled')
      },
    },
    'translate an article': {
      acts: 4,
      async run({ page, click }) {
        await click(menu(page).getByRole('link', { name: 'Articles', exact: true }))
        await click(page.getByRole('link', { name: 'The harbour opens' }).first())
        await click(page.getByRole('tab', { name: /^Translations/ }))
        await expect(page.getByRole('tab')).toHaveCount(TABS)
        await click(page.getByRole('button', { name: 'Translate all missing' }))
        await expectToast(page, 'Translation Complete!')
      },
    },
    'review a translation': {
      acts: 4,
      async run({ page, click, press }) {
        await click(
          page
            .getByRole('main')
            .getByRole('link', { name: /^1 translation to review/ })
            .first(),
        )
        // The dashboard names the article too, and its form instead of the review would open.
        await page.waitForURL('**/translations/to-review*')
        await click(
          page
            .getByRole('main')
            .getByRole('link', { name: /The harbour opens/ })
            .first(),
        )
        await expect(page.getByRole('heading', { name: 'German translation' })).toBeVisible()
        await expect(page.locator('[data-block="0"]')).toBeVisible()
        await press('Shift+A')
        await press('ControlOrMeta+s')
        await expectToast(page, /Readers have this text now/)
      },
    },
    'correct an article': {
      acts: 5,
      async run({ page, click, fill }) {
        await click(menu(page).getByRole('link', { name: 'Articles', exact: true }))
        await click(page.getByRole('link', { name: 'The harbour opens' }).first())
        await click(page.getByRole('tab', { name: /^History/ }))
        const section = page.getByRole('region', { name: 'Corrections' })
        await fill(section.getByLabel('What was wrong?').last(), 'It opened on Monday.')
        await click(section.getByRole('button', { name: 'Add the correction' }))
        await expect(section.getByRole('listitem').filter({ hasText: 'It opened on Monday.' })).toBeVisible()
      },
    },
    'approve an issue of the newsletter': {
      acts: 6,
      async run({ page, click }) {
        await click(menu(page).getByRole('link', { name: 'Newsletter' }))
        await click(page.getByRole('button', { name: 'Generate Newsletter' }))
        await expectToast(page, 'Newsletter Generated!')
        await click(page.getByRole('heading', { level: 3, name: /^Send/ }).getByRole('button'))
        await click(page.getByRole('button', { name: 'Approve and schedule' }))
        const dialog = page.getByRole('dialog')
        await click(dialog.getByLabel('Send into the outbox, I am trying it out'))
        await click(dialog.getByRole('button', { name: 'Approve for the outbox' }))
        await expectToast(page, 'The issue is approved and scheduled')
      },
    },
    'upload a picture and describe it': {
      acts: 5,
      async run({ page, click, fill }) {
        await click(menu(page).getByRole('link', { name: 'Media' }))
        const chooser = page.waitForEvent('filechooser')
        await click(page.getByRole('button', { name: 'Upload images' }))
        const buffer = await paintImage('png', { width: 800, height: 450, colour: '#3c3' })
        await (await chooser).setFiles({ name: 'field.png', mimeType: 'image/png', buffer })
        await click(page.getByRole('region', { name: 'Images' }).getByRole('listitem').getByRole('link'))
        await fill(page.getByLabel('Alt text in English'), 'A green field')
        await click(page.getByRole('button', { name: 'Save' }))
        await expectToast(page, 'Saved with the picture in the library.')
      },
    },
    'find an article': {
      acts: 2,
      async run({ page, press }) {
        await press('ControlOrMeta+k')
        await page.keyboard.type('harbour opens')
        await expect(
          page.getByRole('dialog', { name: 'Commands' }).getByRole('option', { selected: true }),
        ).toContainText('The harbour opens')
        await press('Enter')
        await expect(page).toHaveURL('/admin/articles/edit/the-harbour-opens')
      },
    },
    'change a setting': {
      acts: 4,
      async run({ page, click, fill }) {
        await click(menu(page).getByRole('link', { name: 'Settings' }))
        await click(page.getByRole('main').getByRole('link', { name: 'Author Settings' }).first())
        await fill(page.getByLabel('Default author'), 'The Desk')
        await click(page.getByRole('button', { name: 'Save Changes' }))
        await expectToast(page, 'Settings saved successfully!')
      },
    },
  }

/** The entries of the menu, with that for setting up, which is not over. */
const MENU_ENTRIES = 18
/** The tabs beside a story: Details, Translations, Check, History. */
const TABS = 4

test('a paper of one has few entries in its menu, and what it does most takes few clicks and keys', async ({
  page,
  publication,
  model: _model,
}) => {
  test.slow()
  await addStories(publication)
  await openDesk(page, DESK_ADMIN)
  await expect(menu(page).getByRole('link')).toHaveCount(MENU_ENTRIES)
  for (const [name, { acts, run }] of Object.entries(TASKS)) {
    await test.step(name, async () => {
      await page.goto('/admin/dashboard')
      await expect(page.getByRole('heading', { name: 'Recent Articles' })).toBeVisible()
      const hand = new Hand(page)
      await run(hand, publication)
      expect(hand.acts, name).toBe(acts)
    })
  }
})

/** Does things on a page and counts them; typing where the focus is costs nothing. */
class Hand {
  acts = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  click = async (target: ReturnType<Page['locator']>): Promise<void> => {
    this.acts += 1
    await target.click()
  }
  press = async (key: string): Promise<void> => {
    this.acts += 1
    await this.page.keyboard.press(key)
  }
  fill = async (field: ReturnType<Page['locator']>, text: string): Promise<void> => {
    this.acts += 1
    await field.fill(text)
  }
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin', exact: true })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Before you publish' })

/** A reader, two drafts, and an article with a German translation that waits for a review. */
async function addStories(publication: Publication): Promise<void> {
  const { service } = publication
  await addArticle(service, anArticle({ title: 'A draft to publish', published: false }))
  await addArticle(service, anArticle({ title: 'A draft to schedule', published: false }))
  const today = new Date(Date.now() - 60_000).toISOString()
  const { id } = await addArticle(service, anArticle({ title: 'The harbour opens', publish_date: today }))
  await service
    .from('settings')
    .upsert({ key: 'translation_review', value: { de: true } })
    .throwOnError()
  await addReaders(publication, { en: 1 })
  const client = await signInElsewhere(publication)
  const { error } = await client.functions.invoke('translate-article', {
    body: { articleId: id, targetLanguages: ['de'] },
  })
  expect(error).toBeNull()
}
