import { expect, test } from 'vitest'
import { chooseVoice } from '#app/listen/narrator.ts'

const voice = (name: string, lang: string, own: { default?: boolean; localService?: boolean } = {}) => ({
  name,
  lang,
  voiceURI: name,
  default: false,
  localService: false,
  ...own,
})

test.each([
  ['its language alone', [voice('Anna', 'de-DE'), voice('Amy', 'en-US')], 'fr-FR', null],
  ['its own country', [voice('A', 'pt-BR'), voice('B', 'pt-PT')], 'pt-PT', 'B'],
  ['another country rather than none', [voice('A', 'pt-BR')], 'pt-PT', 'A'],
  ['the way Android writes it', [voice('A', 'de_DE')], 'de-DE', 'A'],
  ['three letters as none of two', [voice('A', 'deu')], 'de-DE', null],
  [
    'a better voice of another country',
    [voice('A', 'en-US'), voice('B (Premium)', 'en-GB')],
    'en-US',
    'B (Premium)',
  ],
  ['no voice for fun', [voice('Zarvox', 'en-US', { default: true }), voice('Amy', 'en-US')], 'en-US', 'Amy'],
  ['the default', [voice('A', 'it-IT'), voice('B', 'it-IT', { default: true })], 'it-IT', 'B'],
  [
    'the device before the network',
    [voice('A', 'it-IT'), voice('B', 'it-IT', { localService: true })],
    'it-IT',
    'B',
  ],
])('a voice is chosen: %s', (_, voices, locale, name) => {
  expect(chooseVoice(voices, locale)?.name ?? null).toBe(name)
})

test('a voice that failed is not chosen again', () => {
  const voices = [voice('A', 'it-IT', { default: true }), voice('B', 'it-IT')]
  expect(chooseVoice(voices, 'it-IT', new Set(['A']))?.name).toBe('B')
  expect(chooseVoice(voices, 'it-IT', new Set(['A', 'B']))).toBeNull()
})
