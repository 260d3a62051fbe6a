import { afterAll, expect, test } from 'vitest'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
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
