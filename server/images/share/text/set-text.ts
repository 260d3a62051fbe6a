import type { Font, GlyphRun } from 'fontkit'
import type { Typeface } from '#server/images/share/fonts/typefaces.ts'

/** A line of text that has become outlines. Sizes are in em: width 1 is as wide as the type is high. */
export interface Line {
  width: number
  /** The outlines as SVG path data, standing on the baseline that begins at x, y. */
  path(place: { x: number; y: number; size: number }): string
}

/**
 * Sets one line. What the typeface cannot draw is left out. `tracking` is added after every sign, in em.
 */
export function setText(text: string, typeface: Typeface, tracking = 0): Line {
  const runs = splitByFont(text, typeface).map(({ text, font }) => ({ font, run: font.layout(text) }))
  const width = runs.reduce((sum, { font, run }) => sum + widthOf(run, font, tracking), 0)
  return {
    width: Math.max(0, width - tracking),
    path({ x, y, size }) {
      let pen = x
      return runs
        .map(({ font, run }) => {
          const data = pathOf(run, { font, x: pen, y, size, tracking })
          pen += widthOf(run, font, tracking) * size
          return data
        })
        .join('')
    },
  }
}

function splitByFont(text: string, typeface: Typeface): { text: string; font: Font }[] {
  const runs: { text: string; font: Font }[] = []
  for (const sign of text) {
    const font = typeface.fontFor(sign.codePointAt(0) ?? 0)
    const last = runs.at(-1)
    if (font && last?.font === font) last.text += sign
    else if (font) runs.push({ text: sign, font })
  }
  return runs
}

function widthOf(run: GlyphRun, font: Font, tracking: number): number {
  return run.advanceWidth / font.unitsPerEm + tracking * run.glyphs.length
}

function pathOf(
  run: GlyphRun,
  { font, x, y, size, tracking }: { font: Font; x: number; y: number; size: number; tracking: number },
): string {
  const scale = size / font.unitsPerEm
  let pen = x
  let data = ''
  for (const [index, glyph] of run.glyphs.entries()) {
    const position = run.positions[index]
    if (!position) continue
    for (const { command, args } of glyph.path.commands) {
      const places = args.map((value, axis) =>
        (axis % 2 === 0
          ? pen + (value + position.xOffset) * scale
          : y - (value + position.yOffset) * scale
        ).toFixed(1),
      )
      data += LETTERS[command] + places.join(' ')
    }
    pen += position.xAdvance * scale + tracking * size
  }
  return data
}

const LETTERS = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const
