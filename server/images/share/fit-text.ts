import { type CSSProperties, createElement, type ReactElement } from 'react'
import satori, { type Font } from 'satori'

const MAX_LINES = 4

/** What a text is set with, the size excepted. */
export type TextStyle = CSSProperties & { lineHeight: number }

export interface Room {
  width: number
  height: number
  /** In pixels, the largest first. */
  sizes: readonly number[]
}

/**
 * A text at the largest size at which it stands in its room on at most four lines without a word being broken, its
 * lines as even as they can be. What is too long even at the smallest size ends in an ellipsis.
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
    // The space that ends a line is counted with it.
    if (width <= room.width + fontSize / 4 && height <= room.height && lines <= MAX_LINES) return column
  }
  const fontSize = room.sizes.at(-1)
  return setColumn(text, room.width, { ...style, fontSize, wordBreak: 'break-word', lineClamp: MAX_LINES })
}

/** A column of its own lets a word that is too long for a line show in the width of the text. */
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
