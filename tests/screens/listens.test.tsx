import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createFakeSpeech, type FakeSpeech, type FakeVoice } from '#app/listen/testing/fake-speech.ts'
import { findProblems } from './support/find-problems.ts'
import { json } from './support/network.ts'
import { leavePage, openArticle } from './support/open-article.tsx'

const FILLER = 'Der Hafen liest sein Protokoll zuerst selbst. '.repeat(25)
const CONTENT = [
  'Um 14:30 Uhr waren es 25 %. Danach nicht mehr.',
  FILLER,
  '## Der Kran',
  FILLER,
  'Der Kran hob 3 t.[^1]',
  '[^1]: Eine Fußnote.',
].join('\n\n')

const voice = (name: string, lang: string): FakeVoice => ({
  name,
  lang,
  voiceURI: name,
  default: false,
  localService: true,
})
const [AMY, ANNA, OTTO] = [voice('Amy', 'en-US'), voice('Anna', 'de-DE'), voice('Otto', 'de-DE')]

/** Gives the browser these voices instead of its own. They say nothing, and end when the test wants. */
function giveVoices(...voices: FakeVoice[]): FakeSpeech {
  const { fakeSpeech, ...parts } = createFakeSpeech(voices)
  for (const [name, value] of Object.entries(parts)) vi.stubGlobal(name, value)
  return fakeSpeech
}

const GERMAN = { slug: 'der-hafen', language: 'de', title: 'Der Hafen', content: CONTENT } as const

/** Returns the last utterance. */
function lastSaid({ said }: FakeSpeech) {
  const { text, voice: name, rate } = said.at(-1) ?? {}
  return { text: text?.trim(), voice: name, rate }
}

/** Ends what a voice is saying, when it has begun. */
async function finishSentence(speech: FakeSpeech): Promise<void> {
  await expect.poll(() => speech.said.at(-1)?.voice).toBeTruthy()
  speech.finish()
}

const spoken = () => document.querySelector('[data-spoken]')
const focus = (locator: ReturnType<typeof page.getByRole>) => (locator.element() as HTMLElement).focus()

test('a reader has an article read aloud, and controls it by keyboard', async () => {
  const speech = giveVoices(AMY, ANNA)
  const { player, listen } = await openArticle(GERMAN)
  const status = player.getByRole('status')
  focus(listen)
  await userEvent.keyboard('{Enter}')
  await expect.element(status).toHaveTextContent('Gelesen von der Stimme Anna Ihres Browsers')
  await expect.element(player.getByRole('button', { name: 'Anhalten' })).toHaveFocus()
  expect(spoken()?.tagName).toBe('H1')
  expect(lastSaid(speech)).toEqual({ text: 'Der Hafen', voice: 'Anna', rate: 1 })
  await finishSentence(speech)
  expect(lastSaid(speech).text).toBe('Um 14 Uhr 30 waren es 25 Prozent.')
  expect(spoken()?.textContent).toBe('Um 14:30 Uhr waren es 25 %. Danach nicht mehr.')
  expect(await findProblems()).toEqual([])

  // The text comes into view with its block.
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(() => spoken()?.tagName).toBe('H2')
  await expect.element(page.getByRole('heading', { name: 'Der Kran' })).toBeInViewport()
  expect(lastSaid(speech).text).toBe('Der Kran')
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}{Enter}')
  await expect.element(player.getByRole('button', { name: 'Abspielen' })).toHaveFocus()
  expect(speech.isSpeaking()).toBe(false)
  await userEvent.keyboard('{Enter}')
  await player.getByLabelText(/^Tempo/).selectOptions('1.5')
  expect(lastSaid(speech)).toEqual({ text: 'Der Kran', voice: 'Anna', rate: 1.5 })
  // The speed that was chosen is that of the next article.
  await player.getByLabelText(/^Tempo/).selectOptions('1')

  await userEvent.keyboard('{Escape}')
  await expect.element(player).not.toBeInTheDocument()
  await expect.element(listen).toHaveFocus()
  expect(spoken()).toBeNull()
  expect(speech.isSpeaking()).toBe(false)
})

test('the text is not moved while a reader looks elsewhere', async () => {
  // The window is so low that the text that is read can be out of sight.
  await page.viewport(375, 400)
  const speech = giveVoices(ANNA)
  const { player, listen } = await openArticle(GERMAN)
  await listen.click()
  await expect.poll(() => spoken()?.tagName).toBe('H1')
  const back = player.getByRole('button', { name: 'Zurück zum vorgelesenen Text' })
  await expect.element(back).not.toBeInTheDocument()
  document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
  window.scrollTo({ top: 1_000, behavior: 'instant' })
  await expect.element(back).toBeVisible()
  const before = window.scrollY
  await finishSentence(speech)
  await expect.poll(() => spoken()?.tagName).toBe('P')
  expect(window.scrollY).toBe(before)
  await back.click()
  await expect.poll(() => spoken()?.getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  await expect.element(back).not.toBeInTheDocument()
})

test('a browser without a voice of the language says so, and reads when there is one', async () => {
  const speech = giveVoices(AMY)
  const { player, listen } = await openArticle(GERMAN)
  const status = player.getByRole('status')
  await listen.click()
  await expect.element(status).toMatchTextContent(/keine Stimme für diese Sprache: Deutsch/)
  // Screen readers say it again when it is tried again.
  const said = status.element().firstChild
  await player.getByRole('button', { name: 'Abspielen' }).click()
  await expect.poll(() => said?.isConnected).toBe(false)
  await expect.element(status).toMatchTextContent(/keine Stimme/)
  speech.setVoices([ANNA])
  await player.getByRole('button', { name: 'Abspielen' }).click()
  await expect.element(status).toMatchTextContent(/Anna/)
  expect(speech.isSpeaking()).toBe(true)
  speech.setVoices([])
  await expect.element(status).toMatchTextContent(/keine Stimme/)
})

test('reading ends when the page is left', async () => {
  const speech = giveVoices(ANNA)
  const { player, listen } = await openArticle(GERMAN)
  await listen.click()
  await expect.element(player).toBeVisible()
  leavePage()
  await expect.element(player).not.toBeInTheDocument()
  expect(speech.isSpeaking()).toBe(false)
})

test('an article that the browser translates in its place is read on in its own words', async () => {
  const speech = giveVoices(AMY, ANNA)
  const { player, listen } = await openArticle(GERMAN)
  await listen.click()
  await finishSentence(speech)
  expect(lastSaid(speech).text).toBe('Um 14 Uhr 30 waren es 25 Prozent.')
  // Translates the page as Chrome does: every text is in an element of its own then.
  for (const block of document.querySelectorAll('article :is(h1, h2, p), .player span'))
    block.innerHTML = `<font><font>${'Something in English. '.repeat(3)}</font></font>`
  await finishSentence(speech)
  expect(lastSaid(speech)).toEqual({ text: 'Danach nicht mehr.', voice: 'Anna', rate: 1 })
  await player.getByRole('button', { name: 'Nächster Absatz' }).click()
  expect(lastSaid(speech)).toMatchObject({ text: FILLER.slice(0, 45).trim(), voice: 'Anna' })
  expect(spoken()?.textContent).toMatch(/Something in English/)
  await expect.element(player.getByText(/^3 von /)).toBeVisible()
  await expect
    .element(player.getByRole('status'))
    .toHaveTextContent('Gelesen von der Stimme Anna Ihres Browsers')
})

test('a voice that disappears is replaced by the next one, which reads on', async () => {
  const speech = giveVoices(ANNA, OTTO)
  const { player, listen } = await openArticle(GERMAN)
  await listen.click()
  await finishSentence(speech)
  expect(lastSaid(speech).voice).toBe('Anna')
  speech.setVoices([OTTO])
  await expect.element(player.getByRole('status')).toMatchTextContent(/Eine andere liest weiter/)
  expect(lastSaid(speech)).toEqual({ text: 'Um 14 Uhr 30 waren es 25 Prozent.', voice: 'Otto', rate: 1 })
  expect(await findProblems()).toEqual([])
})

test('the player is accessible while it reads, without a voice, and when the voice fails', async () => {
  const speech = giveVoices(AMY)
  const { player, listen } = await openArticle({})
  const status = player.getByRole('status')
  await listen.click()
  await expect.element(status).toMatchTextContent(/Read by .* Amy/)
  expect(await findProblems()).toEqual([])
  speech.fail('audio-busy')
  await expect.element(status).toMatchTextContent(/does not answer/)
  expect(await findProblems()).toEqual([])
  speech.setVoices([])
  await expect.element(status).toMatchTextContent(/no voice for English/)
  expect(await findProblems()).toEqual([])
})

test('a translation beside its original is read without the original', async () => {
  const speech = giveVoices(ANNA)
  const { listen } = await openArticle(
    { ...GERMAN, content: 'Eins.\n\nZwei.' },
    { original: { content: 'One.\n\nTwo.' } },
  )
  await expect.element(page.getByText('One.', { exact: true })).toBeVisible()
  await listen.click()
  await expect.element(page.getByText('1 von 3')).toBeVisible()
  expect(spoken()?.tagName).toBe('H1')
  await finishSentence(speech)
  expect(spoken()?.textContent).toBe('Eins.')
})

/** Sounds that were begun; this browser finds none at their address. */
function followSounds(): HTMLMediaElement[] {
  const sounds: HTMLMediaElement[] = []
  const { play } = HTMLMediaElement.prototype
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    sounds.push(this)
    return play.call(this)
  })
  return sounds
}
const AUDIO = '/article/audio/one/two.mp3'

test.each(['', 'no JSON', 'null', '{"statement":"","blocks":[{"id":"a"}]}', 404])(
  'the voice of the browser reads where a recording is described by %j',
  async (body) => {
    const speech = giveVoices(ANNA)
    const sounds = followSounds()
    const answer = () => (typeof body === 'string' ? new Response(body) : json({}, body))
    const { player, listen } = await openArticle(GERMAN, {
      audio: AUDIO,
      respond: ({ url }) => (url.endsWith('.json') && url.includes('/audio/') ? answer() : undefined),
    })
    await listen.click()
    await expect.element(player.getByRole('status')).toMatchTextContent(/Gelesen von der Stimme Anna/)
    expect(lastSaid(speech).text).toBe('Der Hafen')
    expect(sounds[0]?.hasAttribute('src')).toBe(false)
  },
)

test('a recording that is no sound is said to be none, and the voice reads', async () => {
  const speech = giveVoices(ANNA)
  const { player, listen } = await openArticle(GERMAN, {
    audio: AUDIO,
    respond: ({ url }) =>
      url.endsWith('/audio/one/two.json')
        ? json({
            url: AUDIO,
            seconds: 9,
            bytes: 9,
            statement: 'Gelesen.',
            blocks: [{ id: 'title', start: 0 }],
          })
        : undefined,
  })
  await listen.click()
  await expect
    .element(player.getByRole('status'))
    .toMatchTextContent(/Stattdessen liest die Stimme Ihres Browsers/)
  expect(lastSaid(speech).text).toBe('Der Hafen')
  expect(await findProblems()).toEqual([])
})
