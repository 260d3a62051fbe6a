import type { ServerContext } from '#app/context.ts'
import type { AuthorProfile } from '#core/domain/author-profile.ts'
import { heroImageSources } from '#core/domain/hero-image.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

/** What the page of an author shows beside the name. */
export interface PresentedProfile {
  line: string | null
  /** The languages that the author speaks, in the language of the page. */
  languages: { label: string; names: string } | null
  links: { label: string; items: { href: string; name: string }[] } | null
  picture: { avif: string; webp: string; src: string; alt: string; focus: string | null } | null
}

interface PresentOptions extends Pick<ServerContext, 'describeImage'> {
  name: string
  language: Language
  t: Translate
}

/** Says in a language what is known of an author. */
export async function presentProfile(
  { picture, descriptions, languages, links }: AuthorProfile,
  { name, language, t, describeImage }: PresentOptions,
): Promise<PresentedProfile> {
  const image = await describeImage(picture)
  // A picture that is not there any more is not shown.
  const sources = image && heroImageSources(picture, { version: image.version })
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return {
    line: descriptions[language] ?? null,
    languages:
      languages.length > 0
        ? {
            label: t('author.languages'),
            names: new Intl.ListFormat(language).format(languages.map((code) => names.of(code) ?? code)),
          }
        : null,
    links:
      links.length > 0
        ? { label: t('author.elsewhere'), items: links.map((href) => ({ href, name: nameOf(href) })) }
        : null,
    picture: sources && {
      ...sources,
      alt: image.facts?.alts[language] ?? name,
      focus: image.focus ?? null,
    },
  }
}

/** The site and the path of an address. */
const nameOf = (href: string) => href.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
