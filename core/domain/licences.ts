/** Licences under which many pictures may be used, with the addresses of their texts. An editor may name any other. */
export const LICENCES: readonly { name: string; url: string }[] = [
  { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  { name: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  { name: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  { name: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  { name: 'CC BY-NC-ND 4.0', url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/' },
  { name: 'CC BY-SA 3.0', url: 'https://creativecommons.org/licenses/by-sa/3.0/' },
  { name: 'CC BY 3.0', url: 'https://creativecommons.org/licenses/by/3.0/' },
  { name: 'CC BY 2.0', url: 'https://creativecommons.org/licenses/by/2.0/' },
  { name: 'Public Domain Mark 1.0', url: 'https://creativecommons.org/publicdomain/mark/1.0/' },
]

/** The address of a licence that many pictures have, however its name is written; null for any other. */
export function licenceAddress(name: string): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[\s-]+/g, '')
  return LICENCES.find((licence) => plain(licence.name) === plain(name))?.url ?? null
}
