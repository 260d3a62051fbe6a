import type { MetaDescriptor } from 'react-router'

/** The elements of the head that a page describes. */
export function MetaTags({ descriptors }: { descriptors: readonly MetaDescriptor[] }) {
  return descriptors.map((descriptor) => {
    const key = JSON.stringify(descriptor)
    if ('title' in descriptor && !('tagName' in descriptor))
      return <title key={key}>{String(descriptor.title)}</title>
    if ('script:ld+json' in descriptor) {
      const json = JSON.stringify(descriptor['script:ld+json']).replace(/[<>&\u2028\u2029]/g, escapeInScript)
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
      return <script key={key} type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
    }
    const { tagName: Tag = 'meta', ...attributes } = descriptor as { tagName?: 'meta' | 'link' }
    return <Tag key={key} {...attributes} />
  })
}

/** As JSON writes a character, so that no text ends the script. */
const escapeInScript = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
