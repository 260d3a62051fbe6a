import type { Token } from 'markdown-it'

/** What an image's alternative text says: its markup is not shown. */
export function altText(image: Token): string {
  return (image.children ?? [])
    .map((token) => {
      if (token.type === 'image') return altText(token)
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
      return token.type === 'html_inline' ? '' : token.content
    })
    .join('')
}
