import type { SocialProfile } from '#core/domain/site-links.ts'

/** Networks by the ends of their hosts. */
const NETWORKS: readonly (readonly [name: string, ...hosts: string[]])[] = [
  ['Bluesky', 'bsky.app', 'bsky.social'],
  ['Discord', 'discord.gg', 'discord.com'],
  ['Facebook', 'facebook.com', 'fb.com'],
  ['GitHub', 'github.com'],
  ['Instagram', 'instagram.com'],
  ['LinkedIn', 'linkedin.com'],
  [
    'Mastodon',
    ...['mastodon.social', 'mastodon.online', 'mas.to', 'mstdn.social', 'mstdn.jp', 'fosstodon.org'],
  ],
  ['Mastodon', ...['hachyderm.io', 'journa.host', 'newsie.social', 'infosec.exchange', 'chaos.social']],
  [
    'Mastodon',
    ...['social.coop', 'troet.cafe', 'det.social', 'piaille.fr', 'tldr.nettime.org', 'techhub.social'],
  ],
  ['Pinterest', 'pinterest.com'],
  ['Reddit', 'reddit.com'],
  ['Signal', 'signal.group', 'signal.me'],
  ['Spotify', 'spotify.com'],
  ['Telegram', 't.me', 'telegram.me'],
  ['Threads', 'threads.net', 'threads.com'],
  ['TikTok', 'tiktok.com'],
  ['Twitch', 'twitch.tv'],
  ['Vimeo', 'vimeo.com'],
  ['WhatsApp', 'whatsapp.com', 'wa.me'],
  ['X', 'x.com', 'twitter.com'],
  ['YouTube', 'youtube.com', 'youtu.be'],
]

/** The profiles, named after their networks, or their hosts if the network is unknown; the account is added if a name would occur twice. */
export function nameProfiles(addresses: readonly string[]): SocialProfile[] {
  const profiles = addresses.flatMap((to) => {
    const url = URL.parse(to)
    return url ? [{ to, url, network: networkOf(url) }] : []
  })
  return profiles.map(({ to, url, network }) => {
    const isOnly = profiles.filter((other) => other.network === network).length === 1
    const host = url.hostname.replace(/^www\./, '')
    const account = decodeOr(url.pathname.replace(/^\/|\/$/g, ''))
    if (network === null) return { to, name: isOnly || !account ? host : `${host}/${account}`.slice(0, 60) }
    const whole = network === 'Mastodon' ? `${account}@${host}` : account
    return { to, name: isOnly || !account ? network : `${network} (${whole.slice(0, 60)})` }
  })
}

/** The name of the network; null if it is not known. */
export function networkOf({ hostname, pathname }: Pick<URL, 'hostname' | 'pathname'>): string | null {
  const isAt = (host: string) => hostname === host || hostname.endsWith(`.${host}`)
  const known = NETWORKS.find(([, ...hosts]) => hosts.some(isAt))
  if (known) return known[0]
  // Servers of Mastodon have any name that their operators choose.
  const isServer = /(^|\.)(mastodon|mstdn|masto)[.-]|\.social$/.test(hostname)
  return isServer && pathname.startsWith('/@') ? 'Mastodon' : null
}

/** Leaves a path as it is if it cannot be decoded, or has characters that are not part of a name. */
function decodeOr(path: string): string {
  try {
    const decoded = decodeURIComponent(path)
    return /^[\p{L}\p{N}@._/-]+$/u.test(decoded) ? decoded : path
  } catch {
    return path
  }
}
