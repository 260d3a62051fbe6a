import { expect, test } from 'vitest'
import { describeLandingProof } from '#core/domain/landing-proof.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createTranslator } from '#core/i18n/translator.ts'

type Options = Parameters<typeof describeLandingProof>[0]

const NONE = { landing_subscribers: null, landing_figures: null, landing_testimonials: null }

function describe(
  language: Language,
  settings: Partial<Options['settings']>,
  subscribers: number | null = null,
) {
  const t = createTranslator(language, CATALOGS)
  return describeLandingProof({ settings: { ...NONE, ...settings }, subscribers, language, t })
}

test('without settings there are no figures and no testimonials', () => {
  expect(describe('en', {})).toEqual({ figures: [], testimonials: [], areSamples: false })
  expect(describe('en', {}, 5000).figures).toEqual([])
})

test('the number of subscribers comes first, as the language writes it', () => {
  const rating = { value: '4.9/5', label: 'rating' }
  const settings = { landing_subscribers: 1000, landing_figures: { en: [rating] } }
  expect(describe('en', settings).figures).toEqual([{ value: '1,000+', label: 'subscribers' }, rating])
  expect(describe('de', settings).figures[0]).toEqual({ value: '1.000+', label: 'Abonnements' })
  expect(describe('es', settings).figures[0]?.value).toBe('Más de 1000')
  expect(describe('it', settings).figures[0]?.value).toBe('Oltre 1000')
  expect(describe('pt', settings).figures[0]?.value).toBe('Mais de 1000')
})

test('the real number of subscribers is shown once it is larger than the set one', () => {
  expect(describe('en', { landing_subscribers: 1000 }, 1234).figures[0]?.value).toBe('1,234+')
})

test('a language without testimonials of its own gets the English ones', () => {
  const quote = (text: string) => ({ quote: text, author: 'Ada', role: 'Reader' })
  const landing_testimonials = { samples: true, texts: { en: [quote('Good.')], fr: [quote('Bien.')] } }
  expect(describe('fr', { landing_testimonials }).testimonials[0]?.quote).toBe('Bien.')
  expect(describe('it', { landing_testimonials })).toMatchObject({
    testimonials: [{ quote: 'Good.' }],
    areSamples: true,
  })
})
