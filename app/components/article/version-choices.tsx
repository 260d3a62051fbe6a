import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Namesake } from '#core/data/articles.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/**
 * The choice between articles that share a slug in several languages. Each link stores its language like those of the language menu.
 */
export function VersionChoices({ versions }: { versions: Namesake[] }) {
  const { t } = useTranslation()
  return (
    <div className="page py-16 md:py-28">
      <h1 className="font-display text-headline font-medium">{t('article.choices.title')}</h1>
      <p className="mt-4 max-w-xl font-serif text-deck text-soft">{t('article.choices.text')}</p>
      <ul className="mt-8 max-w-3xl border-t border-ink">
        {versions.map((version) => {
          const { title, language } = version
          return (
            <li key={language} lang={language} className="border-b border-line">
              <a
                href={articlePath(version)}
                hrefLang={language}
                data-language={language}
                className="group block py-5"
              >
                <span className="block text-sm font-semibold text-faint">
                  {LANGUAGES.find(({ code }) => code === language)?.name ?? language}
                </span>
                <span className="mt-1 block font-display text-title font-medium wrap-anywhere decoration-2 underline-offset-4 group-hover:underline">
                  {title}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
