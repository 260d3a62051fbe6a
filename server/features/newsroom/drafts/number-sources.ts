import { citeId } from '#core/newsroom/cite-id.ts'

/** An item with its text, as an editor has ticked it. */
export interface TickedSource {
  item_id: string
  outlet: string
  language: string | null
  published_at: string
  sentences: readonly string[]
}

/** A source as the model gets it: its number and those of its sentences are their names. */
export interface NumberedSource {
  id: string
  outlet: string
  published: string
  sentences: { id: string; text: string }[]
}

export interface NumberedSources {
  sources: NumberedSource[]
  /** The parts of them that the model does not get, as sentences for editors. */
  cut: string[]
}

/** Of one source, and of all together, which fit the context of a small model. */
const MOST_SENTENCES = 200
const MOST_CHARACTERS = 60_000

/**
 * Numbers sources and their sentences from 1. When they are too many, each source has its turn with a sentence, from the first on, until there
 * is no room: the beginning of a report says most.
 */
export function numberSources(ticked: readonly TickedSource[]): NumberedSources {
  const lengths = ticked.map(() => 0)
  const open = new Set(ticked.keys())
  let room = MOST_CHARACTERS
  for (let place = 0; open.size > 0; place++) {
    for (const index of open) {
      const text = ticked[index]?.sentences[place]
      if (text === undefined || place >= MOST_SENTENCES || text.length > room) open.delete(index)
      else {
        room -= text.length
        lengths[index] = place + 1
      }
    }
  }
  const sources = ticked.map(({ outlet, published_at, sentences }, index) => ({
    id: String(index + 1),
    outlet,
    published: published_at,
    sentences: sentences.slice(0, lengths[index]).map((text, place) => ({
      id: citeId({ source: index + 1, sentence: place + 1 }),
      text,
    })),
  }))
  const cut = ticked.flatMap(({ outlet, sentences }, index) =>
    sentences.length > (lengths[index] ?? 0)
      ? [
          `Of source ${index + 1} (${outlet}) the model got the first ${lengths[index]} of ${sentences.length} sentences.`,
        ]
      : [],
  )
  return { sources, cut }
}
