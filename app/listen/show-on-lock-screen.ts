import type { BarAction } from '#app/listen/player-bar.tsx'

/** Names the article to the system, and lets its keys and its lock screen control the reading (Media Session). */
export function showOnLockScreen(
  { title, album }: { title: string; album: string },
  act: (action: BarAction) => void,
) {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : null
  let isPlaying = false
  const actions: [MediaSessionAction, () => void][] = [
    ['play', () => !isPlaying && act('toggle')],
    ['pause', () => isPlaying && act('toggle')],
    ['previoustrack', () => act('back')],
    ['nexttrack', () => act('forward')],
    ['stop', () => act('close')],
  ]
  const set = (action: MediaSessionAction, handler: (() => void) | null) => {
    try {
      session?.setActionHandler(action, handler)
    } catch {
      // A browser that does not know an action throws.
    }
  }
  if (session) {
    const picture = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
    session.metadata = new MediaMetadata({
      title,
      album,
      artist: site,
      artwork: picture ? [{ src: picture }] : [],
    })
    for (const [action, handler] of actions) set(action, handler)
  }
  return {
    show(next: boolean) {
      isPlaying = next
      if (session) session.playbackState = next ? 'playing' : 'paused'
    },
    close() {
      if (!session) return
      for (const [action] of actions) set(action, null)
      session.metadata = null
      session.playbackState = 'none'
    },
  }
}
