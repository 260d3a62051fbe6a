import type { ServerContext } from '#app/context.ts'
import type { AuthorProfile } from '#core/domain/author-profile.ts'
import { heroImageSources } from '#core/domain/hero-image.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The details on the page of an author beside the name. */
export interface PresentedProfile {
  line: string | null
  /** The names of the languages that the author speaks, in the language of the page; empty when there are none. */
  languages: string
  links: { href: string; name: string }[]
  picture: { avif: string; webp: string; src: string; alt: string; focus: string | null } | null
}

interface PresentOptions extends Pick<ServerContext, 'describeImage'> {
  name: string
  language: Language
}

/** Presents an author in a language. */
export async function presentProfile(
  { picture, descriptions, languages, links }: AuthorProfile,
  { name, language, describeImage }: PresentOptions,
): Promise<PresentedProfile> {
  const image = await describeImage(picture)
  // A picture that does not exist any more is not shown.
  const sources = image && heroImageSources(picture, { version: image.version })
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return {
    line: descriptions[language] ?? null,
    languages: new Intl.ListFormat(language).format(languages.map((code) => names.of(code) ?? code)),
    links: links.map((href) => ({ href, name: nameOf(href) })),
    picture: sources && {
      ...sources,
      alt: image.facts?.alts[language] ?? name,
      focus: image.focus ?? null,
    },
  }
}

/** The site and the path of an address. */
const nameOf = (href: string) => href.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
