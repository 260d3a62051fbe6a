import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { ListedFile } from '#core/data/media-files.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

/** What is known of a picture, for those who do not change it. */
export function MediaFacts({ file }: { file: ListedFile }) {
  const facts = [
    ...LANGUAGE_CODES.flatMap((language) => {
      const name = { language: languageName(language) }
      return [
        { label: t('media.details.alt', name), text: file.alts[language], language },
        { label: t('media.details.caption', name), text: file.captions[language], language },
      ]
    }),
    { label: t('media.details.credit'), text: file.credit },
    { label: t('media.details.licence'), text: file.licence },
  ].filter(({ text }) => text)
  return (
    <>
      <p className="max-w-prose text-sm text-soft">{t('media.page.unchangeable')}</p>
      {file.decorative && <p className="mt-4 text-sm">{t('media.hero.decorative')}</p>}
      {facts.length === 0 && !file.decorative ? (
        <p className="mt-4 text-faint text-sm">{t('media.page.noDetails')}</p>
      ) : (
        <dl className="mt-4 space-y-3 text-sm">
          {facts.map(({ label, text, ...of }) => (
            <div key={label}>
              <dt className="text-faint">{label}</dt>
              <dd lang={'language' in of ? of.language : undefined} className="wrap-anywhere">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
