import { describe, expect, test } from 'vitest'
import { describeLandingProof } from '#core/domain/landing-proof.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createTranslator } from '#core/i18n/translator.ts'

type Options = Parameters<typeof describeLandingProof>[0]

const NONE = {
  site_name: 'AI Watch',
  statements: {},
  landing_subscribers: null,
  landing_figures: null,
  landing_testimonials: null,
}

function proof(
  language: Language,
  settings: Partial<Options['settings']>,
  subscribers: number | null = null,
) {
  const t = createTranslator(language, CATALOGS)
  return describeLandingProof({ settings: { ...NONE, ...settings }, subscribers, language, t })
}

test('without settings there are no figures and no testimonials', () => {
  expect(proof('en', {})).toEqual({ figures: [], testimonials: [], areSamples: false })
  expect(proof('en', {}, 5000).figures).toEqual([])
})

test('the number of subscribers comes first, as the language writes it', () => {
  const rating = { value: '4.9/5', label: 'rating' }
  const settings = { landing_subscribers: 1000, landing_figures: { en: [rating] } }
  expect(proof('en', settings).figures).toEqual([{ value: '1,000+', label: 'subscribers' }, rating])
  expect(proof('de', settings).figures[0]).toEqual({ value: '1.000+', label: 'Abonnements' })
  expect(proof('es', settings).figures[0]?.value).toBe('Más de 1000')
  expect(proof('it', settings).figures[0]?.value).toBe('Oltre 1000')
  expect(proof('pt', settings).figures[0]?.value).toBe('Mais de 1000')
})

test('the real number of subscribers is shown once it is larger than the set one', () => {
  expect(proof('en', { landing_subscribers: 1000 }, 1234).figures[0]?.value).toBe('1,234+')
})

test('a language without testimonials of its own gets the English ones', () => {
  const quote = (text: string) => ({ quote: text, author: 'Ada', role: 'Reader' })
  const landing_testimonials = { samples: true, texts: { en: [quote('Good.')], fr: [quote('Bien.')] } }
  expect(proof('fr', { landing_testimonials }).testimonials[0]?.quote).toBe('Bien.')
  expect(proof('it', { landing_testimonials })).toMatchObject({
    testimonials: [{ quote: 'Good.' }],
    areSamples: true,
  })
})

describe('of another publication', () => {
  const paper = {
    site_name: 'The Tidewater Post',
    landing_subscribers: 1000,
    landing_figures: {
      en: [
        { value: '4.9/5', label: 'rating' },
        { value: '35', label: 'countries' },
      ],
    },
    landing_testimonials: {
      samples: true,
      texts: { en: [{ quote: 'Good.', author: 'Ada', role: 'Reader' }] },
    },
  }

  test('no invented number is shown, and no invented testimonial', () => {
    expect(proof('en', paper)).toMatchObject({
      figures: [{ value: '35', label: 'countries' }],
      testimonials: [],
    })
    expect(proof('en', paper, 1234).figures[0]?.value).toBe('1,234+')
  })

  test('its own testimonials are shown, and the invented ones once somebody has kept them', () => {
    const own = { ...paper.landing_testimonials, samples: false }
    expect(proof('en', { ...paper, landing_testimonials: own }).testimonials).toHaveLength(1)
    const kept = proof('en', { ...paper, statements: { figures: 'keep' } })
    expect(kept).toMatchObject({
      figures: [{ value: '1,000+' }, { value: '4.9/5' }, { value: '35' }],
      areSamples: true,
    })
    expect(kept.testimonials).toHaveLength(1)
  })
})

test('the shipped publication can leave its invented figures out', () => {
  const settings = { landing_subscribers: 1000, statements: { figures: 'out' as const } }
  expect(proof('en', settings).figures).toEqual([])
})
