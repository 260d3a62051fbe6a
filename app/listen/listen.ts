import { endSound } from '#app/listen/end-sound.ts'
import type { Player } from '#app/listen/player.tsx'

let opened: Promise<Player | null> | null = null

/** Called in the press of a button: has its article read aloud. A second press continues where it was paused. */
export async function listen(button: HTMLElement): Promise<void> {
  opened ??= open(button)
  const player = await opened
  player?.play()
}

/** Loads the player, already when a reader points at the button. */
export const loadPlayer = () => import('#app/listen/open-player.ts')

function open(button: HTMLElement): Promise<Player | null> {
  const sound = beginSound(button)
  const forget = () => {
    opened = null
  }
  return loadPlayer()
    .then(({ openPlayerOf }) => openPlayerOf(button, sound, forget))
    .catch((error: unknown) => {
      if (sound) endSound(sound)
      forget()
      throw error
    })
}

/**
 * Begins the recording of a button, and allows a voice to begin later. WebKit lets a page do both only while it handles a press, and the
 * player may not be loaded then.
 */
function beginSound({ dataset: { audio } }: HTMLElement): HTMLAudioElement | null {
  if ('speechSynthesis' in window) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
  if (!audio) return null
  const sound = new Audio(audio)
  // The player tries again, and shows the problem.
  sound.play().catch(() => {})
  return sound
}
