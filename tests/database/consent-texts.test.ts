import { afterAll, expect, test } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { recordConsentTexts } from '#server/features/newsletter/subscriptions/record-consent-texts.ts'
import { createTestDatabase } from '../support/database.ts'
import { confirmAsVisitor, keptSubscribers, READERS, requestConfirmation } from '../support/newsletter.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())

test.each(LANGUAGE_CODES)(
  'the latest version of what is recorded in %s is what the form and the mail say',
  async (language) => {
    const catalog = CATALOGS[language]
    const consent = catalog?.['newsletter.block.consent']?.replace(/<\/?link>/g, '')
    const [row] = await sql`
    select asked from private.newsletter_consent_texts where language = ${language} order by version desc limit 1`
    expect(row?.asked).toBe(`${catalog?.['mail.confirmation.body']}\n${consent}`)
  },
)

test('the record has the consent text as it was shown, with the name of the publication at that time', async () => {
  await sql`insert into public.settings (key, value) values ('site_name', '"Le Monde"')`
  await confirmAsVisitor(sql, await requestConfirmation(sql, READERS.ada, 'fr'))
  await sql`delete from public.settings where key = 'site_name'`
  const [subscriber] = await keptSubscribers(sql)
  expect(subscriber?.consent).toMatchObject({
    asked: expect.stringContaining('publiée par Le Monde'),
    version: 1,
    language: 'fr',
    by: 'form',
    at: expect.any(String),
    confirmed_at: expect.any(String),
  })
})

test('who agreed to the words of an earlier version keeps them when a new one is asked', async () => {
  const asked = await sql`
    select version, asked from private.newsletter_consent_texts where language = 'pt' order by version`
  expect(asked.map(({ version }) => version)).toEqual([1, 2])
  expect(asked[0]?.asked).toContain('Ao inscrever-se, aceita')
  await requestConfirmation(sql, READERS.grace, 'pt')
  const [row] = await sql`
    select requested_consent as consent from private.newsletter_consents
    join public.newsletter_subscribers on id = subscriber_id where email = ${READERS.grace}`
  expect(row?.consent).toMatchObject({
    asked: expect.stringContaining('Ao subscrever, aceita'),
    version: 2,
    language: 'pt',
  })
})

test('who consents to neutral or own words has exactly these in the record, and the shipped ones again when they are back', async () => {
  const record = recordConsentTexts(sql)
  const asIn = async (values: Record<string, unknown>) => {
    const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
    const { settings, invalid } = settingsOf(rows, { contact_address: 'editor@example.org' })
    expect(invalid).toEqual([])
    await record(settings)
    await record(settings)
    await requestConfirmation(sql, READERS.emmy, 'de')
    const [row] = await sql`
      select requested_consent as consent from private.newsletter_consents
      join public.newsletter_subscribers on id = subscriber_id where email = ${READERS.emmy}`
    return row?.consent
  }
  const consent = 'Mit der Anmeldung stimmen Sie unserer Datenschutzerklärung zu.'
  expect(await asIn({})).toMatchObject({ version: 1 })
  expect(await asIn({ subject: 'any' })).toMatchObject({
    version: 2,
    asked: `Sie möchten das Sonntagsbriefing erhalten, den kostenlosen wöchentlichen Newsletter von AI Watch. Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört:\n${consent}`,
  })
  const words = {
    'mail.confirmation.body': { de: 'Möchten Sie den Klimabrief von {{site}}?' },
    'newsletter.block.consent': { de: 'Es gilt die <link>Datenschutzerklärung</link>.' },
  }
  expect(await asIn({ subject: 'any', words })).toMatchObject({
    version: 3,
    asked: 'Möchten Sie den Klimabrief von AI Watch?\nEs gilt die Datenschutzerklärung.',
  })
  expect(await asIn({})).toMatchObject({ version: 4, asked: expect.stringContaining('KI-Briefing') })
})
