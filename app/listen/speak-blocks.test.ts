import { beforeEach, expect, test, vi } from 'vitest'
import { speakBlocks } from '#app/listen/speak-blocks.ts'
import { createFakeSpeech, type FakeSpeech, type FakeVoice } from '#app/listen/testing/fake-speech.ts'

const voice = (name: string, lang = 'en-US'): FakeVoice => ({
  name,
  lang,
  voiceURI: name,
  localService: true,
  default: false,
})
const [ANN, BOB] = [voice('Ann'), voice('Bob', 'en-GB')]
const BLOCKS = ['One. Two.', 'Three.', 'Four.'].map((text, index) => ({
  id: String(index),
  text,
  language: 'en' as const,
}))

let speech: FakeSpeech
let told: string[]

beforeEach(() => {
  const { fakeSpeech, ...api } = createFakeSpeech([ANN, BOB])
  speech = fakeSpeech
  told = []
  vi.stubGlobal('window', api)
  vi.stubGlobal('SpeechSynthesisUtterance', api.SpeechSynthesisUtterance)
})

function start(blocks = BLOCKS) {
  return speakBlocks(
    {
      blocks,
      locale: 'en-US',
      voice: ANN as SpeechSynthesisVoice,
      rate: 1,
      onVoice: ({ name }) => told.push(name),
    },
    {
      onBlock: (index) => told.push(`block ${index}`),
      onEnd: () => told.push('end'),
      onProblem: (problem, state) => told.push(`${problem} ${state}`),
    },
  )
}
const texts = () => speech.said.map(({ text }) => text.trim())

test('reads sentence by sentence and tells each block', () => {
  start().play()
  for (let count = 0; count < 4; count++) speech.finish()
  expect(texts()).toEqual(['One.', 'Two.', 'Three.', 'Four.'])
  expect(told).toEqual(['block 0', 'block 1', 'block 2', 'end'])
  expect(speech.isSpeaking()).toBe(false)
})

test('goes on after a pause at the word that was begun', async () => {
  const narrator = start([{ id: 'a', text: 'Some words here.', language: 'en' }])
  narrator.play()
  speech.reach(5)
  narrator.pause()
  expect(speech.isSpeaking()).toBe(false)
  await Promise.resolve()
  narrator.play()
  expect(texts()).toEqual(['Some words here.', 'words here.'])
  expect(told).not.toContain('silent stopped')
})

test('takes another speed at once, and skips while it reads and while it is paused', () => {
  const narrator = start()
  narrator.play()
  narrator.setRate(1.5)
  expect(speech.said.at(-1)).toMatchObject({ text: 'One. ', rate: 1.5 })
  narrator.seek(2)
  expect(texts().at(-1)).toBe('Four.')
  narrator.pause()
  narrator.seek(1)
  expect(texts().at(-1)).toBe('Four.')
  narrator.play()
  expect(texts().at(-1)).toBe('Three.')
  narrator.close()
  expect(speech.isSpeaking()).toBe(false)
})

test('another voice reads on when one fails, and it says so', () => {
  start().play()
  speech.fail('voice-unavailable')
  expect(told).toEqual(['block 0', 'Bob', 'voiceGone goes-on'])
  expect(speech.said.at(-1)).toMatchObject({ text: 'One. ', voice: 'Bob', lang: 'en-GB' })
  speech.fail('network')
  expect(told.at(-1)).toBe('noVoice stopped')
})

test('another voice reads on when one disappears from the list', () => {
  const narrator = start()
  narrator.play()
  speech.setVoices([BOB])
  expect(speech.said.at(-1)).toMatchObject({ voice: 'Bob' })
  speech.setVoices([])
  expect(told.at(-1)).toBe('noVoice stopped')
  narrator.close()
  speech.setVoices([ANN])
  expect(told.at(-1)).toBe('noVoice stopped')
})

test('a voice that does not begin is given up, and tried again when the reader wants', () => {
  vi.useFakeTimers()
  speech.fallSilent()
  const narrator = start()
  narrator.play()
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual(['block 0', 'silent stopped'])
  narrator.play()
  expect(texts()).toEqual(['One.', 'One.'])
  narrator.close()
  vi.advanceTimersByTime(10_000)
  expect(told.filter((line) => line === 'silent stopped')).toHaveLength(1)
  vi.useRealTimers()
})

test('events of what was cancelled say nothing', async () => {
  const narrator = start()
  narrator.play()
  narrator.seek(1)
  await Promise.resolve()
  expect(told).toEqual(['block 0', 'block 1'])
  expect(texts()).toEqual(['One.', 'Three.'])
})
