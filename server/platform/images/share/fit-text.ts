import { type CSSProperties, createElement, type ReactElement } from 'react'
import satori, { type Font } from 'satori'

const MAX_LINES = 4

/** The style of a text, without its size. */
export type TextStyle = CSSProperties & { lineHeight: number }

export interface Room {
  width: number
  height: number
  /** In pixels, the largest first. */
  sizes: readonly number[]
}

/**
 * Sets a text at the largest size at which it fits the room on at most four lines without breaking a word, with lines of
 * similar length. A text that is too long even for the smallest size is cut with an ellipsis.
 */
export async function fitText(
  text: string,
  room: Room,
  style: TextStyle,
  faces: Font[],
): Promise<ReactElement> {
  for (const fontSize of room.sizes) {
    const column = setColumn(text, room.width, { ...style, fontSize, textWrap: 'balance' })
    const { width, height } = await measure(column, room.width, faces)
    const lines = Math.round(height / (fontSize * style.lineHeight))
    // satori counts the space at the end of a line in its width.
    if (width <= room.width + fontSize / 4 && height <= room.height && lines <= MAX_LINES) return column
  }
  const fontSize = room.sizes.at(-1)
  return setColumn(text, room.width, { ...style, fontSize, wordBreak: 'break-word', lineClamp: MAX_LINES })
}

/** Inside a column the text becomes as wide as its longest word, which shows when a word is too long for a line. */
function setColumn(text: string, width: number, style: CSSProperties): ReactElement {
  const block = createElement('div', { key: 'text', style: { ...style, display: 'block' } }, text)
  const column = { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', width } as const
  return createElement('div', { style: column }, block)
}

async function measure(
  column: ReactElement,
  width: number,
  faces: Font[],
): Promise<{ width: number; height: number }> {
  let measured = { width: 0, height: 0 }
  await satori(column, {
    width,
    fonts: faces,
    onNodeDetected(node) {
      if (node.key === 'text') measured = node
    },
  })
  return measured
}
