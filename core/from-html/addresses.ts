/** The protocols of the links of an article; the renderer removes everything else. */
const LINKS = /^(?:https?:|mailto:|xmpp:|ircs?:)/i
const PICTURES = /^https?:/i
const MAX_LENGTH = 2_000

/** Resolves an address of the source. */
export type Resolve = (address: string) => string

/** An address that an article may link to; empty for any other. */
export function linkAddress(written: string, resolve: Resolve): string {
  return allowed(written, resolve, LINKS)
}

export function pictureAddress(written: string, resolve: Resolve): string {
  return allowed(written, resolve, PICTURES)
}

function allowed(written: string, resolve: Resolve, protocols: RegExp): string {
  // Browsers ignore these characters, so that they can hide a protocol.
  const plain = written.replace(/(?! )\p{Cc}+/gu, '').trim()
  const address = plain && resolve(plain)
  if (address === '' || address.length > MAX_LENGTH || !address.isWellFormed()) return ''
  if (address.startsWith('//')) return `https:${address}`
  if (/^[/?]/.test(address)) return address
  return protocols.test(address) ? address : ''
}

/** The usual address of embedded content, so that readers get to the page of a video and not to its frame. */
export function embeddedPage(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const host = url.hostname.replace(/^www\./, '')
  const id = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  if (/^(?:youtube|youtube-nocookie)\.com$/.test(host) && url.pathname.startsWith('/embed/'))
    return id === 'videoseries'
      ? `https://www.youtube.com/playlist?list=${url.searchParams.get('list') ?? ''}`
      : `https://www.youtube.com/watch?v=${id}`
  if (host === 'player.vimeo.com') return `https://vimeo.com/${id}`
  if (host === 'open.spotify.com') return address.replace('/embed/', '/')
  if (host === 'w.soundcloud.com') return url.searchParams.get('url') ?? address
  if (host === 'embed.podcasts.apple.com') return address.replace('embed.podcasts', 'podcasts')
  if (host === 'platform.twitter.com' && url.searchParams.has('id'))
    return `https://twitter.com/i/status/${url.searchParams.get('id')}`
  return address
}

/** The last part of an address, as the name of a file. */
export function fileNameOf(address: string): string {
  const name = (URL.parse(address, 'https://name.invalid')?.pathname ?? '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
