import type { Player } from '#app/listen/player.ts'

let opened: Promise<Player | null> | null = null

/** Has the article of a button read aloud. A second press goes on where it was paused. */
export async function listen(button: HTMLElement): Promise<void> {
  opened ??= open(button)
  const player = await opened
  player?.play()
}

/** Not async itself, so that the sound begins before anything is waited for. */
function open(button: HTMLElement): Promise<Player | null> {
  const sound = beginSound(button.dataset.audio)
  const forget = () => {
    opened = null
  }
  return import('#app/listen/open-player.ts')
    .then(({ openPlayerOf }) => openPlayerOf(button, sound, forget))
    .catch((error: unknown) => {
      sound?.pause()
      forget()
      throw error
    })
}

/**
 * Begins the recording, and allows a voice to begin later. WebKit lets a page do both only while it handles a press, and the player is not
 * loaded then.
 */
function beginSound(url: string | undefined): HTMLAudioElement | null {
  if ('speechSynthesis' in window) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
  if (!url) return null
  const sound = new Audio(url)
  // The player tries again, and says what is wrong.
  sound.play().catch(() => {})
  return sound
}
