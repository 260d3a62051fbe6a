import { describe, expect, test } from 'vitest'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import { newsletterDaypartKey } from '#core/i18n/translator.ts'

const at = (newsletter_time: string, newsletter_zone = 'Europe/Madrid') => ({
  newsletter_time,
  newsletter_zone,
})

describe('the time of the newsletter', () => {
  test.each([
    ['en', '09:00', 'at 9:00 AM (Central European Time)'],
    ['es', '09:00', 'a las 9:00 (hora de Europa central)'],
    ['fr', '09:00', 'à 9\u00A0h (heure d’Europe centrale)'],
    ['de', '09:00', 'um 9\u00A0Uhr (Mitteleuropäische Zeit)'],
    ['it', '09:00', 'alle 9:00 (ora dell’Europa centrale)'],
    ['pt', '09:00', 'às 9h (hora da Europa Central)'],
    ['en', '00:05', 'at 12:05 AM (Central European Time)'],
    ['en', '12:30', 'at 12:30 PM (Central European Time)'],
    ['es', '01:30', 'a la 1:30 (hora de Europa central)'],
    ['fr', '18:45', 'à 18\u00A0h\u00A045 (heure d’Europe centrale)'],
    ['de', '07:30', 'um 7:30\u00A0Uhr (Mitteleuropäische Zeit)'],
    ['it', '01:00', 'all’1:00 (ora dell’Europa centrale)'],
    ['pt', '01:15', 'à 1h15 (hora da Europa Central)'],
  ] as const)('in %s at %s is said "%s"', (language, time, said) => {
    expect(formatNewsletterTime(at(time), language)).toBe(said)
  })

  test.each(LANGUAGE_CODES)('of a zone without a name of its own is said by its offset in %s', (language) => {
    expect(formatNewsletterTime(at('09:00', 'UTC'), language)).toMatch(/ \(UTC\)$/)
    expect(formatNewsletterTime(at('09:00', 'Etc/GMT+3'), language)).toMatch(/ \((GMT|UTC)[-−]03:00\)$/)
  })
})

test.each([
  ['00:00', 'Sonntagmorgen'],
  ['11:59', 'Sonntagmorgen'],
  ['12:00', 'Sonntagnachmittag'],
  ['17:59', 'Sonntagnachmittag'],
  ['18:00', 'Sonntagabend'],
])('%s is on %s', (time, said) => {
  expect(`Sonntag${CATALOGS.de[newsletterDaypartKey(at(time))]}`).toBe(said)
})
