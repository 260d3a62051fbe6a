import type { Namesake } from '#core/data/articles.ts'
import { xml } from '#core/feeds/escape.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

/**
 * The choice between articles that share a slug in several languages, as HTML, so that no reader of an article loads code for it.
 * Each link stores its language like those of the language menu.
 */
export function versionChoices(versions: Namesake[], t: Translate): string {
  const items = versions.map((version) => {
    const { title, language } = version
    const name = LANGUAGES.find(({ code }) => code === language)?.name ?? language
    return xml`<li lang="${language}" class="border-b border-line"><a href="${articlePath(version)}" hreflang="${language}" data-language="${language}" class="group block py-5">
<span class="block text-sm font-semibold text-faint">${name}</span>
<span class="mt-1 block font-display text-title font-medium wrap-anywhere decoration-2 underline-offset-4 group-hover:underline">${title}</span>
</a></li>`
  })
  return xml`<h1 class="font-display text-headline font-medium">${t('article.choices.title')}</h1>
<p class="mt-4 max-w-xl font-serif text-deck text-soft">${t('article.choices.text')}</p>
<ul class="mt-8 max-w-3xl border-t border-ink">${items}</ul>`.xml
}
