/** Ends a sound for good; one that is only paused continues to load. */
export function endSound(sound: HTMLAudioElement): void {
  sound.pause()
  sound.removeAttribute('src')
  sound.load()
}
