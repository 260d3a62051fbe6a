import { makeArticleAudioJob } from '#server/features/speech/jobs.ts'
import { connect } from '#server/platform/database/connection.ts'
import { type SpeechServer, startSpeechServer } from '../mocks/speech-server.ts'
import { addArticle, anArticle, aTranslation } from '../support/articles.ts'
import { runScheduledJobs } from '../support/run-scheduled-jobs.ts'
import { giveVoices, voice } from './support/fake-voices.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test as base, type Publication } from './support/new-publication.ts'
import { expectScripts } from './support/open-screen.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

declare global {
  interface Window {
    /** The sound that is heard, whether it was asked for while the press was handled, and the actions of the lock screen. */
    heard: {
      sound?: HTMLMediaElement | undefined
      isInPress: boolean
      wasInPress?: boolean
      pressedAt: number
      beganAt?: number
    }
    lockScreen: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
  }
}

const test = base.extend<{ speech: SpeechServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  speech: async ({}, use) => {
    const server = await startSpeechServer()
    await use(server)
    await server.stop()
  },
})
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const CONTENT = 'Um 14:30 Uhr waren es 25 %.\n\n## Der Kran\n\nEr hob 3 t.\n\nDann ruhte er.'
const STATEMENT = 'Eine Maschine liest diesen Artikel vor (Stimmmodell test-voice).'

/** Opens a German article whose recording was made by the speech model. */
async function openRecorded(page: Page, { service, databaseUrl, url }: Publication, speech: SpeechServer) {
  const sql = connect(databaseUrl, { max: 1 })
  const model = { provider: 'openai-compatible', model: 'test-voice', voice: 'mara', voices: [], key_end: '' }
  const connection = JSON.stringify({ ...model, base_url: speech.baseUrl, sealed_key: null })
  await sql`update private.ai_settings set speech = ${connection}::jsonb`
  await sql.end()
  const original = await addArticle(service, anArticle())
  const german = await addArticle(
    service,
    aTranslation(original, 'de', { title: 'Der Hafen', subtitle: null, content: CONTENT }),
  )
  await runScheduledJobs(databaseUrl, [makeArticleAudioJob])
  const path = `/article/${german.slug}?lang=de`
  await expect.poll(async () => (await fetch(url + path)).text()).toContain('data-audio')
  await giveVoices(page, [voice('Anna', 'de-DE')])
  await page.addInitScript(() => {
    window.heard = { isInPress: false, pressedAt: 0 }
    window.lockScreen = {}
    const press = () => {
      window.heard.isInPress = true
      window.heard.pressedAt = performance.now()
      setTimeout(() => {
        window.heard.isInPress = false
      })
    }
    addEventListener('click', press, true)
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      window.heard.sound ??= this
      window.heard.wasInPress ??= window.heard.isInPress
      this.addEventListener('playing', () => {
        window.heard.beganAt ??= performance.now()
      })
      return play.call(this)
    }
    const { setActionHandler } = MediaSession.prototype
    MediaSession.prototype.setActionHandler = function (this: MediaSession, action, handler) {
      window.lockScreen[action] = handler
      setActionHandler.call(this, action, handler)
    }
  })
  await page.goto(path)
  const player = page.getByRole('region', { name: 'Diesen Artikel hören' })
  return { german, player, listen: page.getByRole('button', { name: 'Anhören' }) }
}

const isHeard = (page: Page) => page.evaluate(() => window.heard.sound?.paused === false)
const onLockScreen = (page: Page, action: MediaSessionAction) =>
  page.evaluate((name) => window.lockScreen[name]?.({ action: name }), action)

test('a recording begins with the press, before the player is loaded, and is played with the same controls and from the lock screen', async ({
  page,
  publication,
  speech,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource|Failed to fetch dynamically imported module/)
  const { player, listen } = await openRecorded(page, publication, speech)
  // A player that cannot be loaded leaves no sound behind.
  await page.route('**/assets/open-player-*', (route) => route.abort())
  await listen.click()
  await expectToast(page, 'Keine Verbindung')
  await expect.poll(() => isHeard(page)).toBe(false)
  await expect(player).toHaveCount(0)
  await page.unrouteAll()

  await page.reload()
  const loading = Promise.withResolvers<void>()
  await page.route('**/assets/open-player-*', async (route) => {
    await loading.promise
    await route.continue()
  })
  await expectScripts(page)
  await listen.click()
  await expect.poll(() => page.evaluate(() => window.heard.beganAt)).toBeGreaterThan(0)
  await expect(player).toHaveCount(0)
  expect(await page.evaluate(() => window.heard.wasInPress)).toBe(true)
  loading.resolve()
  await expect(player.getByRole('status')).toHaveText(STATEMENT)
  const took = await page.evaluate(() => Number(window.heard.beganAt) - window.heard.pressedAt)
  test.info().annotations.push({ type: 'heard after', description: `${Math.round(took)} ms` })
  await page.keyboard.press('Escape')
  await expect(player).toHaveCount(0)

  await page.evaluate(() => {
    window.heard.sound = undefined
  })
  await listen.focus()
  await page.keyboard.press('Enter')
  await expect(player.getByRole('status')).toHaveText(STATEMENT)
  await expect(player.getByRole('status')).toHaveAttribute('lang', 'de')
  await expect(player.getByRole('button', { name: 'Anhalten' })).toBeFocused()
  // The text follows the sound.
  await expect(page.locator('p[data-spoken]')).toHaveText('Um 14:30 Uhr waren es 25 %.')
  expect(await isHeard(page)).toBe(true)
  const session = () =>
    page.evaluate(() => {
      const { playbackState, metadata } = navigator.mediaSession
      return [playbackState, metadata?.title, metadata?.album]
    })
  expect(await session()).toEqual(['playing', 'Der Hafen', 'Gelesen von einer Maschine'])

  await onLockScreen(page, 'pause')
  expect([await isHeard(page), (await session())[0]]).toEqual([false, 'paused'])
  await expect(player.getByRole('button', { name: 'Abspielen' })).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await onLockScreen(page, 'nexttrack')
  await expect(page.locator('h2[data-spoken]')).toHaveText('Der Kran')
  await player.getByLabel('Tempo').selectOption('2')
  expect(await page.evaluate(() => window.heard.sound?.playbackRate)).toBe(2)
  await onLockScreen(page, 'play')
  await expect(page.locator('[data-spoken]')).toHaveText('Dann ruhte er.')
  await expect(player.getByRole('status')).toHaveText('Der Artikel ist zu Ende.')
  await expect(page.locator('[data-spoken]')).toHaveText('Dann ruhte er.')
  await page.keyboard.press('Escape')
  await expect(player).toBeHidden()
  await expect(listen).toBeFocused()
  expect(await session()).toEqual(['none', undefined, undefined])
})

test('a recording is heard on while the browser translates the page, and the text is followed', async ({
  page,
  publication,
  speech,
}) => {
  const { player, listen } = await openRecorded(page, publication, speech)
  await expectScripts(page)
  // The player is loaded when somebody points at its button, and never before.
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /open-player/.test(name)))
  expect(await isLoaded()).toBe(false)
  await listen.hover()
  await expect.poll(isLoaded).toBe(true)
  await expect(player).toHaveCount(0)
  await listen.click()
  await expect(page.locator('p[data-spoken]')).toHaveCount(1)
  await page.evaluate(() => {
    for (const block of document.querySelectorAll('article :is(h1, h2, p)')) block.textContent = 'In English.'
  })
  await onLockScreen(page, 'nexttrack')
  await expect(page.locator('h2[data-spoken]')).toHaveText('In English.')
  await expect(player.getByRole('status')).toHaveText(STATEMENT)
  expect(await isHeard(page)).toBe(true)
})
