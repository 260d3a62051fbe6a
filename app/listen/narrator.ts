/** Why an article is not read, or is read in another way than before. Each has its message (`player.problem.…`). */
export type ListenProblem = 'unable' | 'noVoice' | 'voiceGone' | 'silent' | 'recording'

/** Reads the blocks of an article aloud, by a voice of the browser or from a recording. */
export interface Narrator {
  /** Goes on where it was paused. */
  play(): void
  pause(): void
  /** Goes to the beginning of a block. */
  seek(index: number): void
  /** The block that is read has another number, because the article has changed. */
  renumber(index: number): void
  setRate(rate: number): void
  /** Ends for good, and lets go of what it holds. */
  close(): void
}

/** What a narrator tells the player. */
export interface NarratorEvents {
  onBlock(index: number): void
  onEnd(): void
  /** It goes on by itself, or has stopped and waits for `play`. */
  onProblem(problem: ListenProblem, state: 'goes-on' | 'stopped'): void
}
