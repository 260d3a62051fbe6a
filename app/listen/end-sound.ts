/** Ends a sound for good; one that is only paused goes on being loaded. */
export function endSound(sound: HTMLAudioElement): void {
  sound.pause()
  sound.removeAttribute('src')
  sound.load()
}
