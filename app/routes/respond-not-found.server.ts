import { data, type RouterContextProvider } from 'react-router'
import { articleRow } from '#app/article/related-articles.server.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import { FULL_TEXT_MIN_LENGTH, SEARCH_MAX_LENGTH } from '#core/domain/search.ts'
import { placeholderLetters } from '#core/domain/site-data.ts'
import { xml } from '#core/feeds/escape.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { searchPath } from '#core/paths.ts'

/** One row on a wide screen. */
const NEWEST_COUNT = 4

/** The data of a page that does not exist: status 404, with a search form and the newest articles as HTML. */
export async function respondNotFound(context: Readonly<RouterContextProvider>, language: Language) {
  const { supabase, settings, withHero } = context.get(serverContext)
  const t = translatorOf(language, settings)
  const articles = await listPublishedArticles(supabase, { language, limit: NEWEST_COUNT })
  const newest = articleRow(await Promise.all(articles.map(withHero)), {
    title: t('home.latest.title'),
    t,
    letters: placeholderLetters(settings),
  })
  return data({ suggestions: searchForm(language, t) + (newest?.xml ?? '') }, { status: 404 })
}

function searchForm(language: Language, t: Translate): string {
  const lang =
    language === DEFAULT_LANGUAGE ? null : xml`<input type="hidden" name="lang" value="${language}">`
  return xml`<form role="search" action="${searchPath()}" class="page pb-16 print:hidden">${lang}
<div class="flex max-w-xl gap-2">
<input type="search" name="q" minlength="${String(FULL_TEXT_MIN_LENGTH)}" maxlength="${String(SEARCH_MAX_LENGTH)}" placeholder="${t('search.placeholder')}" aria-label="${t('search.label')}" autocomplete="off" enterkeyhint="search" class="${CONTROL_STYLES}">
<button type="submit" class="${buttonStyles()}">${t('search.label')}</button>
</div>
</form>`.xml
}
