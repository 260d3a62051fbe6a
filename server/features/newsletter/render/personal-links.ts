import type { Language } from '#core/i18n/languages.ts'

/*
 * A message is composed once, and has places for what differs from recipient to recipient. A place is written with noncharacters of
 * Unicode, which `withoutForbidden` takes out of every text that people and models write.
 */

const [OPEN, BAR, CLOSE] = ['\uFDD0', '\uFDD2', '\uFDD1']

/** The links of a message that lead to its recipient's own pages, or to its web version. */
export type PersonalLink = 'unsubscribe' | 'preferences' | 'web'

export function placeOf(link: PersonalLink): string {
  return `${OPEN}${link}${CLOSE}`
}

/** A text that only messages to subscribers have, or only tests. */
export function onlyFor(reader: 'subscriber' | 'test', text: string): string {
  return `${OPEN}${reader}${BAR}${text}${CLOSE}`
}

export interface PlaceValues {
  isTest: boolean
  links: Readonly<Record<PersonalLink, string>>
}

type Piece = string | { link: PersonalLink } | { reader: string; text: string }

/** The pieces of a text, parsed once for the thousands of messages that are made of it. */
export function parsePlaces(text: string): readonly Piece[] {
  return text.split(/(\uFDD0[^\uFDD1]*\uFDD1)/).flatMap((part): Piece | [] => {
    if (!part.startsWith(OPEN)) return part === '' ? [] : part
    const [name = '', only] = part.slice(1, -1).split(BAR)
    return only === undefined ? { link: name as PersonalLink } : { reader: name, text: only }
  })
}

export function fillPlaces(pieces: readonly Piece[], { isTest, links }: PlaceValues): string {
  let filled = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') filled += piece
    else if ('link' in piece) filled += links[piece.link]
    else if ((piece.reader === 'test') === isTest) filled += piece.text
  }
  return filled
}

/** Values of the length that the real ones have, to know the size of a message. */
export function sampleLinks(siteUrl: string, language: Language): Record<PersonalLink, string> {
  const query = language === 'en' ? '' : `&amp;lang=${language}`
  const token = 'A'.repeat(64)
  return {
    unsubscribe: `${siteUrl}/unsubscribe?token=${token}${query}`,
    preferences: `${siteUrl}/newsletter/preferences?token=${token}${query}`,
    web: `${siteUrl}/newsletter/issues/0000-00-00-00${query.replace('&amp;', '?')}`,
  }
}
