import { creditWords, picturesOf } from '#app/article/article-pictures.server.ts'
import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { movedPermanently } from '#app/routes/redirects.ts'
import { findPublishedPage } from '#core/data/pages.ts'
import { languageOfPage, namesResponsible, type PageTexts } from '#core/domain/page.ts'
import { fillMarks, hasMark, markValues } from '#core/domain/page-marks.ts'
import { pageTag, settingTags } from '#core/domain/page-tags.ts'
import { voiceOf } from '#core/domain/shipped-page.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { readShippedPage } from '#core/i18n/shipped-pages.ts'
import { renderDocument } from '#core/markdown/render-markdown.ts'
import { type LegalPage, ownPagePath } from '#core/paths.ts'

/** A shipped page: the text that was published for it, or the one that came with the product. */
export async function loadShippedPage(server: ServerContext, slug: LegalPage, language: Language) {
  const { supabase, settings, tag } = server
  tag(pageTag(slug), ...settingTags('contact_address', 'shipped_pages'))
  const isEdited = settings.pages.some((page) => page.slug === slug && page.titles[language] !== undefined)
  const edited = isEdited ? await findPublishedPage(supabase, slug, language) : null
  const shipped = edited ?? readShippedPage(slug, language, voiceOf(settings))
  const updated =
    'updated_at' in shipped ? shipped.updated_at : shipped.updated && `${shipped.updated}T00:00:00Z`
  const isNamed = namesResponsible(slug) && !hasMark(shipped.content, 'responsible')
  return present(server, shipped, { language, updated, names: isNamed })
}

/** An own page. Null when there is none at this address; one that has moved is redirected. */
export async function loadOwnPage(server: ServerContext, address: string, language: Language) {
  const { supabase, settings, tag } = server
  const slug = address.toLowerCase()
  const known = settings.pages.find((page) => page.slug === slug)
  if (!known) {
    const target = settings.pages.find((page) => page.slug === settings.pageRedirects.get(slug))
    if (target) throw movedPermanently(localizedPath(ownPagePath(target.slug), language))
    return null
  }
  const shownIn = languageOfPage(known, language)
  const found = shownIn && (await findPublishedPage(supabase, slug, shownIn))
  if (!shownIn || !found) return null
  tag(pageTag(slug), ...settingTags('contact_address'))
  const note = shownIn === language ? undefined : translatorOf(language, settings)('document.onlyInEnglish')
  const shown = await present(server, found, { language: shownIn, updated: found.updated_at, note })
  const path = ownPagePath(slug)
  return {
    ...shown,
    meta: {
      ...shown.meta,
      canonicalPath: path,
      canonicalLanguage: shownIn,
      hidden: shownIn !== language,
      versions: settings.languages
        .filter((code) => known.titles[code] !== undefined)
        .map((code) => ({
          language: code,
          path: localizedPath(path, code),
        })),
    },
  }
}

interface Presentation {
  /** The language of the text. */
  language: Language
  updated: string | null
  /** The person who is responsible is named below the text. */
  names?: boolean
  note?: string | undefined
}

/** Prepares the data for `PageText` and for the head. */
async function present(
  { settings, siteUrl, describeImage, offTurn }: ServerContext,
  { title, description, content }: PageTexts,
  { language, updated, names = false, note }: Presentation,
) {
  const t = translatorOf(language, settings)
  const marks = markValues(settings, siteUrl, language)
  const name = names ? settings.editorial_responsibility?.name : undefined
  const text = {
    title: fillMarks(title, marks),
    html: await offTurn(
      'core/markdown/render-markdown.ts#renderDocument',
      renderDocument,
      content,
      language,
      {
        ...creditWords(t),
        footnotes: t('article.footnotes.title'),
        backToReference: t('article.footnotes.back'),
        marks,
        pictures: await picturesOf({ content, language }, { describeImage, siteUrl, t }),
      },
    ),
    updated: updated ? t('document.updated', { date: formatArticleDate(updated, language) }) : undefined,
    responsible: name && t('document.responsible', { name }),
    note,
    lang: note && language,
  }
  return {
    text,
    meta: {
      title: text.title,
      withoutSiteName: hasMark(title, 'site_name'),
      description: fillMarks(description, marks),
    },
  }
}
