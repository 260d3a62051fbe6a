import { endSound } from '#app/listen/end-sound.ts'
import type { Player } from '#app/listen/player.ts'

let opened: Promise<Player | null> | null = null
/** What the press that opens the player has begun. */
let begun: { sound: HTMLAudioElement | null } | null = null

/** Has the article of a button read aloud. A second press goes on where it was paused. */
export async function listen(button: HTMLElement): Promise<void> {
  opened ??= open(button)
  const player = await opened
  player?.play()
}

/**
 * Begins the recording of a button, and allows a voice to begin later. WebKit lets a page do both only while it handles a press, and the
 * player is not loaded then.
 */
export function beginSound(button: HTMLElement): void {
  if (begun) return
  if ('speechSynthesis' in window) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
  const { audio } = button.dataset
  begun = { sound: audio ? new Audio(audio) : null }
  // The player tries again, and says what is wrong.
  begun.sound?.play().catch(() => {})
}

function open(button: HTMLElement): Promise<Player | null> {
  beginSound(button)
  const sound = begun?.sound ?? null
  const forget = () => {
    opened = begun = null
  }
  return import('#app/listen/open-player.ts')
    .then(({ openPlayerOf }) => openPlayerOf(button, sound, forget))
    .catch((error: unknown) => {
      if (sound) endSound(sound)
      forget()
      throw error
    })
}
