import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playRecording } from '#app/listen/player.tsx'

class FakeAudio {
  currentTime = 0
  playbackRate = 1
  defaultPlaybackRate = 1
  isPlaying = false
  error: Error | null = null
  onplaying: (() => void) | null = null
  onwaiting: (() => void) | null = null
  ontimeupdate: (() => void) | null = null
  onended: (() => void) | null = null
  onerror: (() => void) | null = null
  src = '/sound.mp3'
  async play() {
    if (this.error) throw this.error
    this.isPlaying = true
  }
  pause() {
    this.isPlaying = false
  }
  removeAttribute() {
    this.src = ''
  }
  load() {}
  reach(seconds: number) {
    this.currentTime = seconds
    this.ontimeupdate?.()
  }
}

let told: string[]
beforeEach(() => {
  told = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const blocksOf = (ids: string) => [...ids].map((id) => ({ id, text: id, language: 'en' as const }))

function start(ids = 'abc') {
  const audio = {
    url: '/sound.mp3',
    seconds: 12,
    bytes: 48_000,
    statement: 'A machine speaks.',
    blocks: [
      { id: 'a', start: 0 },
      { id: 'b', start: 4 },
      { id: 'c', start: 9.5 },
    ],
  }
  const sound = new FakeAudio()
  const narrator = playRecording(
    { audio, sound: sound as unknown as HTMLAudioElement, blocks: blocksOf(ids), rate: 1.25 },
    {
      onBlock: (index) => told.push(`block ${index}`),
      onEnd: () => told.push('end'),
      onProblem: (problem, state) => told.push(`${problem} ${state}`),
    },
  )
  return { narrator, sound }
}

test('tells each block once when its sound begins', () => {
  const { narrator, sound } = start()
  narrator.play()
  expect([sound.isPlaying, sound.playbackRate]).toEqual([true, 1.25])
  for (const seconds of [0, 1, 3.9, 4, 5, 9.5, 12]) sound.reach(seconds)
  sound.onended?.()
  expect(told).toEqual(['block 0', 'block 1', 'block 2', 'end'])
})

test('skips to the beginning of a block, and over one that is not in the recording', () => {
  const { narrator, sound } = start('axbc')
  narrator.seek(1)
  expect(sound.currentTime).toBe(4)
  expect(told).toEqual(['block 2'])
  narrator.seek(3)
  expect(sound.currentTime).toBe(9.5)
})

test('says once when there is no sound, and lets go of it', async () => {
  const { narrator, sound } = start()
  sound.error = new DOMException('no audio', 'NotSupportedError')
  narrator.play()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['recording stopped'])
  narrator.close()
  sound.onerror?.()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([told.length, sound.src, sound.onerror]).toEqual([1, '', null])
})

test('a browser that wants another press is not given up', async () => {
  const { narrator, sound } = start()
  sound.error = new DOMException('not now', 'NotAllowedError')
  narrator.play()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told).toEqual(['silent stopped'])
  sound.error = null
  narrator.play()
  expect(sound.isPlaying).toBe(true)
})

test('a sound that does not come, or not any more, is given up; one that was paused is not', async () => {
  const { narrator, sound } = start()
  narrator.play()
  sound.onplaying?.()
  await vi.advanceTimersByTimeAsync(20_000)
  sound.onwaiting?.()
  narrator.pause()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told).toEqual([])
  narrator.play()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(told).toEqual(['recording stopped'])
})
