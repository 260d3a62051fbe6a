import { servePage } from '#app/document/serve-page.tsx'
import { savedWords } from '#app/saved/saved-words.server.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { createTranslator } from '#core/i18n/translator.ts'

/** The page is the same for everyone: the list is in the browser alone. */
export const loader = servePage({
  parameters: [],
  load({ server: { settings, tag }, language }) {
    tag(...settingTags('offline_reading'))
    return savedWords(settings, language)
  },
  describe: ({ t }) => ({ title: t('saved.title'), hidden: true }),
  Page({ loaderData: { words }, language, site, t }) {
    const saved = createTranslator(language, { [language]: words }, site)
    return (
      <div className="page py-10 md:py-16">
        <div className="measure">
          <h1 className="font-display text-headline font-medium">{t('saved.title')}</h1>
          <p className="mt-4 font-serif text-deck text-soft">{saved('saved.intro')}</p>
          <noscript>
            <p className="mt-6 border-l-3 border-accent pl-5 font-serif text-lg">{saved('saved.noScript')}</p>
          </noscript>
          <div data-island="saved" />
        </div>
      </div>
    )
  },
})
