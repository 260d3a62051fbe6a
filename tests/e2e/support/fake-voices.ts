import { createFakeSpeech, type FakeSpeech, type FakeVoice } from '#app/listen/testing/fake-speech.ts'
import type { Page } from './test.ts'

declare global {
  interface Window {
    fakeSpeech: FakeSpeech
  }
}

export const voice = (name: string, lang: string): FakeVoice => ({
  name,
  lang,
  voiceURI: name,
  default: false,
  localService: true,
})

/** Gives the browser these voices instead of its own. They say nothing, and end when the test wants. */
export async function giveVoices(page: Page, voices: FakeVoice[]): Promise<void> {
  await page.addInitScript(`{
    const parts = (${createFakeSpeech})(${JSON.stringify(voices)})
    for (const [name, value] of Object.entries(parts)) Object.defineProperty(window, name, { value, configurable: true })
  }`)
}

/** The last utterance. */
export const lastSaid = (page: Page) =>
  page.evaluate(() => {
    const { text, voice, rate } = window.fakeSpeech.said.at(-1) ?? {}
    return { text: text?.trim(), voice, rate }
  })
