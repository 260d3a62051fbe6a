/** The reason why an article is not read, or is read in another way than before. Each has its message (`player.problem.…`). */
export type ListenProblem = 'unable' | 'noVoice' | 'voiceGone' | 'silent' | 'recording'

/** Reads the blocks of an article aloud, by a voice of the browser or from a recording. */
export interface Narrator {
  /** Goes on where it was paused. */
  play(): void
  pause(): void
  /** Goes to the beginning of a block. */
  seek(index: number): void
  setRate(rate: number): void
  /** Ends for good, and releases its resources. */
  close(): void
}

/** The events that a narrator sends to the player. */
export interface NarratorEvents {
  onBlock(index: number): void
  onEnd(): void
  /** It continues by itself, or has stopped and waits for `play`. */
  onProblem(problem: ListenProblem, state: 'goes-on' | 'stopped'): void
}
