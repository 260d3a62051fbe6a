import type { SpeechWords } from '#core/speech/speech-words.ts'

/** Says times of the day. A proportion such as `3:2` is none, because minutes have two figures. */
export function sayTimes(text: string, { clock, time }: SpeechWords): string {
  const half = '(?: ?([ap])\\.?m\\.?(?!\\p{L}))'
  const after = clock.after ? `(?:${clock.after})?` : ''
  const full = new RegExp(
    `(?<![\\p{L}\\d:.,])([01]?\\d|2[0-4])(?:${clock.between})([0-5]\\d)(?::[0-5]\\d)?${after}${half}?(?![\\d:]|[.,]\\d)`,
    'giu',
  )
  const said = text.replace(full, (_, hour, minute, letter) =>
    time(Number(hour), Number(minute), letter ? halfOf(letter) : null),
  )
  if (clock.hourAlone)
    return said.replace(
      new RegExp(`(?<![\\p{L}\\d:.,])([01]?\\d|2[0-4])${clock.hourAlone}`, 'gu'),
      (_, hour) => time(Number(hour), 0, null),
    )
  return said.replace(new RegExp(`(?<![\\p{L}\\d:.,])(1[0-2]|[1-9])${half}`, 'giu'), (_, hour, letter) =>
    time(Number(hour), 0, halfOf(letter)),
  )
}

const halfOf = (letter: string) => (letter.toLowerCase() === 'p' ? 'p' : 'a')
